import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadClassifier } from '../runtime/classifier.ts'
import type { Example } from '../runtime/dataset.ts'
import { modelFileName, packModel } from '../runtime/model-file.ts'
import { defaultSettings, trainModel } from './train-model.ts'

const examples: Example[] = [
  { text: 'my mother has cancer', labels: ['health'], language: 'en' },
  { text: 'surgery on monday', labels: ['health'], language: 'en' },
  { text: 'the hospital called', labels: ['health', 'family'], language: 'en' },
  { text: 'I lost my job', labels: ['work'], language: 'en' },
  { text: 'looking for work', labels: ['work'], language: 'en' },
  { text: 'busco trabajo', labels: ['work'], language: 'es' },
  { text: 'mi mamá está enferma', labels: ['health'], language: 'es' },
  { text: 'hola a todos', labels: [], language: 'es' },
]
const settings = { ...defaultSettings, features: { ...defaultSettings.features, bucketBits: 10 } }
const train = (): Buffer => packModel(trainModel(examples, [{ text: 'job', label: 'work', language: 'en' }], settings))

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'classifier-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function load(bytes: Buffer): ReturnType<typeof loadClassifier> {
  writeFileSync(join(folder, modelFileName), bytes)
  return loadClassifier(pathToFileURL(folder))
}

describe('a model file', () => {
  it('is the same, byte for byte, when trained twice', () => {
    expect(train().equals(train())).toBe(true)
  })

  it('has another id when one label differs', () => {
    const [first, ...others] = examples
    const changed: Example[] = [{ text: first?.text ?? '', labels: ['mind'], language: 'en' }, ...others]
    expect(load(packModel(trainModel(changed, [], settings))).id).not.toBe(load(train()).id)
  })

  it('is refused when it is missing', () => {
    expect(() => loadClassifier(new URL('nowhere/', pathToFileURL(`${folder}/`)))).toThrow(
      /No classifier model at .*train/,
    )
  })

  it.each([0, 10, 40, 5000])('is refused when cut to %d bytes', (length) => {
    expect(() => load(train().subarray(0, length))).toThrow(/truncated/)
  })

  it('is refused when a byte in it has changed', () => {
    const bytes = train()
    bytes[4000] = (bytes[4000] ?? 0) ^ 1
    expect(() => load(bytes)).toThrow(/damaged/)
  })

  it('is refused when it has another version', () => {
    const bytes = train()
    bytes.writeUInt32LE(99, 8)
    expect(() => load(bytes)).toThrow(/has version 99/)
  })
})
