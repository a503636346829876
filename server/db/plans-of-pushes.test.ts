import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { readPushReceiver } from '../features/community/notifications/notice-pushes.queries.ts'
import { listPushDevices, readPushTargets } from '../features/identity/push-devices/push-devices.queries.ts'
import { claimPushes } from '../features/identity/push-devices/push-messages.commands.ts'
import { depth } from '../test/depth.ts'
import { sharedTestApp } from '../test/shared-app.ts'
import { insertAll, rowOfPerson } from '../test/make.ts'
import { plansOf, wholeScan } from '../test/plans.ts'

const ROWS = depth.planned_rows
const LATE = '2100-01-01T00:00:00.000Z'

/** However many devices there are, and messages that wait for the morning. */
describe('query plans of messages to devices', () => {
  const app = sharedTestApp()
  const ids = Array.from({ length: ROWS }, () => randomUUID())
  const [first = ''] = ids
  beforeAll(async () => {
    const at = app.ctx.clock().toISOString()
    await app.ctx.transaction(async ({ db }) => {
      // One id for a person, their session, device and message.
      const people = ids.map((id) => rowOfPerson(id, at))
      await insertAll(db, 'users', people)
      const times = { rotated_at: at, created_at: at, last_seen_at: at, expires_at: LATE, confirmed_at: at }
      const sessions = ids.map((id) => ({ id, user_id: id, current_jti: id, device: '', address_hash: '', ...times }))
      await insertAll(db, 'sessions', sessions)
      const seen = { p256dh: '', auth: '', created_at: at, seen_at: at }
      const devices = ids.map((id) => ({ id, user_id: id, session_id: id, endpoint: id, ...seen }))
      await insertAll(db, 'push_devices', devices)
      const messages = ids.map((id) => ({ id, device_id: id, topic: 'test', notification_id: null, due_at: LATE }))
      await insertAll(db, 'push_messages', messages)
    })
    await sql`analyze`.execute(app.ctx.db)
  }, 120_000)

  const whole = wholeScan('push_devices|push_messages|sessions|users')

  it.each<[string, (ctx: Context) => Promise<unknown>]>([
    ['the devices of some people', ({ db }) => readPushTargets(db, ids.slice(0, 3))],
    [
      'the devices of one person',
      ({ db }) => listPushDevices(db, { id: first, role: 'member', session_id: first, confirmed_at: '' }),
    ],
    ['who gets a message', ({ db }) => readPushReceiver(db, first)],
    ['what is due', (ctx) => claimPushes({ ...ctx, transaction: (work) => work(ctx) }, 64)],
  ])('%s: no table is read whole', async (_, work) => {
    const plans = await plansOf(app, (db) => work({ ...app.ctx, db }))
    expect(plans.length).toBeGreaterThan(0)
    expect(plans.filter((line) => whole.test(line))).toEqual([])
  })
})
