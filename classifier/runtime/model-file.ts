import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Decision } from './decision.ts'
import { type PackedCare, careColumns, furtherFeatureCount } from './care-model.ts'
import { signNames } from './care-signs.ts'
import type { FeatureSettings } from './features.ts'
import { columnCount, labels, latinLanguages } from './labels.ts'
import type { LinearModel, PackedLinear } from './linear.ts'
import type { TrainedModel } from '../training/train-model.ts'

/** Incremented whenever features, layout or labels change, so that an older file is refused. */
export const modelVersion = 3
export const modelFileName = 'oremus.model'
export const defaultModelFolder = new URL('../model/', import.meta.url)

export interface PackedModel {
  /** First 16 hexadecimal digits of the SHA-256 of the file's content. */
  readonly id: string
  readonly features: FeatureSettings
  readonly languageFeatures: FeatureSettings
  readonly rarity: Uint8Array
  readonly topics: PackedLinear
  readonly latin: PackedLinear
  readonly decision: Decision
  readonly care: PackedCare
}

/*
 * Layout: magic (8 bytes), version (u32), header length (u32), header (JSON), rarity, weights of the categories,
 * weights of the languages; of the danger model rarity, weights of the words, weights of signs and categories (f32);
 * SHA-256 of all preceding bytes (32 bytes). Numbers are little-endian.
 */
const magic = 'OREMUSCL'
const headerStart = 16
const hashLength = 32

interface Header {
  readonly labels: readonly string[]
  readonly languages: readonly string[]
  readonly features: FeatureSettings
  readonly languageFeatures: FeatureSettings
  readonly decision: Decision
  readonly topics: Omit<PackedLinear, 'weights'>
  readonly latin: Omit<PackedLinear, 'weights'>
  readonly signNames: readonly string[]
  readonly care: Pick<PackedCare, 'signs'> & { readonly words: Omit<PackedLinear, 'weights'> }
}

/** Returns the bytes of a model file. */
export function packModel(model: TrainedModel): Buffer {
  const topics = quantise(model.topics)
  const latin = quantise(model.latin)
  const words = quantise(model.care.words)
  const header: Header = {
    labels,
    languages: latinLanguages,
    features: model.settings.features,
    languageFeatures: model.settings.languageFeatures,
    decision: model.decision,
    topics: { scales: topics.scales, bias: topics.bias },
    latin: { scales: latin.scales, bias: latin.bias },
    signNames,
    care: {
      signs: model.care.signs,
      words: { scales: words.scales, bias: words.bias },
    },
  }
  const json = Buffer.from(JSON.stringify(header))
  const start = Buffer.alloc(headerStart)
  start.write(magic, 'latin1')
  start.writeUInt32LE(modelVersion, 8)
  start.writeUInt32LE(json.length, 12)
  const furtherWeights = Buffer.alloc(model.care.furtherWeights.length * 4)
  model.care.furtherWeights.forEach((weight, index) => furtherWeights.writeFloatLE(weight, index * 4))
  const forCategories = [model.rarity, toBytes(topics.weights), toBytes(latin.weights)]
  const forDanger = [model.care.rarity, toBytes(words.weights), furtherWeights]
  const content = Buffer.concat(
    [start, json].concat(
      ...forCategories.map((part) => Buffer.from(part)),
      ...forDanger.map((part) => Buffer.from(part)),
    ),
  )
  return Buffer.concat([content, createHash('sha256').update(content).digest()])
}

function quantise(model: LinearModel): PackedLinear {
  const scales = Array.from(model.bias, (_, column) => {
    let largest = 1e-9
    for (let at = column; at < model.weights.length; at += model.columns) {
      largest = Math.max(largest, Math.abs(model.weights[at] ?? 0))
    }
    return largest / 127
  })
  const weights = Int8Array.from(model.weights, (weight, at) => Math.round(weight / (scales[at % model.columns] ?? 1)))
  return { weights, scales, bias: [...model.bias] }
}

function toBytes(weights: Int8Array): Uint8Array {
  return new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength)
}

/**
 * Reads the model in `folder`.
 * @throws Error with instructions when the file is missing, is not a model, is damaged or has another version
 */
export function readModel(folder: URL = defaultModelFolder): PackedModel {
  const file = new URL(modelFileName, folder.href.endsWith('/') ? folder : new URL(`${folder.href}/`))
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new Error(`No classifier model at ${file.pathname}: run "npm run classifier -- train".`, { cause: error })
  }
  return unpackModel(bytes, file.pathname)
}

/**
 * Decodes the bytes of a model file; errors refer to it as `name`.
 * @throws Error when the bytes are not a model, are damaged or have another version
 */
export function unpackModel(bytes: Buffer, name: string): PackedModel {
  if (bytes.length < headerStart + hashLength || bytes.toString('latin1', 0, 8) !== magic) {
    throw new Error(`${name} is not a classifier model, or is truncated: run "npm run classifier -- train".`)
  }
  const version = bytes.readUInt32LE(8)
  if (version !== modelVersion) {
    throw new Error(
      `${name} has version ${version}, this program reads ${modelVersion}: run "npm run classifier -- train".`,
    )
  }
  const content = bytes.subarray(0, -hashLength)
  const digest = createHash('sha256').update(content).digest()
  if (!digest.equals(bytes.subarray(-hashLength))) {
    throw new Error(`${name} is truncated or damaged: run "npm run classifier -- train".`)
  }
  let at = headerStart + bytes.readUInt32LE(12)
  const header: unknown = JSON.parse(content.toString('utf8', headerStart, at))
  if (!isHeader(header)) throw new Error(`${name} has other labels or languages: run "npm run classifier -- train".`)

  const take = (length: number): Buffer => {
    at += length
    return content.subarray(at - length, at)
  }
  const takeWeights = (length: number): Int8Array => new Int8Array(Uint8Array.from(take(length)).buffer)
  const { features, languageFeatures, decision } = header
  const bucketCount = 2 ** features.bucketBits
  const rarity = Uint8Array.from(take(bucketCount))
  const topics = { ...header.topics, weights: takeWeights(bucketCount * columnCount) }
  const latin = { ...header.latin, weights: takeWeights(2 ** languageFeatures.bucketBits * latinLanguages.length) }
  const care: PackedCare = {
    ...header.care,
    rarity: Uint8Array.from(take(bucketCount)),
    words: { ...header.care.words, weights: takeWeights(bucketCount * careColumns) },
    furtherWeights: readFloats(take(furtherFeatureCount * careColumns * 4)),
  }
  return { id: digest.toString('hex', 0, 8), features, languageFeatures, rarity, topics, latin, decision, care }
}

const readFloats = (bytes: Buffer): Float32Array =>
  Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))

/** The checksum guarantees the shape within one version; the lists could still be from a later change. */
function isHeader(value: unknown): value is Header {
  if (typeof value !== 'object' || value === null) return false
  if (!('labels' in value) || !('languages' in value) || !('signNames' in value)) return false
  return (
    String(value.labels) === String(labels) &&
    String(value.languages) === String(latinLanguages) &&
    String(value.signNames) === String(signNames)
  )
}
