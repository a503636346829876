import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killAll, startServer } from './processes.ts'
import { makeSite } from './site.ts'

// SECURITY.md: signing in takes at most 400 ms at 10 a second (p95); 200 a second leave other routes below 300 ms (p95).
const SECONDS = 20
const CALM_PER_S = 10
const FLOOD_PER_S = 200
const PROBES_PER_S = 20
const SIZE = 10_000
const PASSWORD = 'a quiet evening prayer'

interface Answered {
  status: number
  ms: number
}

/** Asks at a steady rate, whether or not answers come, as a crowd does. Milliseconds from the moment it was due. */
async function steadily(per_s: number, seconds: number, ask: (index: number) => Promise<number>): Promise<Answered[]> {
  const began = performance.now()
  const answers: Promise<Answered>[] = []
  for (let index = 0; index < per_s * seconds; index += 1) {
    const due = began + (index * 1000) / per_s
    const wait = due - performance.now()
    if (wait > 1) await sleep(wait)
    answers.push(
      ask(index).then(
        (status) => ({ status, ms: performance.now() - due }),
        () => ({ status: 0, ms: performance.now() - due }),
      ),
    )
  }
  return await Promise.all(answers)
}

const percentile = (answers: Answered[], part: number): number =>
  answers.map(({ ms }) => ms).toSorted((one, other) => one - other)[Math.floor(answers.length * part)] ?? Number.NaN

const line = (what: string, answers: Answered[]): string => {
  const counts = Map.groupBy(answers, ({ status }) => status)
  const statuses = [...counts].map(([status, { length }]) => `${status || 'none'}: ${length}`).join(', ')
  const times = [0.5, 0.95, 0.99].map((part) => `${percentile(answers, part).toFixed(0)} ms`)
  return `| ${[what, answers.length, statuses, ...times].join(' | ')} |`
}

// Each from an address of its own: what is measured is the cost of passwords, not the limit of an address.
const from = (index: number): Record<string, string> => ({
  'content-type': 'application/json',
  'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
})

const site = await makeSite(SIZE, undefined)
const server = await startServer(site.environment)
try {
  const post = async (route: string, index: number, body: unknown): Promise<number> => {
    const response = await fetch(server.url + route, {
      method: 'POST',
      headers: from(index),
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
      headers: from(500_000 + index),
    })
    await response.arrayBuffer()
    return response.status
  }

  await steadily(PROBES_PER_S, 3, probe)
  const alone = await steadily(PROBES_PER_S, SECONDS, probe)
  const calm = await steadily(CALM_PER_S, SECONDS, signIn)
  const [flood, beside] = await Promise.all([
    steadily(FLOOD_PER_S, SECONDS, (index) =>
      post('/api/auth/signin', 100_000 + index, { email: `guess${index}@example.org`, password: `guess ${index}` }),
    ),
    steadily(PROBES_PER_S, SECONDS, probe),
  ])
  const refused = flood.filter(({ status }) => status === 503 || status === 429)
  const report = [
    '# Signing in under load',
    '',
    `SQLite, ${SIZE} requests, ${SECONDS} s each. Times count from the moment at which a request was due.`,
    '',
    '| what | asked | answers | p50 | p95 | p99 |',
    '|---|---|---|---|---|---|',
    line('other routes, alone', alone),
    line(`sign-ins, ${CALM_PER_S} a second`, calm),
    line(`sign-ins, ${FLOOD_PER_S} a second`, flood),
    line('… those of them refused at once', refused),
    line('other routes meanwhile', beside),
    '',
  ].join('\n')
  process.stdout.write(`${report}\n`)
  const folder = path.join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${new Date().toISOString().slice(0, 10)}-sign-in.md`), report)
} finally {
  await server.stop()
  killAll()
  await site.remove()
}
