import { rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RemoteError } from '../outgoing/service.ts'
import { sharedFolder } from '../test/folder.ts'
import { writeTinyModel } from '../test/tiny-model.ts'
import { Embedder } from './embedder.ts'
import type { ModelFault } from './model-folder.ts'

/** Folder in which `npm run test:model` installed the package that loads models. */
const PACKAGES = process.env.TEST_MODEL_PACKAGES
const words = new Map([
  ['hello', [1, 0, 0]],
  ['world', [0, 1, 0]],
  ['represent', [0, 0, 9]],
])
// Tokenizing this alone takes far longer than the shortest timeout.
const VERY_LONG = 'hello '.repeat(400_000)

describe.skipIf(PACKAGES === undefined)('an embedding model on a thread of its own', () => {
  const parent = sharedFolder()
  const faults: ModelFault[] = []
  let moved = 0
  const open = (name: string, { time_out = 30_000, output = 'last_hidden_state' } = {}): Embedder => {
    const folder = path.join(parent, name)
    rmSync(folder, { recursive: true, force: true })
    writeTinyModel(folder, { words, width: 3, output })
    symlinkSync(PACKAGES ?? '', path.join(folder, 'node_modules'))
    const clock = () => new Date(1_800_000_000_000 + moved)
    const embedder = new Embedder({ folder, clock, time_out, onFault: (fault) => void faults.push(fault) })
    onTestFinished(() => embedder.stop())
    return embedder
  }
  const rounded = (vectors: Float32Array[]) => vectors.map((vector) => Array.from(vector, (one) => +one.toFixed(3)))
  const failure = async (embedder: Embedder, text: string): Promise<unknown> =>
    await embedder.embed([text]).then(
      () => undefined,
      (error: unknown) => (error instanceof RemoteError ? error.failure : error),
    )

  it('gives the mean of the tokens, of length one, in the order of the texts', async () => {
    const embedder = open('tiny')
    const vectors = await embedder.embed(['hello', 'Hello world', 'world world hello', 'nobody knows these', ''])
    expect(rounded(vectors)).toEqual([
      [1, 0, 0],
      [0.707, 0.707, 0],
      [0.447, 0.894, 0],
      [0, 0, 0],
      [0, 0, 0],
    ])
  })

  it('is told what an embedding is for, where it is an instructor, and leaves those words out of the mean', async () => {
    const embedder = open('instructor-tiny')
    expect(embedder.model?.instruction).toMatch(/^Represent /)
    expect(rounded(await embedder.embed(['hello']))).toEqual([[1, 0, 0]])
  })

  it('reads no more than its first tokens of a long text', async () => {
    const embedder = open('tiny')
    expect(rounded(await embedder.embed([`${'hello '.repeat(600)}${'world '.repeat(600)}`]))).toEqual([[1, 0, 0]])
  })

  it('answers many who ask at one time, each with their own, and sends away who would make it too many', async () => {
    const embedder = open('tiny')
    await embedder.start()
    const asked = Array.from({ length: 80 }, (_, at) => embedder.embed([at % 2 === 0 ? 'hello' : 'world']))
    const answers = await Promise.allSettled(asked)
    const given = answers.slice(0, 64)
    for (const [at, answer] of given.entries()) {
      expect(answer).toMatchObject({ status: 'fulfilled' })
      if (answer.status === 'fulfilled') expect(answer.value[0]?.[at % 2]).toBe(1)
    }
    expect(answers.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(10)
  })

  it('that takes too long is ended, left alone for a minute, and works again then', async () => {
    const embedder = open('tiny', { time_out: 20 })
    await embedder.start()
    const waiting = failure(embedder, VERY_LONG)
    const behind = failure(embedder, 'hello')
    expect(await waiting).toBe('timed_out')
    expect(await behind).toBe('unreachable')
    expect(faults).toMatchObject([{ problem: 'stopped' }])
    expect(await failure(embedder, 'hello')).toBe('unreachable')
    moved = 60_000
    expect(await failure(embedder, 'hello')).toBe(undefined)
    expect(embedder.fault).toBe(undefined)
  })
})
