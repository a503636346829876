import { randomUUID } from 'node:crypto'
import { forgetWords, listCasesOf } from '../features/care/cases/cases.commands.ts'
import { listCases, readCareCase } from '../features/care/cases/cases.queries.ts'
import { type Insertable, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { listAppeals, readAppeal } from '../features/care/reports/appeals.queries.ts'
import { listVersions as listModels, readLearnedModel } from '../features/classification/classifications/learning.ts'
import { readCorrections } from '../features/classification/classifications/corrections.ts'
import { nextOutdated, nextUnclassified } from '../features/classification/classifications/classifications.queries.ts'
import { readRun } from '../features/classification/classifications/reclassification.ts'
import { listPublished, nextNotificationChange } from '../features/site/content/content.queries.ts'
import { listAboutOwn, readOwnDecisions } from '../features/care/review/decisions.queries.ts'
import {
  listAlerts,
  listHeld,
  listUpdatesOfHeld,
  readAlarmingPrayer,
  readHeld,
} from '../features/care/review/review.queries.ts'
import {
  countReports,
  listReports,
  readCase,
  readOpenReports,
  readRelatedReports,
  readReport,
} from '../features/care/reports/reports.queries.ts'
import { readSavedTranslation } from '../features/language/translations/translations.queries.ts'
import { purgeOldTranslations } from '../features/language/translations/translations.commands.ts'
import type { Viewer } from '../http/session.ts'
import { listEvents, listEventsAfter, listEventsSince, purgeEvents, readNewestEvents } from '../live/events.ts'
import { depth } from '../test/depth.ts'
import { sharedTestApp } from '../test/shared-app.ts'
import { insertAll, rowOfPerson, rowOfPrayer } from '../test/make.ts'
import { recordStatements, wholeScan } from '../test/plans.ts'
import type { Schema } from './schema.ts'

const ROWS = depth.planned_rows
const BATCH = 500
/** One of this many items is waiting; the others are completed. */
const WAITING = 100

const timeOf = (index: number): string => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
const LATE = timeOf(ROWS - 20)
const EARLY = timeOf(20)

/** Background jobs and the queries of staff use an index, however many completed items exist. */
describe('query plans of what was done and what waits', () => {
  const app = sharedTestApp()
  let hannah: Viewer
  let ruth: Viewer
  const prayers = Array.from({ length: ROWS }, () => randomUUID())
  const reports = Array.from({ length: ROWS }, () => randomUUID())
  const decisions = Array.from({ length: ROWS }, () => randomUUID())

  beforeAll(async () => {
    hannah = { id: await app.person('hannah'), role: 'member', session_id: '', confirmed_at: '' }
    ruth = { id: await app.person('ruth'), role: 'moderator', session_id: '', confirmed_at: '' }
    const { db } = app.ctx
    const people = Array.from({ length: 2000 }, () => randomUUID())
    const rows = people.map((id) => rowOfPerson(id, EARLY))
    await insertAll(db, 'users', rows)
    const [page] = await db.selectFrom('content').selectAll().limit(1).execute()
    if (!page) throw new Error('There is no content.')
    for (let start = 0; start < ROWS; start += BATCH) {
      const all = Array.from({ length: BATCH }, (_, offset) => start + offset)
      const of = <Row>(make: (index: number, at: string) => Row): Row[] =>
        all.map((index) => make(index, timeOf(index)))
      const waits = (index: number): boolean => index % WAITING === 0
      await app.ctx.transaction(async (inside) => {
        const fill = <Table extends keyof Schema>(
          table: Table,
          make: (index: number, at: string) => Insertable<Schema[Table]>,
        ) => insertAll(inside.db, table, of(make))
        await fill('prayers', (index, at) => ({
          id: prayers[index] ?? '',
          author_id: people[index % people.length] ?? '',
          content: `Request ${index}`,
          visibility: 'public' as const,
          waiting_order: index % 40,
          ...rowOfPrayer(at),
          publication: waits(index) ? ('held' as const) : ('published' as const),
          held_reason: waits(index) ? (index % 200 === 0 ? ('crisis' as const) : ('moderator' as const)) : null,
          held_at: waits(index) ? at : null,
        }))
        await fill('care_cases', (index, at) => ({
          prayer_request_id: prayers[index] ?? '',
          by_words: true,
          opened_at: at,
          closed_at: waits(index) ? null : at,
        }))
        await fill('care_case_entries', (index, at) => ({
          id: randomUUID(),
          prayer_request_id: prayers[index] ?? '',
          act: 'message' as const,
          user_id: people[index % people.length] ?? '',
          to_user_id: null,
          content: waits(index) ? 'We are here.' : null,
          created_at: at,
        }))
        await fill('prayer_updates', (index, at) => ({
          id: randomUUID(),
          prayer_request_id: prayers[index] ?? '',
          author_id: people[index % people.length] ?? '',
          content: 'An update',
          created_at: at,
          updated_at: at,
        }))
        const kept = of((index, at) => ({
          text_hash: `hash ${index}`,
          target: 'de' as const,
          prayer_request_id: prayers[index] ?? '',
          update_id: null,
          title: null,
          content: 'Ein Anliegen',
          created_at: at,
        })).filter((_, offset) => !waits(start + offset))
        await insertAll(inside.db, 'translations', kept)
        await fill('events', (index, at) => ({
          kind: 'prayed',
          audience: 'members' as const,
          prayer_request_id: prayers[index] ?? '',
          created_at: at,
        }))
        await fill('reports', (index, at) => ({
          id: reports[index] ?? '',
          reporter_id: people[(index * 7) % people.length] ?? '',
          prayer_request_id: prayers[index] ?? '',
          report_type: index % 300 === 0 ? 'danger_to_self' : 'spam',
          status: waits(index) ? ('open' as const) : ('dismissed' as const),
          created_at: at,
          updated_at: at,
          decided_at: waits(index) ? null : at,
        }))
        await fill('decisions', (index, at) => ({
          id: decisions[index] ?? '',
          prayer_request_id: prayers[index] ?? '',
          report_id: reports[index] ?? '',
          decision: 'hidden' as const,
          restores: '{}',
          decided_by: ruth.id,
          decided_at: at,
          appeal: waits(index) ? 'Please look again' : null,
          appealed_at: waits(index) ? at : null,
        }))
        await fill('classifications', (index, at) => ({
          prayer_request_id: prayers[index] ?? '',
          model_id: waits(index) ? 'an old model' : 'a model',
          labels: '[]',
          scores: '{}',
          doubt: null,
          classified_at: at,
        }))
        await fill('classification_examples', (index, at) => ({
          prayer_request_id: prayers[index] ?? '',
          categories: '[]',
          wrong: '[]',
          taught_at: at,
        }))
        const pages = all.map(() => randomUUID())
        await fill('content', (index, at) => ({
          ...page,
          metadata: '{}',
          id: pages[index - start] ?? '',
          slug: null,
          content_type: 'notification' as const,
          // Past ones are archived; a few are shown.
          status: waits(index) ? ('published' as const) : ('archived' as const),
          published: waits(index),
          user_id: index % 2 === 0 ? null : (people[index % people.length] ?? ''),
          created_at: at,
          updated_at: at,
          published_at: at,
        }))
        await fill('notification_reads', (index, at) => ({
          content_id: pages[index - start] ?? '',
          user_id: people[index % people.length] ?? '',
          read_at: at,
        }))
      })
    }
    await sql`analyze`.execute(db)
  }, 240_000)

  const tables =
    'care_cases|care_case_entries|entry|prayers|prayer_updates|translations|events|reports|earlier|member|other|decisions|classifications|classification_examples|example|content|users|author|notification_reads'
  const whole = wholeScan(tables)

  /** Returns the plan lines that scan a whole table. */
  async function scansOf(work: (ctx: Context) => Promise<unknown>): Promise<string[]> {
    const statements = await recordStatements(app, (db) => work({ ...app.ctx, db }))
    expect(statements.length).toBeGreaterThan(0)
    const found = []
    for (const { sql: text, parameters } of statements) {
      const plan = await app.ctx.database.engine.explain(text, parameters)
      // SQLite walks the ids of a table from one end without an index, and calls that a scan.
      const isWalk = text.includes('order by "id"') && text.includes('limit')
      found.push(...plan.filter((line) => whole.test(line) && !(isWalk && line === 'SCAN events')))
    }
    return found
  }

  const page = { page: 0, pageSize: 20, kept: false }
  const report = async (ctx: Context) => {
    const row = await readReport(ctx, ruth, reports[WAITING] ?? '')
    if (!row) throw new Error('There is no such report.')
    return row
  }

  it.each<[string, (ctx: Context) => Promise<unknown>]>([
    ['the newest events', ({ db }) => readNewestEvents(db, LATE)],
    ['events that were missing', ({ db }) => listEvents(db, [ROWS - 20, ROWS - 10])],
    ['the events after one', ({ db }) => listEventsAfter(db, ROWS - 20, 1000)],
    ['the events since a time', ({ db }) => listEventsSince(db, ruth, LATE, 200)],
    ['forgetting old events', ({ db }) => purgeEvents(db, timeOf(-1))],
    ['a translation that is kept', (ctx) => readSavedTranslation(ctx, 'hash 7', 'de')],
    [
      'forgetting old translations',
      (ctx) => purgeOldTranslations({ ...ctx, clock: () => new Date(Date.UTC(2026, 0, 1)) }),
    ],
    ['what waits for the team', (ctx) => listHeld(ctx, ruth, { ...page, danger: undefined })],
    ['what waits and sounds of danger', (ctx) => listHeld(ctx, ruth, { ...page, danger: true })],
    ['updates that wait', ({ db }) => listUpdatesOfHeld(db, prayers.slice(0, 20))],
    ['alerts', (ctx) => listAlerts(ctx, ruth)],
    ['the cases of the care team', (ctx) => listCases(ctx, ruth)],
    ['one case', (ctx) => readCareCase(ctx, ruth, prayers[0] ?? '')],
    ['the words of cases that are over', (ctx) => forgetWords(ctx)],
    ['cases that somebody has', (ctx) => listCasesOf(ctx, ruth.id)],
    ['one that waits', (ctx) => readHeld(ctx, ruth, prayers[0] ?? '')],
    ['one that alarms', (ctx) => readAlarmingPrayer(ctx, ruth, prayers[0] ?? '')],
    ['cases that are open', (ctx) => listReports(ctx, ruth, { status: 'open', page: 0, limit: 20 })],
    [
      'open cases of a kind',
      (ctx) => listReports(ctx, ruth, { status: 'open', report_type: 'hate', page: 0, limit: 20 }),
    ],
    ['how many cases are open', (ctx) => countReports(ctx, ruth)],
    ['a report', (ctx) => report(ctx)],
    ['the others of a case', async (ctx) => readRelatedReports(ctx.db, [await report(ctx)])],
    ['the members of an open case', async (ctx) => readCase(ctx.db, await report(ctx), reports.slice(0, 3))],
    [
      'the members of a closed case',
      async (ctx) => readCase(ctx.db, { ...(await report(ctx)), status: 'dismissed' }, []),
    ],
    ['all that is open about a thing', async (ctx) => readOpenReports(ctx.db, await report(ctx))],
    ['decisions that can be taken back', ({ db }) => readOwnDecisions(db, ruth, decisions.slice(0, 20))],
    ['decisions about one’s own', (ctx) => listAboutOwn(ctx, hannah)],
    ['appeals', (ctx) => listAppeals(ctx, ruth)],
    ['an appeal', (ctx) => readAppeal(ctx, ruth, decisions[WAITING] ?? '')],
    ['what the site has learned', (ctx) => readLearnedModel(ctx)],
    ['the newest corrections', (ctx) => readCorrections(ctx)],
    ['the versions of the model', ({ db }) => listModels(db)],
    ['the last walk over all requests', ({ db }) => readRun(db)],
    ['the next requests of a walk', ({ db }) => nextUnclassified(db, prayers[9] ?? '', 100)],
    ['requests that another model sorted', ({ db }) => nextOutdated(db, 'a model', 500)],
    ['announcements, for a visitor', (ctx) => listPublished(ctx, null, { type: 'notification' })],
    ['announcements, for a member', (ctx) => listPublished(ctx, hannah, { type: 'notification', unread: true })],
    ['when announcements next change', (ctx) => nextNotificationChange(ctx)],
  ])('%s: no table is read whole', async (_, work) => {
    expect(await scansOf(work)).toEqual([])
  })
})
