import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { depth } from '../../../test/depth.ts'
import { makeUser } from '../../../test/make.ts'

const ROUNDS = depth.http_rounds / 3

const app = sharedTestApp()
let peter: string
let ruth: string
beforeAll(async () => {
  peter = await app.signIn('peter')
  ruth = await app.signIn('ruth')
})

it('who is let in and declined at one moment is either, and the other hears that nobody waits', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await makeUser(app.ctx)
    const { db } = app.ctx
    await db.updateTable('users').set({ awaits_approval: true, status: 'pending' }).where('id', '=', id).execute()
    const [approved, declined] = await Promise.all([
      app.ask('invitations.approve', { id }, { as: peter }),
      app.ask('invitations.decline', { id }, { as: ruth }),
    ])
    const left = await db.selectFrom('users').select('awaits_approval').where('id', '=', id).execute()
    const acts = await db.selectFrom('audit_log').select('action').where('target_id', '=', id).execute()
    expect([approved.status, declined.status, left.length, acts]).toEqual(
      approved.status === 200
        ? [200, 404, 1, [{ action: 'invitations.approve' }]]
        : [404, 200, 0, [{ action: 'invitations.decline' }]],
    )
  }
})

it('two who invite the same people at one moment invite each once', async () => {
  const elsewhere = await app.signIn('peter')
  for (let round = 0; round < ROUNDS; round += 1) {
    const people = [{ email: `${randomUUID()}@example.org` }]
    const invite = (as: string) => app.ask('invitations.create_list', { list_id: randomUUID(), people }, { as })
    const answers = await Promise.all([invite(peter), invite(elsewhere)])
    expect(answers.map(({ data }) => data.left_out).toSorted((first, second) => first - second)).toEqual([0, 1])
  }
})
