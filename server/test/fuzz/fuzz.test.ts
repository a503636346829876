import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts'
import { errors } from '../../../contract/errors.ts'
import { schemas } from '../../../contract/schemas.ts'
import { eventStream, mediaTypeOf } from '../../../contract/streams.ts'
import { engine } from '../app.ts'
import { depth } from '../depth.ts'
import { sendRaw } from '../raw.ts'
import { type Actor, type World, actorNames, makeWorld } from '../access/world.ts'
import { type JsonSchema, arbitraryFor } from './arbitrary.ts'

/** Total number of requests: `npm run fuzz` sends more, and different ones each time. */
const REQUESTS = Number(
  process.env.FUZZ_REQUESTS ?? (engine === 'postgres' ? depth.fuzz_requests / 5 : depth.fuzz_requests),
)
const SEED = process.env.FUZZ_SEED === 'random' ? Date.now() : Number(process.env.FUZZ_SEED ?? 2026)
/** Requests per site: their effects change the responses to the following ones. */
const BATCH_SIZE = 500

/** Maximum length of each. */
const NAMES: Record<string, number> = { displayName: 60, display_name: 60 }
const WORDS: Record<string, number> = { content: 2000 }

const names = Object.keys(endpoints) as EndpointName[]
/** A stream that stays open would block the test. */
const always: Partial<Record<EndpointName, Record<string, unknown>>> = { 'live.stream': { once: true } }

const inputSchemas = new Map<EndpointName, JsonSchema>(
  names.map((name) => [
    name,
    z.toJSONSchema(schemas[name].input, { io: 'input', unrepresentable: 'any' }) as unknown as JsonSchema,
  ]),
)

interface Request {
  name: EndpointName
  actor: Actor
  input: Record<string, unknown>
}

/** Adds a mark to names and texts, so that a leak is recognizable: a name such as "null" occurs in every response. */
function withMark(input: object, mark: string): object {
  const markOf = (key: string): [mark: string, longest: number] =>
    key in NAMES ? [` ${mark.slice(0, 8)}`, NAMES[key] ?? 0] : [` canary-${mark}`, WORDS[key] ?? 0]
  const put = (key: string, value: unknown): unknown => {
    const [own, longest] = markOf(key)
    // With a mark, a search would find nothing.
    if (key === 'search') return value
    return typeof value === 'string' && value !== '' && value.length + own.length <= longest ? value + own : value
  }
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, put(key, value)]))
}

const requests = (ids: string[]): fc.Arbitrary<Request> =>
  fc.constantFrom(...names).chain((name) =>
    fc
      .record({
        actor: fc.constantFrom(...actorNames),
        value: arbitraryFor(inputSchemas.get(name) ?? {}, ids),
        mark: fc.uuid(),
      })
      .map(({ actor, value, mark }) => ({
        name,
        actor,
        input: {
          ...(typeof value === 'object' && value !== null && !Array.isArray(value) ? withMark(value, mark) : {}),
          ...always[name],
        },
      })),
  )

/** Reads every list as each person, and finds what it can in it: leaks in stored data only show in reads. */
async function readAll(world: World, ids: string[]): Promise<void> {
  let turn = 0
  for (const name of names) {
    const { method, path: route } = endpoints[name]
    if (method !== 'GET') continue
    const searches = inputSchemas.get(name)?.properties?.['search'] ? [{}, { search: 'canary' }] : [{}]
    for (const [actor, search] of actorNames.flatMap((one) => searches.map((words) => [one, words] as const))) {
      turn += 1
      const parameters = [...route.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, ids[turn % ids.length]] as const)
      const request = { name, actor, input: { ...Object.fromEntries(parameters), ...search, ...always[name] } }
      const answer = await world.app.ask(name, request.input, { as: await world.token(actor) })
      expect({ request, fault: findFault(request, answer) }).toEqual({ request, fault: undefined })
    }
  }
}

/** Returns ids of all records of a site, so that requests reach existing ones. */
async function idsOf(world: World): Promise<string[]> {
  const made = [
    await world.prayer(),
    await world.prayer({ is_anonymous: true }),
    await world.prayer({ visibility: 'group' }),
    await world.prayer({ visibility: 'private' }),
    await world.prayer({ publication: 'held', held_reason: 'links' }),
    await world.prayer({ publication: 'held', held_reason: 'crisis' }),
  ]
  const { app, id, groups } = world
  const { db } = app.ctx
  const rest = await Promise.all(
    (['categories', 'themes', 'content'] as const).map((table) => db.selectFrom(table).select('id').limit(2).execute()),
  )
  return [...made, ...Object.values(groups), ...Object.values(id), ...rest.flat().map((row) => row.id)]
}

