import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { callOptimistically, changeOfPart } from './optimistic.ts'

const queryKey = ['prayers.list']
const all = { queryKey }
const nothing = () => () => {}
const done = { data: true, error: null } as const

/**
 * A list whose answers carry the value at the time of the request; each answer is held back until the test releases it.
 */
async function watched() {
  const server = { value: 'old' }
  const answers: (() => void)[] = []
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const read = vi.fn(() => {
    const { value } = server
    return new Promise<string>((resolve) => answers.push(() => resolve(value)))
  })
  const stop = new QueryObserver(client, { queryKey, queryFn: read }).subscribe(() => {})
  const answer = async () => {
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    answers.shift()?.()
  }
  const shown = () => client.getQueryData(queryKey)
  await answer()
  await expect.poll(() => shown()).toBe('old')
  const apply = () => {
    client.setQueryData(queryKey, 'new')
    return () => {}
  }
  const change = () => {
    let isWritten = () => {}
    const written = new Promise<typeof done>((resolve) => (isWritten = () => resolve(done)))
    const answered = callOptimistically(client, { queries: all, apply }, () => written)
    const write = () => {
      server.value = 'new'
      isWritten()
      return answered
    }
    return { write }
  }
  return { client, read, answers, answer, shown, change, stop }
}

it('asks for nothing more when nothing was on its way', async () => {
  const { change, shown, read, stop } = await watched()
  const { write } = change()
  await expect.poll(() => shown()).toBe('new')
  await write()
  expect([shown(), read.mock.calls.length]).toEqual(['new', 1])
  stop()
})

it('drops an answer that was asked for before, and asks again afterwards', async () => {
  const { client, answers, answer, change, shown, read, stop } = await watched()
  void client.invalidateQueries(all)
  await expect.poll(() => answers).toHaveLength(1)
  const { write } = change()
  await answer()
  await expect.poll(() => shown()).toBe('new')
  await write()
  await answer()
  await expect.poll(() => client.isFetching()).toBe(0)
  expect([shown(), read.mock.calls.length]).toEqual(['new', 3])
  stop()
})

it.each(['answered', 'still on its way'])('asks again for what was asked for in between and is %s', async (how) => {
  const { client, answers, answer, change, shown, stop } = await watched()
  const { write } = change()
  await expect.poll(() => shown()).toBe('new')
  void client.invalidateQueries(all)
  await expect.poll(() => answers).toHaveLength(1)
  if (how === 'answered') {
    await answer()
    await expect.poll(() => shown()).toBe('old')
  }
  await write()
  await expect.poll(() => answers).toHaveLength(how === 'answered' ? 1 : 2)
  for (const late of answers) late()
  await expect.poll(() => shown()).toBe('new')
  stop()
})

it('asks once for several changes, when the last has its answer, also when one fails', async () => {
  const { client, answers, change, shown, read, stop } = await watched()
  void client.invalidateQueries(all)
  await expect.poll(() => answers).toHaveLength(1)
  const one = change()
  const failing = callOptimistically(client, { queries: all, apply: nothing }, () =>
    Promise.reject(new Error('refused')),
  )
  await expect(failing).rejects.toThrow('refused')
  const broken = () => {
    throw new Error('not shown')
  }
  const unseen = callOptimistically(client, { queries: all, apply: broken }, () => Promise.resolve(done))
  await expect(unseen).rejects.toThrow('not shown')
  expect(read).toHaveBeenCalledTimes(2)
  await one.write()
  await expect.poll(() => read).toHaveBeenCalledTimes(3)
  for (const late of answers) late()
  await expect.poll(() => client.isFetching()).toBe(0)
  expect([shown(), read.mock.calls.length]).toEqual(['new', 3])
  stop()
})

interface Kept {
  hour: number
  notify: { prayed: boolean; groups: boolean }
}
interface Part {
  hour?: number
  notify?: Partial<Kept['notify']>
}
it.each<[string, Part, Part, Kept]>([
  ['another member', { hour: 8 }, { notify: { groups: true } }, { hour: 7, notify: { prayed: true, groups: true } }],
  [
    'a neighbour in the same object',
    { notify: { prayed: false } },
    { notify: { groups: true } },
    { hour: 7, notify: { prayed: true, groups: true } },
  ],
  ['the same member', { hour: 8 }, { hour: 9 }, { hour: 9, notify: { prayed: true, groups: false } }],
])('reverts a change alone that fails after a change of %s', (_, failed, later, left) => {
  const client = new QueryClient()
  client.setQueryData<Kept>(queryKey, { hour: 7, notify: { prayed: true, groups: false } })
  const revert = changeOfPart<Kept>(client, queryKey, failed).apply()
  changeOfPart<Kept>(client, queryKey, later).apply()
  revert()
  expect(client.getQueryData(queryKey)).toEqual(left)
})
