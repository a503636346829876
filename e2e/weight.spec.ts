import { gzipSync } from 'node:zlib'
import { expect, test } from './test.ts'

type Weight = Record<'document' | 'styles' | 'scripts', number>

/** Most kilobytes of a first visit by page, for visitors and members, each file compressed on its own. */
const most: Record<string, Weight> = {
  '/': { document: 16, styles: 13, scripts: 145 },
  '/answered': { document: 10, styles: 13, scripts: 146 },
  '/content/how-privacy-works': { document: 9, styles: 17, scripts: 153 },
  '/groups': { document: 9, styles: 15, scripts: 155 },
  '/new-prayer': { document: 8, styles: 17, scripts: 163 },
  '/profile': { document: 9, styles: 19, scripts: 168 },
  '/signin': { document: 7, styles: 15, scripts: 158 },
  'a request': { document: 9, styles: 17, scripts: 159 },
}

const kilobytes = (body: Buffer): number => gzipSync(body, { level: 9 }).length / 1024

test('no page weighs more than was promised', async ({ enter, demo, playwright }) => {
  const hannah = await enter('hannah')
  const request = await hannah.locator('main article a[href^="/prayers/"]').first().getAttribute('href')
  const visitor = await playwright.request.newContext({ baseURL: demo.url })
  const read = async (path: string, caller = visitor): Promise<Buffer> =>
    await (await caller.get(path, { headers: { accept: 'text/html' } })).body()
  // Most pages have the same files, whose names say what is in them: each is compressed once.
  const known = new Map<string, Promise<number>>()
  const weighFile = (file: string): Promise<number> => {
    const size = known.get(file) ?? read(file).then(kilobytes)
    known.set(file, size)
    return size
  }
  const weigh = async (files: Iterable<string>): Promise<number> => {
    const sizes = await Promise.all(Array.from(new Set(files), weighFile))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  for (const [path, limits] of Object.entries(most)) {
    for (const [who, caller] of [['visitor', visitor] as const, ['member', hannah.request] as const]) {
      const document = await read(path === 'a request' ? (request ?? '') : path, caller)
      const html = document.toString()
      const found: Weight = {
        document: kilobytes(document),
        styles: await weigh(html.match(/\/[\w./-]+\.css\b/g) ?? []),
        scripts: await weigh(html.match(/\/[\w./-]+\.js\b/g) ?? []),
      }
      for (const kind of ['document', 'styles', 'scripts'] as const) {
        expect.soft(found[kind], `${kind} of ${path} for a ${who}`).toBeGreaterThan(1)
        expect.soft(found[kind], `${kind} of ${path} for a ${who}`).toBeLessThanOrEqual(limits[kind])
      }
    }
  }
  await visitor.dispose()
})
