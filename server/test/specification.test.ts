import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { specifiedCalls } from './specification/calls.ts'
import { followCommunity } from './specification/community.ts'
import { decided } from './specification/decided.ts'
import { type Journey, startJourney } from './specification/journey.ts'
import { followPerson } from './specification/person.ts'
import { followSite } from './specification/site.ts'

// A client that knows the specification and nothing else makes every call of it, in the order in which people would.
// Each step builds on those before.

const journey = {} as Journey
beforeAll(async () => {
  Object.assign(journey, await startJourney())
})
afterAll(() => journey.app.stop())

followPerson(journey)
followSite(journey)
followCommunity(journey)

describe('the client', () => {
  it('has made every call of the specification', () => {
    const { hannah, tomas, peter, visitor } = journey
    const made = new Set([hannah, tomas, peter, visitor].flatMap((client) => [...client.made]))
    expect(specifiedCalls.filter((call) => !made.has(call))).toEqual([])
  })

  it('was told nothing that the list of departures leaves out', () => {
    const file = path.join(import.meta.dirname, '../../docs/departures.md')
    const marked = Array.from(readFileSync(file, 'utf8').matchAll(/^\| \*\*(.+)\*\*\* \|/gm), ([, name]) => name)
    expect(new Set(marked)).toEqual(new Set(Object.keys(decided)))
  })
})
