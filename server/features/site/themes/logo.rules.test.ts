import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { PNG_END, makePng, pngChunk, pngHeader, pngOf, pngRows } from '../../../test/png.ts'
import { readPng } from './logo.rules.ts'

const words = pngChunk('tEXt', Buffer.from('Author\0Ruth Berger'))
const place = pngChunk('eXIf', Buffer.from('GPS 53.38 -9.01'))
const whole = makePng(64)
const damaged = Buffer.from(whole)
damaged.writeUInt8((damaged[40] ?? 0) ^ 1, 40)

it.each<[string, Buffer]>([
  ['of one pixel', makePng(1)],
  ['of the longest side', makePng(512)],
  ['with words and a place', pngOf(pngHeader(64, 64), words, place, pngRows(64), words, PNG_END)],
  ['with a page behind its end', Buffer.concat([whole, Buffer.from('<script>alert(1)</script>')])],
])('takes a PNG %s, and keeps the picture alone', (_, bytes) => {
  const picture = readPng(bytes)
  expect(picture?.png).toEqual(makePng(picture?.side ?? 0))
})

it.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a JPG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])],
  ['a signature alone', pngOf()],
  ['a PNG that is cut off', whole.subarray(0, -20)],
  ['a PNG without an end', pngOf(pngHeader(64, 64), pngRows(64))],
  ['a damaged PNG', damaged],
  ['a header that is not the first', pngOf(words, pngRows(64), pngHeader(64, 64), PNG_END)],
  ['two headers', pngOf(pngHeader(64, 64), pngHeader(64, 64), pngRows(64), PNG_END)],
  ['colours without a list', pngOf(pngHeader(64, 64, 3), pngRows(64), PNG_END)],
  ['a PNG of 513 pixels', makePng(513)],
  ['a PNG of 12,000 pixels', pngOf(pngHeader(12_000, 12_000), pngRows(1), PNG_END)],
  ['a PNG that is no square', pngOf(pngHeader(64, 32), pngRows(64), PNG_END)],
  ['a PNG of no size', pngOf(pngHeader(0, 0), pngRows(0), PNG_END)],
  ['fewer rows than it says', pngOf(pngHeader(64, 64), pngRows(32), PNG_END)],
  ['rows that unpack to more', pngOf(pngHeader(64, 64), pngChunk('IDAT', deflateSync(Buffer.alloc(9e6))), PNG_END)],
  ['rows that are not packed', pngOf(pngHeader(64, 64), pngChunk('IDAT', Buffer.alloc(64)), PNG_END)],
  ['a file of 257 KB', pngOf(pngHeader(64, 64), pngChunk('tEXt', Buffer.alloc(257 * 1024)), pngRows(64), PNG_END)],
])('does not take %s', (_, bytes) => {
  expect(readPng(bytes)).toBeUndefined()
})
