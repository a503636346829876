import { expect } from 'vitest'
import type { EndpointName } from '../../contract/endpoints.ts'
import type { TestApp } from './app.ts'
import type { PersonName } from './people.ts'

/** Expects 403 for all these people and inputs, with the same bytes: nobody learns who or what exists. */
export async function expectRefusedAlike(
  app: TestApp,
  name: EndpointName,
  inputs: Record<string, unknown>[],
  people: PersonName[],
): Promise<void> {
  const bodies = new Set<string>()
  for (const input of inputs) {
    for (const who of people) {
      const answer = await app.ask(name, input, { as: await app.signIn(who) })
      expect(answer.status).toBe(403)
      bodies.add(answer.text)
    }
  }
  expect(bodies.size).toBe(1)
}
