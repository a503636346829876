import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type IncomingHttpHeaders, get } from 'node:http'
import { describe, expect, it } from 'vitest'
import { sharedTestApp } from '../../test/shared-app.ts'

const LONG = '/api/openapi.json'
const SHORT = '/healthz'

describe('compression', () => {
  const app = sharedTestApp()

  /** Returns the raw bytes; `fetch` would decompress them. */
  const ask = (path: string, encodings: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> =>
    new Promise((resolve, reject) => {
      get(app.url + path, { agent: false, headers: { 'accept-encoding': encodings } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }))
      }).on('error', reject)
    })

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
  ])('sends %s to whom takes it', async (encoding, accepted, unpack) => {
    const plain = await ask(LONG, 'identity')
    const packed = await ask(LONG, accepted)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, 'content-length': String(packed.body.length) })
    expect(packed.headers.vary).toContain('Accept-Encoding')
    expect(unpack(packed.body).equals(plain.body)).toBe(true)
    expect(packed.body.length).toBeLessThan(plain.body.length / 2)
  })

  it('gives the same bytes from the cache, to all who ask while they are being made', async () => {
    const first = await ask('/api/categories', 'identity')
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('/api/categories', 'br')))
    for (const { headers, body } of answers) {
      expect(headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(body).equals(first.body)).toBe(true)
    }
  })

  it('leaves short answers as they are', async () => {
    expect((await ask(SHORT, 'br')).headers['content-encoding']).toBeUndefined()
  })
})
