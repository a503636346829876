import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Endpoint, endpoints } from '../../contract/endpoints.ts'

it('nginx lets through the largest body that an endpoint takes', () => {
  const largest = Math.max(...Object.values<Endpoint>(endpoints).map(({ bodyLimit = 0 }) => bodyLimit))
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(readFileSync('deploy/nginx.conf', 'utf8')) ?? []
  expect(Number(megabytes ?? 1) * 1024 * 1024).toBeGreaterThanOrEqual(largest)
})
