import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../test/folder.ts'
import { runProgram } from '../test/programs.ts'
import { lockFolder, removeUnfinished } from './folder.ts'

function makeUnfinished(): { folder: string; left: () => boolean[] } {
  const folder = newFolder()
  const copies = ['restoring', 'moving'].map((name) => path.join(folder, name))
  for (const copy of copies) {
    mkdirSync(copy)
    writeFileSync(path.join(copy, 'oremus.db'), 'a copy')
  }
  return { folder, left: () => copies.map((copy) => existsSync(copy)) }
}

it('keeps the copies of a restore or move that is at work', () => {
  const { folder, left } = makeUnfinished()
  const release = lockFolder(folder)
  removeUnfinished(folder)
  expect(left()).toEqual([true, true])
  release()
})

it('loses the copies of a restore or move that was killed at the next start', async () => {
  const { folder, left } = makeUnfinished()
  await runProgram(['server/main.ts'], { DATA_DIR: folder, PORT: '0' })
  expect(left()).toEqual([false, false])
})
