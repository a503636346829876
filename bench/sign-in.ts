import { killAll, startServer } from './processes.ts'
import { writeResult } from './result.ts'
import { makeSite } from './site.ts'
import { visitorHeaders, formatRow, requestAtRate } from './steadily.ts'

// Targets: signing in takes at most 400 ms at 10 per second (p95); at 200 per second other routes stay below 300 ms
// (p95).
const SECONDS = 20
const CALM_PER_S = 10
const FLOOD_PER_S = 200
const PROBES_PER_S = 20
const SIZE = 10_000
const PASSWORD = 'a quiet evening prayer'

export async function runBench(): Promise<void> {
  const site = await makeSite(SIZE, undefined)
  const server = await startServer(site.environment)
  try {
    const post = async (route: string, index: number, body: unknown): Promise<number> => {
      const response = await fetch(server.url + route, {
        method: 'POST',
        headers: visitorHeaders(index),
        body: JSON.stringify(body),
      })
      await response.arrayBuffer()
      return response.status
    }
    const emails = Array.from({ length: 20 }, (_, index) => `member${index}@example.org`)
    for (const [index, email] of emails.entries()) await post('/api/auth/signup', index, { email, password: PASSWORD })
    const signIn = (index: number): Promise<number> =>
      post('/api/auth/signin', 1000 + index, { email: emails[index % emails.length], password: PASSWORD })
    const probe = async (index: number): Promise<number> => {
      const routes = [
        '/api/prayers?view=waiting',
        '/',
        '/api/categories',
        `/prayers/${site.ids[index % site.ids.length]}`,
      ]
      const response = await fetch(server.url + (routes[index % routes.length] ?? '/'), {
        headers: visitorHeaders(500_000 + index),
      })
      await response.arrayBuffer()
      return response.status
    }

    await requestAtRate(PROBES_PER_S, 3, probe)
    const baseline = await requestAtRate(PROBES_PER_S, SECONDS, probe)
    const calm = await requestAtRate(CALM_PER_S, SECONDS, signIn)
    const [flood, duringFlood] = await Promise.all([
      requestAtRate(FLOOD_PER_S, SECONDS, (index) =>
        post('/api/auth/signin', 100_000 + index, { email: `guess${index}@example.org`, password: `guess ${index}` }),
      ),
      requestAtRate(PROBES_PER_S, SECONDS, probe),
    ])
    const refused = flood.filter(({ status }) => status === 503 || status === 429)
    const report = [
      '# Signing in under load',
      '',
      `SQLite, ${SIZE} requests, ${SECONDS} s each. Times count from the moment at which a request was due.`,
      '',
      '| what | asked | answers | p50 | p95 | p99 |',
      '|---|---|---|---|---|---|',
      formatRow('other routes, alone', baseline),
      formatRow(`sign-ins, ${CALM_PER_S} a second`, calm),
      formatRow(`sign-ins, ${FLOOD_PER_S} a second`, flood),
      formatRow('… those of them refused at once', refused),
      formatRow('other routes meanwhile', duringFlood),
      '',
    ].join('\n')
    process.stdout.write(`${report}\n`)
    writeResult('sign-in', report)
  } finally {
    await server.stop()
    killAll()
    await site.remove()
  }
}
