import { beforeAll, describe, expect, it } from 'vitest'
import type { EndpointName } from '../../../../contract/endpoints.ts'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import { type Context, now } from '../../../context.ts'
import { handlers } from '../../../features.ts'
import type { Refusal } from '../../../http/errors.ts'
import type { HandlerArgs } from '../../../http/implement.ts'
import { RateLimits } from '../../../http/limits/rate-limit.ts'
import type { Viewer } from '../../../http/session.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { depth } from '../../../test/depth.ts'
import { makeUser, setPeople } from '../../../test/make.ts'

describe('two administrators who take each other away at once', () => {
  const own = sharedTestApp()
  let ids: [string, string]
  beforeAll(async () => {
    ids = [await makeUser(own.ctx, { role: 'admin' }), await makeUser(own.ctx, { role: 'admin' })]
  })

  /** Expects exactly one active administrator, then restores both. */
  async function settle(round: number): Promise<void> {
    const { db } = own.ctx
    const left = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .execute()
    expect(left, `round ${round}`).toHaveLength(1)
    await setPeople(own.ctx, { role: 'admin', status: 'active', deletes_at: null, deletion_by: null })
  }

  it('over HTTP: one of them stays', async () => {
    const ways = [
      (id: string, as: string) => own.ask('accounts.set_role', { id, role: 'member' }, { as }),
      (id: string, as: string) => own.ask('accounts.suspend', { id, reason: 'A quarrel' }, { as }),
      (id: string, as: string) => own.ask('deletions.plan', { id, reason: 'A quarrel' }, { as }),
    ] as const
    for (let round = 0; round < depth.http_rounds; round += 1) {
      const [one, other] = [await own.open(ids[0]), await own.open(ids[1])]
      const [there, back] = [ways[round % 3] ?? ways[0], ways[Math.floor(round / 3) % 3] ?? ways[0]]
      const answers = await Promise.all([there(ids[1], one), back(ids[0], other)])
      const [first = 0, second = 0] = answers.map(({ status }) => status).toSorted((a, b) => a - b)
      expect(first, answers.map(({ text }) => text).join()).toBe(200)
      expect([401, 403, 409]).toContain(second)
      await settle(round)
    }
  })

  // Calls the handlers past the session check, which both pass, so that only the transaction keeps them apart.
  it('within their transactions: one of them stays', async () => {
    const limits = new RateLimits()
    const viewer = (id: string): Viewer => ({ id, role: 'admin', session_id: '', confirmed_at: now(own.ctx) })
    const facts = <Name extends EndpointName>(ctx: Context, id: string, input: ParsedInput<Name>) =>
      ({ ctx, limits, viewer: viewer(id), input, exchange: undefined }) as unknown as HandlerArgs<Name>
    const reason = 'A quarrel'
    type Way = (ctx: Context, by: string, id: string) => Promise<unknown>
    const ways: readonly [Way, Way, Way] = [
      (ctx: Context, by: string, id: string) =>
        handlers['accounts.set_role'](facts<'accounts.set_role'>(ctx, by, { id, role: 'member' })),
      (ctx: Context, by: string, id: string) =>
        handlers['accounts.suspend'](facts<'accounts.suspend'>(ctx, by, { id, reason })),
      (ctx: Context, by: string, id: string) =>
        handlers['deletions.plan'](facts<'deletions.plan'>(ctx, by, { id, reason })),
    ]
    for (let round = 0; round < depth.race_rounds; round += 1) {
      const [there, back] = [ways[round % 3] ?? ways[0], ways[Math.floor(round / 3) % 3] ?? ways[0]]
      const results = await Promise.allSettled([
        own.ctx.transaction((ctx) => there(ctx, ids[0], ids[1])),
        own.ctx.transaction((ctx) => back(ctx, ids[1], ids[0])),
      ])
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Refusal] : []))
      expect(refused.map(({ code }) => code)).toHaveLength(1)
      expect(['request.forbidden', 'users.last_admin']).toContain(refused[0]?.code)
      await settle(round)
    }
  }, 120_000)
})
