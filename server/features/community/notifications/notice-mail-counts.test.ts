import { beforeAll, expect, it } from 'vitest'
import { notify } from './notifications.commands.ts'
import { DAY_MS, HOUR_MS } from '../../../../contract/time.values.ts'
import { sharedSmtp, sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer } from '../../../test/make.ts'
import type { PersonName } from '../../../test/people.ts'

const smtp = sharedSmtp()
const app = sharedTestApp(() => ({ environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org' } }))
let hannah: string
beforeAll(async () => {
  hannah = await app.person('hannah')
  await app.ctx.db.updateTable('users').set({ email_verified_at: '2026-01-01T00:00:00.000Z' }).execute()
  // Noon, which is no quiet hour.
  app.advance(DAY_MS - (app.ctx.clock().getTime() % DAY_MS) + 12 * HOUR_MS)
})

const choose = async (rhythm: string, times: object = {}) => {
  const as = await app.signIn('hannah')
  await app.ask('preferences.write', { id: hannah, notices: { prayed: rhythm }, ...times }, { as })
}
const pray = async (id: string, ...names: PersonName[]) => {
  for (const name of names) {
    const { status } = await app.ask('prayers.pray', { id }, { as: await app.signIn(name) })
    expect(status).toBe(200)
  }
}
const passes = async (days: number) => {
  for (let hours = 0; hours < days * 24; hours += 6) {
    app.advance(6 * HOUR_MS)
    await app.runJobs()
  }
}
/** What the only mail since the last call tells. */
const takeCounts = () => {
  const mails = smtp.received.splice(0)
  expect(mails).toHaveLength(1)
  return mails.flatMap(({ mail }) => mail.text.split('\n').filter((line) => line.includes('prayed for'))).toSorted()
}

it('a week’s email counts the people of all its days, each request by itself, also where none may be named', async () => {
  await choose('weekly')
  const friends = ['tomas', 'grace', 'yusuf'] as const
  const group_id = await makeGroup(app.ctx, [hannah, ...(await Promise.all(friends.map((name) => app.person(name))))])
  const id = await makePrayer(app.ctx, hannah)
  const [first, second] = [
    await makePrayer(app.ctx, hannah, { visibility: 'group', group_id }),
    await makePrayer(app.ctx, hannah, { visibility: 'group', group_id }),
  ]
  await pray(id, 'tomas', 'grace', 'yusuf')
  await pray(first, 'tomas', 'grace', 'yusuf')
  await pray(second, 'tomas')
  await passes(1)
  await pray(id, 'marcos', 'ines')
  await passes(7)
  expect(takeCounts()).toEqual([
    '1 person prayed for your request',
    '3 people prayed for your request',
    '5 people prayed for your request',
  ])
})

it('who prayed and took it back is no news', async () => {
  await choose('daily')
  const id = await makePrayer(app.ctx, hannah)
  const nobody = { kind: 'prayed', prayer_request_id: id, payload: { people: 0 } } as const
  await app.ctx.transaction((ctx) => notify(ctx, [hannah], nobody))
  await passes(2)
  expect(smtp.received).toEqual([])
})

it('a week is told whole also where its hour is moved, on its day, to one that has passed', async () => {
  await passes((8 - app.ctx.clock().getUTCDay()) % 7)
  await choose('weekly', { notice_hour: 20 })
  await pray(await makePrayer(app.ctx, hannah), 'tomas', 'grace', 'yusuf')
  await passes(6)
  expect(smtp.received).toEqual([])
  await choose('weekly', { notice_hour: 8 })
  await passes(7)
  expect(takeCounts()).toEqual(['3 people prayed for your request'])
})
