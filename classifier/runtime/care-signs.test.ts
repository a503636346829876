import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createSignFinder } from './care-signs.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

it('keeps no text that it looked through', () => {
  const find = createSignFinder({ en: { hopeless: ['hopeless'] } })
  const measure = (): number => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = measure()
  for (let index = 0; index < 5000; index += 1) {
    // One long word, and one that is cut out of a long text.
    find(`longword${'x'.repeat(5000)}${index}`)
    find(`${'a '.repeat(2500)}wordofthirteen${index}`)
  }
  const kept = measure() - before
  // The finder is still in use, so its memory counted.
  expect(find('hopeless').flat()).not.toEqual([])
  expect(kept).toBeLessThan(12_000_000)
})
