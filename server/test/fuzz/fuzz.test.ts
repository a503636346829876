import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts'
import { errors } from '../../../contract/errors.ts'
import { schemas } from '../../../contract/schemas.ts'
import { eventStream, textStream } from '../../../contract/streams.ts'
import { engine } from '../app.ts'
import { type Actor, type World, actorNames, makeWorld } from '../access/world.ts'
import { type JsonSchema, fitting } from './arbitrary.ts'

/** How many requests in all: `npm run fuzz` asks for more, and for others each time. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (engine === 'postgres' ? 1000 : 5000))
const SEED = process.env.FUZZ_SEED === 'random' ? Date.now() : Number(process.env.FUZZ_SEED ?? 2026)
/** Requests to one site: what they have done to it changes what the next ones meet. */
const TOGETHER = 500

const NAMES = new Set(['displayName', 'display_name'])
const LONGEST_NAME = 60
const MARK = ' 7c1f9e'

const names = Object.keys(endpoints) as EndpointName[]
/** A stream that stays open would keep the test waiting. */
const always: Partial<Record<EndpointName, Record<string, unknown>>> = { 'events.stream': { once: true } }

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

/** Who is called "null" is found in every answer: a name that can be told from everything else shows where it has leaked. */
function named(input: object): object {
  const isShort = ([key, value]: [string, unknown]): boolean =>
    NAMES.has(key) && typeof value === 'string' && value !== '' && value.length + MARK.length <= LONGEST_NAME
  return Object.fromEntries(
    Object.entries(input).map((member) => (isShort(member) ? [member[0], `${String(member[1])}${MARK}`] : member)),
  )
}

const requests = (ids: string[]): fc.Arbitrary<Request> =>
  fc.constantFrom(...names).chain((name) =>
    fc.record({
      name: fc.constant(name),
      actor: fc.constantFrom(...actorNames),
      input: fitting(inputSchemas.get(name) ?? {}, ids).map((value) => ({
        ...(typeof value === 'object' && value !== null && !Array.isArray(value) ? named(value) : {}),
        ...always[name],
      })),
    }),
  )

/** Ids of everything that a site has, so that requests reach something. */
async function idsOf(world: World): Promise<string[]> {
  const made = [
    await world.prayer(),
    await world.prayer({ is_anonymous: true }),
    await world.prayer({ visibility: 'group' }),
    await world.prayer({ visibility: 'private' }),
    await world.prayer({ publication: 'held', held_reason: 'links' }),
  ]
  const { app, id, groups } = world
  const { db } = app.ctx
  const rest = await Promise.all(
    (['categories', 'themes', 'content'] as const).map((table) => db.selectFrom(table).select('id').limit(2).execute()),
  )
  return [...made, ...Object.values(groups), ...Object.values(id), ...rest.flat().map((row) => row.id)]
}

/** What is wrong with an answer, or undefined. */
function fault({ name }: Request, answer: { status: number; headers: Headers; text: string }): string | undefined {
  const { status, text } = answer
  const type = answer.headers.get('content-type') ?? ''
  if (status >= 400) {
    if (!type.startsWith('application/problem+json')) return `answers ${status} as ${type}: ${text}`
    const { code } = JSON.parse(text) as { code: string }
    // What an endpoint may refuse with it says itself: that a service is not set up, for one.
    const isDeclared = schemas[name].errors.some((declared) => declared === code)
    if (status >= 500 && !isDeclared) return `answers ${status}: ${text}`
    return code in errors && errors[code as keyof typeof errors][0] === status ? undefined : `refuses with ${code}`
  }
  const { output } = schemas[name]
  if (output === textStream || output === eventStream) return undefined
  const parsed = output.safeParse(JSON.parse(text))
  return parsed.success ? undefined : `gives what was not promised: ${parsed.error.message}`
}

describe('requests of every kind, by everybody', () => {
  const rounds = Math.ceil(REQUESTS / TOGETHER)
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
            expect({ request, fault: fault(request, answer) }).toEqual({ request, fault: undefined })
          }),
          { seed, numRuns: TOGETHER, endOnFailure: true, verbose: false },
        )
        expect(Reflect.get({}, 'is_admin')).toBeUndefined()
      } finally {
        // Looks for what has leaked, too.
        await world.app.stop()
      }
    },
    300_000,
  )
})
