import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { groupById, listGroups, listMembers } from '../features/community/groups/groups.queries.ts'
import {
  countNews,
  findDueGroups,
  findDueMails,
  listReaders,
  readMessage,
  readSummary,
} from '../features/community/group-summaries/group-summaries.queries.ts'
import { listGroupPrayers, listPrayers } from '../features/community/prayers/feed.queries.ts'
import type { Viewer } from '../http/session.ts'
import { type TestApp, engine } from '../test/app.ts'
import { sharedTestApp } from '../test/shared-app.ts'
import { depth } from '../test/depth.ts'
import { insertAll, makeGroup, rowOfPerson, rowOfPrayer } from '../test/make.ts'
import { plansOf, wholeScan } from '../test/plans.ts'

const MEMBERS = depth.group_members
/** The older half belongs to the large group: a scan of all published requests would skip the newer half in vain. */
const REQUESTS = depth.group_requests
const AT = '2026-01-01T00:00:00.000Z'

/** Reading a group costs the same however many members it has, and however much is shared in it and elsewhere. */
describe('query plans of a large group', () => {
  const app = sharedTestApp()
  let viewer: Viewer
  let group_id: string
  let other: string

  beforeAll(async () => {
    viewer = { id: await app.person('hannah'), role: 'member', session_id: '', confirmed_at: '' }
    group_id = await makeGroup(app.ctx, [viewer.id])
    other = await makeGroup(app.ctx, [viewer.id])
    const { db } = app.ctx
    const times = { created_at: AT, updated_at: AT }
    await app.ctx.transaction(async (transaction) => {
      const ids = Array.from({ length: MEMBERS }, () => randomUUID())
      const users = ids.map((id) => rowOfPerson(id, AT))
      await insertAll(transaction.db, 'users', users)
      const memberships = ids.map((user_id) => ({ group_id, user_id, ...times }))
      await insertAll(transaction.db, 'memberships', memberships)
      const prayers = Array.from({ length: REQUESTS }, (_, index) => {
        const time = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
        return {
          id: randomUUID(),
          author_id: viewer.id,
          group_id: index < REQUESTS / 2 ? group_id : other,
          visibility: 'group' as const,
          content: `Request ${index}`,
          waiting_order: index % 40,
          ...rowOfPrayer(time),
          status: index % 20 < 2 ? ('answered' as const) : ('open' as const),
          answered_at: index % 20 < 2 ? time : null,
        }
      })
      await insertAll(transaction.db, 'prayers', prayers)
    })
    await sql`analyze`.execute(db)
  }, 240_000)

  const readPlans = async (work: (db: TestApp['ctx']['db']) => Promise<unknown>) =>
    (await plansOf(app, work)).join('\n')
  const scans = wholeScan('prayers|memberships|users|author', 'm')

  const indexes = {
    newest: 'prayers_of_group',
    waiting: 'prayers_of_group_waiting',
    answered: 'prayers_of_group_answered',
  } as const
  it.each(['newest', 'waiting', 'answered'] as const)('its requests, %s, walk its own index', async (view) => {
    const options = { view, pageSize: 20, offset: 0, group_id }
    const { next } = await listPrayers(app.ctx.db, viewer, { ...options, after: undefined })
    for (const after of [undefined, next]) {
      const plans = await readPlans((db) => listPrayers(db, viewer, { ...options, after }))
      expect(plans).not.toMatch(scans)
      expect(plans).toMatch(new RegExp(`${indexes[view]}\\b`))
    }
  })

  it('the feed of all one’s groups walks each group’s index', async () => {
    const { next } = await listGroupPrayers(app.ctx.db, viewer, { pageSize: 20, after: undefined })
    for (const after of [undefined, next]) {
      const plans = await readPlans((db) => listGroupPrayers(db, viewer, { pageSize: 20, after }))
      expect(plans).not.toMatch(scans)
      expect(plans).toMatch(/prayers_of_group\b/)
    }
  })

  it('its members walk the index of their group', async () => {
    const options = { status: 'active' as const, pageSize: 50 }
    for (const after of [undefined, [AT, '7fffffff-0000-4000-8000-000000000000'] as [string, string]]) {
      const plans = await readPlans((db) => listMembers(db, group_id, { ...options, after }))
      expect(plans).not.toMatch(scans)
      expect(plans).toMatch(/memberships_of_group/)
    }
  })

  it('its leaders walk the index of leaders, and its new requests that of its newest', async () => {
    const options = { status: 'active' as const, leaders: true, after: undefined, pageSize: 50 }
    const leaders = await readPlans((db) => listMembers(db, group_id, options))
    expect(leaders).not.toMatch(scans)
    expect(leaders).toMatch(/memberships_of_leaders/)
    const cards = await readPlans((db) => groupById(db, viewer.id, group_id))
    expect(cards).not.toMatch(scans)
    expect(cards).toMatch(/prayers_of_group\b/)
  })

  it('its summary walks the hours that it tells of', async () => {
    // Of fourteen days of requests, one.
    const period = { since: '2026-01-10T00:00:00.000Z', until: '2026-01-11T00:00:00.000Z' }
    for (const except of [null, viewer.id]) {
      const plans = await readPlans((db) => countNews(db, group_id, period, except))
      expect(plans).not.toMatch(scans)
      // PostgreSQL 18 takes any index that has the hours, where a site has few authors.
      expect(plans).toMatch(/prayers_of_group\b|Index Cond: \(\(listed_at >= /)
      expect(plans).toMatch(/prayers_of_group_answered/)
    }
  })

  it('what is due of summaries is found by its time, and read by its keys', async () => {
    const summaryScans =
      engine === 'sqlite'
        ? wholeScan('group_readers|memberships|prayers|users', 'm')
        : wholeScan('memberships|prayers|users')
    const due = await readPlans((db) => findDueMails(db, AT, 20))
    expect(due).not.toMatch(summaryScans)
    expect(due).toMatch(/memberships_summary/)
    expect(await readPlans((db) => findDueGroups(db, AT, 20))).not.toMatch(summaryScans)
    const to_member = { kind: 'member' as const, group_id, user_id: viewer.id, mail_at: AT }
    const to_reader = { kind: 'reader' as const, id: randomUUID(), mail_at: AT }
    const to_ask = { ...to_reader, kind: 'ask' as const }
    for (const one of [to_member, to_reader, to_ask])
      expect(await readPlans((db) => readMessage({ ...app.ctx, db }, one))).not.toMatch(summaryScans)
    expect(await readPlans((db) => listReaders(db, group_id))).not.toMatch(summaryScans)
    expect(await readPlans((db) => readSummary({ ...app.ctx, db }, group_id, viewer.id))).not.toMatch(summaryScans)
  })

  it('one’s own groups are found by who belongs to them', async () => {
    const plans = await readPlans((db) => listGroups(db, viewer.id, { mine: true, page: 0, pageSize: 20 }))
    expect(plans).not.toMatch(scans)
  })
})
