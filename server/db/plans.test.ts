import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { listDoubted, listMachineLinks } from '../features/classification/classifications/miscategorized.queries.ts'
import { listAwaitingApproval } from '../features/identity/invitations/invitations.queries.ts'
import { readCalendar } from '../features/community/calendar-feeds/calendar-feeds.queries.ts'
import { listNotices, readUnread } from '../features/community/notifications/notifications.queries.ts'
import { listPrayers } from '../features/community/prayers/feed.queries.ts'
import { readCandidates } from '../features/community/today/today.queries.ts'
import { listLinks, readPrayerDetail } from '../features/community/prayers/prayers.queries.ts'
import { readJobStatus } from '../features/site/checks/checks.queries.ts'
import { readDeskToday } from '../features/site/desk/desk.queries.ts'
import { listUsers } from '../features/identity/accounts/accounts.queries.ts'
import { listAuditEntries } from '../features/site/audit/audit.queries.ts'
import { listForModeration } from '../features/care/moderations/moderations.queries.ts'
import type { Viewer } from '../http/session.ts'
import { indexPrayers } from './search.ts'
import { type TestApp, engine } from '../test/app.ts'
import { sharedTestApp } from '../test/shared-app.ts'
import { insertAll, rowOfPerson, rowOfPrayer } from '../test/make.ts'
import { plansOf, recordStatements, wholeScan } from '../test/plans.ts'

const ROWS = 20_000

/**
 * Lists that people read use an index, however many requests exist. Checks the plans of the statements that the
 * handlers send, on a database large enough to affect the planner.
 */
