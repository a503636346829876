import { expect, it } from 'vitest'
import type { EndpointName } from '../../contract/endpoints.ts'
import { sharedTestApp } from '../test/shared-app.ts'

const app = sharedTestApp()

it.each<[EndpointName, Record<string, unknown>]>([
  ['sessions.sign_in', { email: 'hannah\0@example.org', password: 'wrong' }],
  ['content.one', { slug: 'imprint\0' }],
  ['content.manage_list', { search: 'imprint\0' }],
  ['groups.list', { search: 'choir\0' }],
  ['accounts.list', { search: 'hannah\0' }],
  ['audit.list', { target_id: 'log\0' }],
  ['audit.list', { since: '0000-01-01T00:00:00.000Z' }],
])('%s finds nothing by what PostgreSQL has not, or refuses it', async (name, input) => {
  const { status } = await app.ask(name, input, { as: await app.signIn('peter') })
  expect(status).toBeLessThan(500)
})
