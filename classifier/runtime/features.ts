import { normalise } from './normalise.ts'

/** Settings of an extractor. `bucketBits` is the base-2 logarithm of the number of buckets. */
export interface FeatureSettings {
  readonly bucketBits: number
  /** Weight of a whole word, of two consecutive words, and of a character sequence. */
  readonly wordWeight: number
  readonly pairWeight: number
  readonly characterWeight: number
  /** Lengths of the character sequences, in UTF-16 units, including the word's borders. */
  readonly shortest: number
  readonly longest: number
}

/** Buckets and their weights, `length` of them; the next text overwrites the arrays. */
export interface Features {
  length: number
  buckets: Uint32Array
  values: Float32Array
}

export type Extractor = (text: string) => Features

const separator = 0
const spaced = 1
const unspaced = 2
const hangul = 3

const kindOfUnit = classifyUnits()
/** True when a UTF-16 unit is not part of a word. */
export const isSeparator = (unit: number): boolean => kindOfUnit[unit] === separator
const border = 0x20
/** Maximum length of a character sequence in Han and kana, and in Hangul including its borders. */
const maxUnspacedLength = 4
const maxHangulLength = 4
const wordSeed = 0x811c9dc5
const pairSeed = 0x2f0b4c47
const characterSeed = 0x5bd1e995

function classifyUnits(): Uint8Array {
  const kinds = new Uint8Array(65_536)
  const partOfWord = /[\p{L}\p{M}\p{N}]/u
  const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u
  for (let unit = 0; unit < kinds.length; unit += 1) {
    if (unit >= 0xd800 && unit < 0xf900) continue
    if (unit >= 0xac00 && unit < 0xd800) kinds[unit] = hangul
    else if (unit >= 0x4e00 && unit < 0xa000) kinds[unit] = unspaced
    else {
      const character = String.fromCharCode(unit)
      if (withoutSpaces.test(character)) kinds[unit] = unspaced
      else if (partOfWord.test(character)) kinds[unit] = spaced
    }
  }
  return kinds
}

function addUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

function mixHash(hash: number): number {
  let value = hash ^ (hash >>> 15)
  value = Math.imul(value, 0x2c1b3c6d)
  value ^= value >>> 12
  value = Math.imul(value, 0x297a2d39)
  return (value ^ (value >>> 15)) >>> 0
}

/**
 * Creates a function that turns text into hashed features: words, pairs of words and character sequences. A feature's
 * value is its weight times 1 + ln(occurrences). The next call of the same extractor overwrites the result.
 */
export function createExtractor(settings: FeatureSettings, clean: (text: string) => string = normalise): Extractor {
  const bucketCount = 2 ** settings.bucketBits
  const mask = bucketCount - 1
  const slotOfBucket = new Int32Array(bucketCount)
  const roundOfBucket = new Int32Array(bucketCount)
  let counts = new Float32Array(4096)
  let round = 0
  const features: Features = { length: 0, buckets: new Uint32Array(4096), values: new Float32Array(4096) }

  function grow(): void {
    const size = features.buckets.length * 2
    const buckets = new Uint32Array(size)
    const values = new Float32Array(size)
    const grownCounts = new Float32Array(size)
    buckets.set(features.buckets)
    values.set(features.values)
    grownCounts.set(counts)
    features.buckets = buckets
    features.values = values
    counts = grownCounts
  }

  function add(hash: number, weight: number): void {
    const bucket = mixHash(hash) & mask
    if (roundOfBucket[bucket] === round) {
      const slot = slotOfBucket[bucket] ?? 0
      counts[slot] = (counts[slot] ?? 0) + 1
      return
    }
    if (features.length === features.buckets.length) grow()
    const slot = features.length
    roundOfBucket[bucket] = round
    slotOfBucket[bucket] = slot
    features.buckets[slot] = bucket
    features.values[slot] = weight
    counts[slot] = 1
    features.length = slot + 1
  }

  function addSequences(
    text: string,
    from: number,
    to: number,
    shortest: number,
    longest: number,
    borders: number,
  ): void {
    for (let start = from - borders; start < to; start += 1) {
      let hash = characterSeed
      const last = Math.min(start + longest, to + borders)
      for (let position = start; position < last; position += 1) {
        const outside = position < from || position >= to
        hash = addUnit(hash, outside ? border : text.charCodeAt(position))
        if (position - start + 1 >= shortest) add(hash, settings.characterWeight)
      }
    }
  }

  function addWord(text: string, from: number, to: number, kind: number, previous: number): number {
    let hash = wordSeed
    for (let position = from; position < to; position += 1) hash = addUnit(hash, text.charCodeAt(position))
    if (kind === unspaced) {
      addSequences(text, from, to, 1, maxUnspacedLength, 0)
      return 0
    }
    add(hash, settings.wordWeight)
    if (previous !== 0) add(addUnit(Math.imul(previous, 31) ^ pairSeed, hash), settings.pairWeight)
    if (kind === hangul) addSequences(text, from, to, 1, maxHangulLength, 1)
    else addSequences(text, from, to, settings.shortest, settings.longest, 1)
    return hash
  }

  return (text) => {
    const cleaned = clean(text)
    round += 1
    features.length = 0
    let previous = 0
    let position = 0
    while (position < cleaned.length) {
      const kind = kindOfUnit[cleaned.charCodeAt(position)] ?? separator
      const from = position
      position += 1
      if (kind === separator) continue
      while (position < cleaned.length && kindOfUnit[cleaned.charCodeAt(position)] === kind) position += 1
      previous = addWord(cleaned, from, position, kind, previous)
    }
    for (let slot = 0; slot < features.length; slot += 1) {
      const count = counts[slot] ?? 1
      if (count > 1) features.values[slot] = (features.values[slot] ?? 0) * (1 + Math.log(count))
    }
    return features
  }
}