describe('query plans', () => {
  const app = sharedTestApp()
  let viewer: Viewer
  let category_id: string
  let a_prayer: string

  beforeAll(async () => {
    viewer = { id: await app.person('hannah'), role: 'member', session_id: '', confirmed_at: '' }
    const { db } = app.ctx
    const authors = [viewer.id, ...Array.from({ length: 1999 }, () => randomUUID())]
    const people = authors.slice(1).map((id) => rowOfPerson(id, '2026-01-01T00:00:00.000Z'))
    await insertAll(db, 'users', people)
    const categories = await db.selectFrom('categories').select('id').execute()
    category_id = categories[3]?.id ?? ''
    const visibilities = ['public', 'public', 'public', 'members', 'private'] as const
    for (let start = 0; start < ROWS; start += 500) {
      const rows = Array.from({ length: 500 }, (_, offset) => {
        const index = start + offset
        const time = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
        return {
          id: randomUUID(),
          author_id: authors[index % authors.length] ?? null,
          content: `Request ${index}`,
          visibility: visibilities[index % 5] ?? 'public',
          pray_count: index % 40,
          waiting_order: index % 40,
          update_count: 1,
          ...rowOfPrayer(time),
          status: index % 10 === 0 ? ('answered' as const) : ('open' as const),
          answered_at: index % 10 === 0 ? time : null,
        }
      })
      await app.ctx.transaction(async (inside) => {
        await inside.db.insertInto('prayers').values(rows).execute()
        const texts = rows.map((row, offset) => ({
          ...row,
          title: offset % 250 === 0 ? 'A rarity' : null,
          language: null,
        }))
        await indexPrayers(inside.db, texts)
      })
      const links = rows.map(({ id, listed_at }, offset) => ({
        prayer_request_id: id,
        category_id: categories[offset % categories.length]?.id ?? '',
        is_machine_generated: true,
        confidence: 0.9,
        listed_at,
        created_at: listed_at,
      }))
      await db.insertInto('prayer_categories').values(links).execute()
      const prayed = rows.map(({ id, created_at }, offset) => ({
        prayer_request_id: id,
        user_id: authors[(offset * 7) % authors.length] ?? '',
        first_prayed_at: created_at,
        prayed_at: created_at,
      }))
      await db.insertInto('prayed').values(prayed).execute()
      a_prayer = rows[0]?.id ?? ''
      const updates = rows.map(({ id, author_id, created_at }) => ({
        id: randomUUID(),
        prayer_request_id: id,
        author_id,
        content: 'An update',
        created_at,
        updated_at: created_at,
      }))
      await db.insertInto('prayer_updates').values(updates).execute()
      const reactions = rows.map(({ id, created_at }, offset) => ({
        id: randomUUID(),
        user_id: authors[(offset * 3) % authors.length] ?? '',
        prayer_request_id: id,
        update_id: null,
        type: 'amen' as const,
        created_at,
      }))
      await db.insertInto('reactions').values(reactions).execute()
      const counts = rows.map(({ id }) => ({ target_id: id, type: 'amen', count: 1 }))
      await db.insertInto('reaction_counts').values(counts).execute()
      const predictions = rows.map(({ id, created_at }, offset) => ({
        prayer_request_id: id,
        model_id: 'a-model',
        labels: '[]',
        scores: '{}',
        doubt: offset % 100 === 0 ? ('unsure' as const) : null,
        classified_at: created_at,
      }))
      await db.insertInto('classifications').values(predictions).execute()
      const notices = rows.map(({ id, created_at }, offset) => ({
        id: randomUUID(),
        user_id: authors[(start + offset) % authors.length] ?? '',
        kind: 'update',
        prayer_request_id: id,
        payload: '{}',
        read_at: offset % 5 === 0 ? null : created_at,
        created_at,
      }))
      await db.insertInto('notifications').values(notices).execute()
      const follows = prayed.map(({ prayer_request_id, user_id, prayed_at }) => ({
        prayer_request_id,
        user_id,
        created_at: prayed_at,
      }))
      await db.insertInto('follows').values(follows).execute()
    }
    const acts = Array.from({ length: ROWS / 2 }, (_, index) => ({
      id: randomUUID(),
      actor_id: authors[index % authors.length] ?? null,
      action: `thing.${index % 40}`,
      target_type: 'thing',
      target_id: `thing ${index % 3000}`,
      detail: '{}',
      created_at: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    }))
    await insertAll(db, 'audit_log', acts)
    await sql`analyze`.execute(db)
  }, 120_000)

  /** Returns the plan of the statement that reads the list. */
  async function planOf(work: (db: TestApp['ctx']['db']) => Promise<unknown>): Promise<string[]> {
    const [list] = await recordStatements(app, work)
    if (!list) throw new Error('nothing was sent')
    return await app.ctx.database.engine.explain(list.sql, list.parameters)
  }

  const scans =
    engine === 'sqlite'
      ? /^SCAN (prayers|prayer_categories|link|prayed|author)\b(?!.*USING (COVERING )?INDEX)|TEMP B-TREE/
      : /Seq Scan on (prayers|prayer_categories|prayed)|Sort Key: prayers/

  const lists = (['newest', 'waiting', 'answered'] as const).flatMap((view) =>
    (['visitor', 'member'] as const).map((who) => [view, who] as const),
  )
  it.each(lists)('%s, read by a %s, walks an index from the first page and from deep within', async (view, who) => {
    const reader = who === 'member' ? viewer : null
    const first = await listPrayers(app.ctx.db, reader, { view, pageSize: 20, offset: 0, after: undefined })
    for (const after of [undefined, first.next]) {
      const plans = await planOf((db) => listPrayers(db, reader, { view, pageSize: 20, offset: 0, after }))
      expect(plans.filter((line) => scans.test(line))).toEqual([])
    }
  })

  it.each(['visitor', 'member'] as const)('a category, read by a %s, walks its own index', async (who) => {
    const reader = who === 'member' ? viewer : null
    const plans = await planOf((db) =>
      listPrayers(db, reader, { view: 'newest', pageSize: 20, offset: 0, after: undefined, category_id }),
    )
    expect(plans.filter((line) => scans.test(line))).toEqual([])
    expect(plans.join('\n')).toContain('prayer_categories_listed')
  })

  it.each(
    (['visitor', 'member'] as const).flatMap((who) =>
      (['newest', 'answered'] as const).flatMap((view) =>
        ['request', 'rarity', 'nowhere', 'request rarity'].map((search) => [search, view, who] as const),
      ),
    ),
  )('the search for "%s" in %s, by a %s, reads no table whole', async (search, view, who) => {
    const reader = who === 'member' ? viewer : null
    const options = { view, pageSize: 20, offset: 0, search, category_id: undefined }
    const first = await listPrayers(app.ctx.db, reader, { ...options, after: undefined })
    for (const after of [undefined, first.next]) {
      for (const more of [{}, { category_id }, ...(reader ? [{ mine: true }] : [])]) {
        expect(await scansOf((db) => listPrayers(db, reader, { ...options, ...more, after }))).toEqual([])
      }
    }
    if (engine === 'sqlite') {
      const plans = await planOf((db) => listPrayers(db, reader, { ...options, after: first.next }))
      expect(plans.filter((line) => /TEMP B-TREE/.test(line))).toEqual([])
    }
  })

  it.runIf(engine === 'postgres')('a word that hardly any request has is looked up in the index of words', async () => {
    const options = { view: 'newest' as const, pageSize: 20, offset: 0, category_id: undefined, after: undefined }
    const searchFor = async (search: string) => {
      const sent = await recordStatements(app, (db) => listPrayers(db, viewer, { ...options, search }))
      return sent.find((query) => query.sql.includes('words @@'))
    }
    const rare = await searchFor('nowhere')
    const plan = await app.ctx.database.engine.explain(rare?.sql ?? '', rare?.parameters ?? [])
    expect(plan.join('\n')).toMatch(/CTE found[^]*search_words_gin/)
    expect((await searchFor('request'))?.sql).not.toContain('found')
  })

  it.each([
    ['what is on the wall', {}, 'prayers_p'],
    ['what is hidden', { publication: 'hidden' as const }, 'prayers_hidden'],
    ['a category', { category: true }, 'prayer_categories_listed'],
  ])('the desk of moderators walks an index: %s', async (_, { category, ...part }: Record<string, unknown>, index) => {
    const moderator: Viewer = { ...viewer, role: 'moderator' }
    const filter = { publication: 'published' as const, reported: false, page: 0, pageSize: 20, ...part }
    const sent = await recordStatements(app, (db) =>
      listForModeration({ ...app.ctx, db }, moderator, { ...filter, ...(category === true && { category_id }) }),
    )
    const list = sent.find((query) => query.sql.includes('"prayers"'))
    if (!list) throw new Error('nothing was sent')
    const plans = await app.ctx.database.engine.explain(list.sql, list.parameters)
    expect(plans.filter((line) => scans.test(line))).toEqual([])
    expect(plans.join('\n')).toContain(index)
  })

  it('those who wait to be let in are found without looking at the others', async () => {
    const plans = await planOf((db) =>
      listAwaitingApproval(db, 0, { require_verified_email: true, shows_email: false }),
    )
    expect(plans.join('\n')).toContain('users_awaiting')
  })

  it.each([
    ['all', {}, 'audit_log_newest'],
    ['those of one person', { actor: true }, 'audit_log_of_actor'],
    ['those of one kind', { action: 'thing.7' }, 'audit_log_of_action'],
    ['those about one thing', { target_id: 'thing 70' }, 'audit_log_of_target'],
  ])('the acts of staff walk an index: %s', async (_, { actor, ...filter }: Record<string, unknown>, index) => {
    const plans = await planOf((db) =>
      listAuditEntries(
        db,
        { ...viewer, role: 'admin' },
        { ...filter, ...(actor === true && { actor: viewer.id }) },
        { after: undefined, pageSize: 50, sees_alarms: false },
      ),
    )
    expect(plans.join('\n')).toContain(index)
    expect(plans.filter((line) => /SCAN act(?!.*USING)|Seq Scan on audit_log|TEMP B-TREE/.test(line))).toEqual([])
  })

  it.each([
    ['all', {}, 'users_newest'],
    ['of a role', { role: 'moderator' }, 'users_of_role'],
    ['of a status', { status: 'suspended' }, 'users_of_status'],
  ] as const)('people are listed by an index: %s', async (_, filter, index) => {
    const plans = await planOf((db) => listUsers(db, filter, { page: 0, pageSize: 20 }))
    expect(plans.join('\n')).toContain(index)
    expect(plans.filter((line) => /TEMP B-TREE|Sort Key/.test(line))).toEqual([])
  })

  it.each([
    ['those that one follows', { following: true }, /follows_of_user|follows_pkey|autoindex_follows/],
    ['one’s own', { mine: true }, /prayers_of_author/],
  ])('%s walk the index of their reader', async (_, part, index) => {
    const page = { view: 'newest' as const, pageSize: 20, offset: 0, after: undefined, ...part }
    expect((await planOf((db) => listPrayers(db, viewer, page))).join('\n')).toMatch(index)
  })

  const tables =
    'search_words|search_places|prayers|prayer_categories|link|prayed|author|prayer_updates|reactions|reaction_counts|follows|classifications|notifications'
  const anyScan =
    engine === 'sqlite'
      ? // The search index is queried through itself: the M marks a match.
        new RegExp(`^SCAN (${tables})\\b(?!.*USING (COVERING )?INDEX|.*VIRTUAL TABLE INDEX \\d+:[=<>]*M)`)
      : new RegExp(`Seq Scan on (${tables})`)

  /** Returns the plan lines of all statements of the work that scan a whole table. */
  async function scansOf(work: (db: TestApp['ctx']['db']) => Promise<unknown>): Promise<string[]> {
    return (await plansOf(app, work)).filter((line) => anyScan.test(line))
  }

  it.each(['visitor', 'member'] as const)('the page of a request, read by a %s, reads no table whole', async (who) => {
    const reader = who === 'member' ? viewer : null
    expect(await scansOf((db) => readPrayerDetail(db, reader, a_prayer))).toEqual([])
    expect((await recordStatements(app, (db) => readPrayerDetail(db, reader, a_prayer))).length).toBeLessThanOrEqual(10)
  })

  it('what could come to a person today is found without reading a table whole', async () => {
    const day = { day: '2030-05-22', time_zone: 'Europe/Berlin', at: app.ctx.clock() }
    expect(await scansOf((db) => readCandidates(db, viewer, day))).toEqual([])
  })

  it('the calendar of a person reads no table whole', async () => {
    expect(await scansOf((db) => readCalendar({ ...app.ctx, db }, viewer))).toEqual([])
  })

  it('one’s notices walk their reader’s index', async () => {
    expect(await scansOf((db) => readUnread({ ...app.ctx, db }, viewer))).toEqual([])
    expect(await scansOf((db) => listNotices(db, viewer, { page: 0, pageSize: 20 }))).toEqual([])
    expect((await planOf((db) => listNotices(db, viewer, { page: 0, pageSize: 20 }))).join('\n')).toContain(
      'notifications_of_user',
    )
  })

  it.each(['visitor', 'member'] as const)(
    'a page of the links of all requests, for a %s, reads no table whole',
    async (who) => {
      const reader = who === 'member' ? viewer : null
      const plans = await planOf((db) => listLinks(db, reader, { page: 0, pageSize: 100 }))
      expect(plans.filter((line) => anyScan.test(line) || /TEMP B-TREE FOR ORDER|(?:^|-> +)Sort /.test(line))).toEqual(
        [],
      )
    },
  )

  it('what moderators look through reads no table whole', async () => {
    const ruth: Viewer = { ...viewer, role: 'moderator' }
    expect(await scansOf((db) => listDoubted(db, ruth, { page: 0, pageSize: 20 }))).toEqual([])
    const links = await planOf((db) => listMachineLinks(db, ruth, { page: 0, pageSize: 20 }))
    expect(links.filter((line) => anyScan.test(line) || /TEMP B-TREE|^ *Sort/.test(line))).toEqual([])
  })

  it('what waits at the desk of administrators is counted without reading a table whole', async () => {
    const at = '2026-01-01T00:00:00.000Z'
    const jobs = Array.from({ length: 5000 }, () => ({
      id: randomUUID(),
      kind: 'thing',
      payload: '{}',
      status: 'done' as const,
      max_attempts: 1,
      run_at: at,
      created_at: at,
      finished_at: at,
    }))
    await insertAll(app.ctx.db, 'jobs', jobs)
    // One in fifty waits.
    const alerted = await app.ctx.db.selectFrom('prayers').select('id').limit(2000).execute()
    const alerts = alerted.map(({ id }, index) => ({
      text_id: id,
      prayer_request_id: id,
      found_at: at,
      seen_at: index % 50 === 0 ? null : at,
    }))
    await insertAll(app.ctx.db, 'quiet_alerts', alerts)
    await sql`analyze`.execute(app.ctx.db)
    const peter: Viewer = { ...viewer, role: 'admin' }
    const plans = await plansOf(app, async (db) => {
      await readDeskToday({ ...app.ctx, db }, peter)
      await readJobStatus(db)
    })
    // What waits is little, and may be sorted.
    const whole = wholeScan('jobs|prayers|users|audit_log|quiet_alerts')
    expect(plans.length).toBeGreaterThan(8)
    expect(plans.filter((line) => whole.test(line))).toEqual([])
  })

  it('sends the same number of statements for one request as for a hundred', async () => {
    const count = async (pageSize: number): Promise<number> => {
      const options = { view: 'newest', pageSize, offset: 0, after: undefined } as const
      const sent = await recordStatements(app, (db) => listPrayers(db, viewer, options))
      // A setting is read again once it was dropped, whenever that is.
      return sent.filter((statement) => !statement.sql.includes('"settings"')).length
    }
    expect(await count(100)).toBe(await count(1))
  })
})
