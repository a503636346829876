import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function frame(value: number): Buffer {
  const four = Buffer.alloc(4)
  four.writeUInt32BE(value)
  return four
}

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([frame(data.length), body, frame(crc32(body))])
}

/** The header of a PNG of eight bits a sample. `color`: 2 is RGB, 6 is RGB with transparency. */
export function pngHeader(width: number, height: number, color = 6): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, color, 0, 0, 0], 8)
  return pngChunk('IHDR', data)
}

export const pngOf = (...chunks: Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks])
export const pngRows = (side: number, fill = 0): Buffer =>
  pngChunk('IDAT', deflateSync(Buffer.alloc(side * (1 + side * 4), fill)))
export const PNG_END = pngChunk('IEND', Buffer.alloc(0))

/** A square PNG, as browsers write it. `fill`: 0, or another byte for another picture. */
export const makePng = (side: number, fill = 0): Buffer => pngOf(pngHeader(side, side), pngRows(side, fill), PNG_END)
