import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Visibility } from '../../contract/prayers.ts'
import { engine } from '../test/app.ts'
import { isFull } from '../test/depth.ts'
import { newFolder } from '../test/folder.ts'
import { newDatabaseUrl } from '../test/postgres.ts'
import { type OpenDatabase, migrate, openDatabase } from './open.ts'
import type { Publication } from './schema.ts'

const [ASKED, HELD, REPORTED, PASSED_ON, TAKEN] = [1, 2, 3, 4, 5].map((day) => `2026-05-0${day}T10:00:00.000Z`) as [
  string,
  string,
  string,
  string,
  string,
]
const times = { created_at: ASKED, updated_at: ASKED }

/** The migration does not change any more, and the sites of releases take it on both engines. */
const itOnce = it.runIf(engine === 'sqlite' || isFull)

let site: OpenDatabase
let author: string
let ruth: string
beforeEach(async () => {
  const data_dir = newFolder()
  site = openDatabase({ data_dir, database_url: engine === 'postgres' ? await newDatabaseUrl() : undefined })
  // As the version before made it.
  await migrate(site, { to: '0014-unproven-holders' })
  ;[author, ruth] = [randomUUID(), randomUUID()]
  for (const id of [author, ruth]) {
    const person = { id, email: `${id}@example.org`, display_name: 'Somebody', password_hash: 'none', ...times }
    await site.db.insertInto('users').values(person).execute()
  }
})
afterEach(() => site.db.destroy())

interface Old {
  publication?: Publication
  held_reason?: 'crisis' | 'links'
  visibility?: Visibility
  kept_at?: string
  acknowledged_at?: string
}

async function insert(part: Old): Promise<string> {
  const id = randomUUID()
  const flags = { is_anonymous: false, is_urgent: false, is_guarded: false, about_other: false }
  const row = { id, author_id: author, content: 'Please pray.', visibility: 'public' as const, ...flags, ...times }
  await site.db
    .insertInto('prayers')
    .values({ ...row, listed_at: ASKED, last_activity_at: ASKED, ...(part.held_reason && { held_at: HELD }), ...part })
    .execute()
  return id
}
const report = async (prayer_request_id: string, update_id: string | null, status: 'open' | 'dismissed' = 'open') => {
  const target = update_id === null ? { prayer_request_id } : { update_id }
  const row = { id: randomUUID(), reporter_id: ruth, report_type: 'danger_to_self', status, ...target }
  await site.db
    .insertInto('reports')
    .values({ ...row, created_at: REPORTED, updated_at: REPORTED })
    .execute()
}
const update = async (prayer_request_id: string) => {
  const id = randomUUID()
  const row = { id, prayer_request_id, author_id: author, content: 'An update.', ...times }
  await site.db.insertInto('prayer_updates').values(row).execute()
  return id
}
const decide = async (prayer_request_id: string, decision: 'referred_to_care' | 'kept_held', is_undone = false) => {
  const row = { id: randomUUID(), prayer_request_id, decision, decided_by: ruth, decided_at: PASSED_ON, restores: '{}' }
  await site.db
    .insertInto('decisions')
    .values({ ...row, ...(is_undone && { undone_at: PASSED_ON }) })
    .execute()
}

const held = { publication: 'held', held_reason: 'crisis' } as const

itOnce.each<[string, Old, ((id: string) => Promise<unknown>) | null, object | undefined]>([
  ['held for danger', held, null, { by_words: true, by_report: false, by_referral: false, opened_at: HELD }],
  ['held, and somebody has it', { ...held, acknowledged_at: TAKEN }, null, { opened_at: HELD }],
  ['held and private', { ...held, visibility: 'private' }, null, undefined],
  ['held for its links', { publication: 'held', held_reason: 'links' }, null, undefined],
  ['published', {}, null, undefined],
  ['reported', {}, (id) => report(id, null), { by_words: false, by_report: true, opened_at: REPORTED }],
  ['reported in an update', {}, async (id) => report(id, await update(id)), { by_report: true, opened_at: REPORTED }],
  ['hidden and reported', { publication: 'hidden' }, (id) => report(id, null), { by_report: true }],
  ['deleted and reported', { publication: 'deleted' }, (id) => report(id, null), undefined],
  ['reported, and that was decided', {}, (id) => report(id, null, 'dismissed'), undefined],
  ['passed on', {}, (id) => decide(id, 'referred_to_care'), { by_referral: true, opened_at: PASSED_ON }],
  ['passed on, and that was taken back', {}, (id) => decide(id, 'referred_to_care', true), undefined],
  ['passed on, and looked after', { acknowledged_at: TAKEN }, (id) => decide(id, 'referred_to_care'), undefined],
])('the case of a request that the version before had %s', async (_, part, add, expected) => {
  const id = await insert(part)
  await add?.(id)
  await migrate(site)
  const cases = await site.db.selectFrom('care_cases').selectAll().execute()
  const entries = await site.db.selectFrom('care_case_entries').select(['act', 'created_at']).execute()
  if (expected === undefined) {
    expect([cases, entries]).toEqual([[], []])
    return
  }
  expect(cases).toMatchObject([{ prayer_request_id: id, closed_at: null, outcome: null, ...expected }])
  const acts = entries.map(({ act }) => act).toSorted()
  expect(acts).toEqual(part.acknowledged_at === undefined ? ['opened'] : ['opened', 'taken'])
})

itOnce('what somebody kept is with them', async () => {
  const id = await insert({ ...held, kept_at: PASSED_ON })
  await decide(id, 'kept_held')
  await migrate(site)
  const row = await site.db.selectFrom('prayers').select(['acknowledged_by', 'acknowledged_at']).executeTakeFirst()
  expect(row).toEqual({ acknowledged_by: ruth, acknowledged_at: PASSED_ON })
  const taken = site.db.selectFrom('care_case_entries').select(['user_id', 'created_at']).where('act', '=', 'taken')
  expect(await taken.execute()).toEqual([{ user_id: ruth, created_at: PASSED_ON }])
  expect(await site.db.selectFrom('care_cases').select('prayer_request_id').execute()).toHaveLength(1)
})
