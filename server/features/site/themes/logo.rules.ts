import { crc32, inflateSync } from 'node:zlib'
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE } from '../../../../contract/settings.values.ts'

// https://www.w3.org/TR/png-3/
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Critical chunks, and the transparency of colours. All others may tell who drew it, where and with what. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
/** Samples of a pixel by the type of colour, of eight bits each: what browsers write. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12

interface Chunk {
  type: string
  data: Buffer
  whole: Buffer
}

/** Returns the chunks up to the end of the picture; undefined when one is cut off or damaged. */
function readChunks(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at + FRAME_BYTES <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const end = at + FRAME_BYTES + length
    if (end > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) })
    if (type === 'IEND') return chunks
    at = end
  }
  return undefined
}

/**
 * Returns the side of the square in pixels, how many bytes its rows have, and whether its colours are in a list; undefined for what
 * browsers do not write.
 */
function readHeader(header: Chunk | undefined): { side: number; rows: number; needsList: boolean } | undefined {
  if (header?.type !== 'IHDR' || header.data.length !== 13) return undefined
  const { data } = header
  const side = data.readUInt32BE(0)
  const samples = SAMPLES[data.readUInt8(9)]
  const isPlain = data.readUInt8(8) === 8 && data.subarray(10).every((byte) => byte === 0)
  if (side !== data.readUInt32BE(4) || side < 1 || side > MAX_LOGO_SIDE || !samples || !isPlain) return undefined
  return { side, rows: side * (1 + side * samples), needsList: data.readUInt8(9) === 3 }
}

/**
 * Reads a PNG that is a logo, and returns it without what does not belong to the picture; undefined when it is none. Its compressed
 * rows are as long as they must be, so that no reader unpacks more.
 */
export function readPng(bytes: Buffer): { png: Buffer; side: number } | undefined {
  if (bytes.length > MAX_LOGO_BYTES || !bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined
  const chunks = readChunks(bytes)?.filter(({ type }) => KEPT.has(type))
  const header = readHeader(chunks?.[0])
  if (!chunks || !header || chunks.filter(({ type }) => type === 'IHDR').length > 1) return undefined
  if (header.needsList && !chunks.some(({ type }) => type === 'PLTE')) return undefined
  const packed = Buffer.concat(chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])))
  try {
    if (inflateSync(packed, { maxOutputLength: header.rows }).length !== header.rows) return undefined
  } catch {
    return undefined
  }
  return { png: Buffer.concat([SIGNATURE, ...chunks.map(({ whole }) => whole)]), side: header.side }
}