/** Describes the fault of a response; undefined when there is none. */
function findFault({ name }: Request, answer: { status: number; headers: Headers; text: string }): string | undefined {
  const { status, text } = answer
  const type = answer.headers.get('content-type') ?? ''
  if (status >= 400) {
    if (!type.startsWith('application/problem+json')) return `answers ${status} as ${type}: ${text}`
    const { code } = JSON.parse(text) as { code: string }
    // An endpoint declares the errors with such a status, for example that a service is not configured.
    const isDeclared = schemas[name].errors.some((declared) => declared === code)
    if (status >= 500 && !isDeclared) return `answers ${status}: ${text}`
    return code in errors && errors[code as keyof typeof errors][0] === status ? undefined : `refuses with ${code}`
  }
  const { output } = schemas[name]
  if (mediaTypeOf(output) !== undefined || output === eventStream) return undefined
  const parsed = output.safeParse(JSON.parse(text))
  return parsed.success ? undefined : `gives what was not promised: ${parsed.error.message}`
}

/** A target of an endpoint in another spelling: with a host before it, or some characters as percent codes. */
const otherSpellings: fc.Arbitrary<{ method: string; target: string }> = fc
  .record({
    name: fc.constantFrom(...names),
    id: fc.uuid(),
    codes: fc.array(fc.nat(200), { minLength: 1, maxLength: 10 }),
    isAbsolute: fc.boolean(),
  })
  .map(({ name, id, codes, isAbsolute }) => {
    const { method, path: pattern } = endpoints[name]
    const route = pattern.replaceAll(/\{\w+\}/g, id)
    if (isAbsolute) return { method, target: `http://evil.example${route}` }
    const coded = new Set(codes.map((code) => 1 + (code % (route.length - 1))))
    const encode = (character: string, index: number): string =>
      coded.has(index) && character !== '/' ? `%${character.charCodeAt(0).toString(16)}` : character
    return { method, target: Array.from(route, encode).join('') }
  })
  .filter(({ target }) => target.includes('%') || target.startsWith('http'))

describe('addresses in other spellings', () => {
  it('are refused at every endpoint, and nothing of the answer may be stored', async () => {
    const world = await makeWorld()
    try {
      const host = new URL(world.app.url).host
      const token = await world.token('admin')
      await fc.assert(
        fc.asyncProperty(otherSpellings, async ({ method, target }) => {
          const { status, headers, body } = await sendRaw(world.app.url, [
            `${method} ${target} HTTP/1.1`,
            `Host: ${host}`,
            `Authorization: Bearer ${token}`,
          ])
          expect([target, status, headers.get('cache-control')]).toEqual([target, 400, 'no-store'])
          expect(body).toContain('request.bad_address')
        }),
        { seed: SEED, numRuns: Math.min(REQUESTS, 500), endOnFailure: true },
      )
    } finally {
      await world.app.stop()
    }
  })
})

describe('requests of every kind, by everybody', () => {
  const rounds = Math.ceil(REQUESTS / BATCH_SIZE)
  it.each(Array.from({ length: rounds }, (_, round) => SEED + round))(
    'never break the server, get what was promised, and tell nobody what they may not know (seed %i)',
    async (seed) => {
      const world = await makeWorld()
      try {
        const ids = await idsOf(world)
        await fc.assert(
          fc.asyncProperty(requests(ids), async (request) => {
            const as = await world.token(request.actor)
            const answer = await world.app.ask(request.name, request.input, { as })
            expect({ request, fault: findFault(request, answer) }).toEqual({ request, fault: undefined })
          }),
          { seed, numRuns: Math.min(REQUESTS, BATCH_SIZE), endOnFailure: true, verbose: false },
        )
        await readAll(world, ids)
        expect(Reflect.get({}, 'is_admin')).toBeUndefined()
      } finally {
        // Also checks for leaks.
        await world.app.stop()
      }
    },
    300_000,
  )
})
