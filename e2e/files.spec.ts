import { expect, test } from './test.ts'

test('files are kept for as long as their name says, compressed or not', async ({ demo, playwright }) => {
  const visitor = await playwright.request.newContext({ baseURL: demo.url })
  const html = await (await visitor.get('/')).text()
  const script = /\/assets\/wall-[\w-]+\.js/.exec(html)?.[0] ?? ''
  const styles = /\/theme\.css\?v=[\w-]+/.exec(html)?.[0] ?? ''
  const expected: [path: string, lasting: string, status?: number][] = [
    [script, 'public, max-age=31536000, immutable'],
    [styles, 'public, max-age=31536000, immutable'],
    // While servers are upgraded, one of another version is asked for it.
    ['/theme.css?v=AbCdEfGhIjKl', 'no-cache'],
    ['/early.js', 'public, max-age=300'],
    // It outlives pages: a new version takes its place at once.
    ['/sw.js', 'no-cache'],
    // A file of an earlier version costs no page.
    ['/assets/gone-AbCdEfGh.js', 'no-store', 404],
    [`${script}.br`, 'no-store', 404],
  ]
  for (const [path, lasting, status = 200] of expected) {
    for (const encoding of ['br', 'identity']) {
      const response = await visitor.get(path, { headers: { 'accept-encoding': encoding } })
      expect.soft([path, encoding, response.status()]).toEqual([path, encoding, status])
      expect.soft(response.headers()['cache-control'], `${path} ${encoding}`).toBe(lasting)
      expect.soft(response.headers()['content-type'], path).not.toContain('html')
    }
  }
  await visitor.dispose()
})
