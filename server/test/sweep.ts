import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { DAY_END } from '../../contract/prayers.values.ts'
import type { Context } from '../context.ts'
import { seesCrises } from '../features/care/review/review.rules.ts'
import { readCareTeam } from '../features/identity/users/care-team.ts'

/** A word that occurs in one request only: where it appears, that request was exposed. */
const CANARY = /canary-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Checks everything that leaves a test's server for data that its receiver may not see. */
export class LeakDetector {
  readonly #leaks: string[] = []
  #log = ''

  /** Receives the server's log at the most verbose level. */
  readonly log = { write: (line: string): void => void (this.#log += line) }

  /** Checks a response by the reader's permissions at this moment. */
  async checkAnswer(
    ctx: Context,
    where: string,
    authorization: string | null | undefined,
    text: string,
  ): Promise<void> {
    for (const canary of new Set(text.match(CANARY))) {
      const leak = await findLeak(ctx, canary, parseSubject(authorization), text)
      if (leak !== undefined) this.#leaks.push(`${where} ${leak}`)
    }
    if (text.includes('"report_type"')) {
      for (const leak of await findReporters(ctx, text)) this.#leaks.push(`${where} ${leak}`)
    }
  }

  /** Returns every leak so far, as a sentence. */
  async leaks(ctx: Context): Promise<string[]> {
    return [
      ...this.#leaks,
      ...(await this.#leaksInLog(ctx)),
      ...(await findLeaksInMail(ctx)),
      ...(await findLeaksInTranslations(ctx)),
    ]
  }

  async #leaksInLog({ db }: Context): Promise<string[]> {
    if (this.#log === '') return []
    const leaks: string[] = []
    const report = (what: string, index: number): void =>
      void leaks.push(`The log holds ${what}: ${this.#log.slice(Math.max(0, index - 100), index + 100)}`)
    for (const [what, pattern] of FORBIDDEN_IN_LOG) {
      const index = this.#log.search(pattern)
      if (index >= 0) report(what, index)
    }
    for (const email of await listAddresses({ db })) {
      const index = this.#log.indexOf(email)
      if (index >= 0) report('an email address', index)
    }
    return leaks
  }
}

/**
 * Returns the leaked reporters of reports in a response. The assigned moderator may have made another report, so that
 * field is ignored.
 */
async function findReporters({ db }: Context, text: string): Promise<string[]> {
  const reports = new Map<string, string>()
  try {
    JSON.parse(text, (_, value: unknown) => {
      // In the API description these members are descriptions.
      if (typeof value === 'object' && value !== null && 'report_type' in value && 'id' in value) {
        if (typeof value.id === 'string') reports.set(value.id, JSON.stringify({ ...value, assigned_to: null }))
      }
      return value
    })
  } catch {
    return []
  }
  const ids = [...reports.keys()]
  if (ids.length === 0) return []
  const reporters = await db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.reporter_id')
    .where('reports.id', 'in', ids)
    .select(['reports.id', 'users.id as user_id', 'users.email'])
    .execute()
  return reporters
    .filter(({ id, user_id, email }) => [user_id, email].some((word) => reports.get(id)?.includes(word)))
    .map(({ user_id }) => `told who reported: ${user_id}`)
}

/** Describes the leak when a response contains the text of a request; undefined when its reader may see it. */
async function findLeak(
  { db, clock }: Context,
  canary: string,
  user_id: string | null,
  text: string,
): Promise<string | undefined> {
  const prayer = await db
    .selectFrom('prayers')
    .leftJoin('users as author', 'author.id', 'prayers.author_id')
    .where('content', 'like', `%${canary}%`)
    .selectAll('prayers')
    .select(['author.email', 'author.display_name'])
    .executeTakeFirst()
  if (!prayer) {
    const words = await readCaseWords({ db, clock }, canary, user_id)
    return words === undefined || words.is_theirs ? undefined : `showed a ${words.act} of a case to ${words.who}`
  }
  if (user_id !== null && user_id === prayer.author_id) return undefined
  if (user_id !== null && prayer.line_of !== null && prayer.publication === 'published') {
    const asked = await db.selectFrom('prayers').select('author_id').where('id', '=', prayer.line_of).executeTakeFirst()
    if (user_id === asked?.author_id) return undefined
  }
  const reader = await db.selectFrom('users').select('role').where('id', '=', user_id).executeTakeFirst()
  const role = reader?.role ?? 'visitor'
  const isTeam = role === 'care' || role === 'moderator' || role === 'admin'
  const isModerator = role === 'moderator' || role === 'admin'
  const isOpenToAll = prayer.visibility === 'public' || prayer.visibility === 'members'
  const isDeskOf =
    (prayer.publication === 'hidden' && isModerator && isOpenToAll) ||
    (prayer.publication === 'held' &&
      (prayer.held_reason === 'crisis'
        ? isTeam && (prayer.visibility !== 'private' || prayer.line_of !== null)
        : isModerator && (prayer.visibility !== 'private' || prayer.line_of !== null) && prayer.visibility !== 'group'))
  const isShared =
    prayer.publication === 'published' &&
    (prayer.visibility === 'public' ||
      (prayer.visibility === 'members' && reader !== undefined) ||
      (prayer.visibility === 'group' && (await seesGroup({ db }, prayer.group_id, user_id))) ||
      (prayer.visibility === 'team' && isTeam))
  const who = `${role} ${user_id ?? ''}`.trim()
  if (!isShared && !isDeskOf && !(isTeam && (await isLookedAt({ db }, prayer.id)))) {
    // Where its group is deleted, the words of what was held are kept in its case.
    const words = await readCaseWords({ db, clock }, canary, user_id)
    if (words?.is_theirs !== true)
      return `showed a request for "${prayer.visibility}" that is ${prayer.publication} to ${who}`
  }
  if (!prayer.is_anonymous) return undefined
  const around = enclosingValue(text, canary)
  const leaked = [prayer.author_id, prayer.email, prayer.display_name].find(
    (word) => word !== null && around.includes(word),
  )
  if (typeof leaked === 'string') return `told ${who} who wrote an anonymous request: ${leaked}`
  const { created_at, listed_at, updated_at, held_at, answered_at, expires_at, last_activity_at } = prayer
  const exact = [created_at, listed_at, updated_at, held_at, answered_at, expires_at, last_activity_at].filter(
    // A day that its author hopes for tells of no minute.
    (time) => time !== null && !time.endsWith(':00:00.000Z') && !time.endsWith(DAY_END),
  )
  const told = [...exact, ...(await changeTimes({ db }, prayer.id))].find(
    (time) => time !== null && tells(around, time),
  )
  return typeof told !== 'string' ? undefined : `told ${who} the minute of an anonymous request: ${told}`
}

/** True for members of a group, and for an administrator whose reading of its requests was put on record. */
async function seesGroup(
  { db }: Pick<Context, 'db'>,
  group_id: string | null,
  user_id: string | null,
): Promise<boolean> {
  const membership = await db
    .selectFrom('memberships')
    .select('status')
    .where('group_id', '=', group_id)
    .where('user_id', '=', user_id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (membership !== undefined) return true
  const reading = await db
    .selectFrom('audit_log')
    .select('id')
    .where('actor_id', '=', user_id)
    .where('action', '=', 'groups.read_prayers')
    .where('target_id', '=', group_id)
    .executeTakeFirst()
  return reading !== undefined
}

/** True for a request that was reported, or about which its author appealed. */
async function isLookedAt({ db }: Pick<Context, 'db'>, id: string): Promise<boolean> {
  const report = await db.selectFrom('reports').select('id').where('prayer_request_id', '=', id).executeTakeFirst()
  if (report !== undefined) return true
  const appeal = await db
    .selectFrom('decisions')
    .select('id')
    .where('prayer_request_id', '=', id)
    .where('appealed_at', 'is not', null)
    .executeTakeFirst()
  return appeal !== undefined
}

/** Says whether words of a case are for this reader. Undefined for words of no case, and for the text of a refused write. */
async function readCaseWords(
  ctx: Pick<Context, 'db' | 'clock'>,
  canary: string,
  user_id: string | null,
): Promise<{ act: string; is_theirs: boolean; who: string } | undefined> {
  const entry = await ctx.db
    .selectFrom('care_case_entries')
    .innerJoin('prayers', 'prayers.id', 'care_case_entries.prayer_request_id')
    .where('care_case_entries.content', 'like', `%${canary}%`)
    .select(['act', 'author_id'])
    .executeTakeFirst()
  if (!entry) return undefined
  const reader = await ctx.db.selectFrom('users').select(['id', 'role']).where('id', '=', user_id).executeTakeFirst()
  const isOwn = user_id !== null && user_id === entry.author_id && entry.act !== 'note'
  const isOfTeam = reader !== undefined && user_id !== entry.author_id && seesCrises(reader, await readCareTeam(ctx))
  return { act: entry.act, is_theirs: isOwn || isOfTeam, who: `${reader?.role ?? 'a visitor'} ${user_id ?? ''}` }
}

/** The times at which the author of a request changed its text. */
async function changeTimes({ db }: Pick<Context, 'db'>, prayer_request_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('prayer_edits')
    .select('created_at')
    .where('prayer_request_id', '=', prayer_request_id)
    .execute()
  return rows.map(({ created_at }) => created_at)
}

/** True if a text holds the time, or an id of version 7 that was made then. */
function tells(text: string, time: string): boolean {
  const made = Date.parse(time).toString(16).padStart(12, '0')
  return text.includes(time) || text.includes(`${made.slice(0, 8)}-${made.slice(8)}-7`)
}

/** The addresses of people, of those who were invited or whom groups entered, and those that links confirm. */
async function listAddresses({ db }: Pick<Context, 'db'>): Promise<Set<string>> {
  const rows = await Promise.all([
    db.selectFrom('users').select('email').execute(),
    db.selectFrom('invitations').select('email').execute(),
    db.selectFrom('group_readers').select('email').execute(),
    db.selectFrom('one_time_tokens').select('email').execute(),
  ])
  return new Set(rows.flat().flatMap(({ email }) => email ?? []))
}

const FORBIDDEN_IN_LOG: [what: string, pattern: RegExp][] = [
  ['words of a request', new RegExp(CANARY.source)],
  ['a token', /eyJ[\w-]{10,}\.[\w-]{10,}\./],
  ['the hash of a password', /\$argon2/],
]

/** Translations are stored only of texts that may be sent to a service, and only as long as they may. */
async function findLeaksInTranslations({ db }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('translations')
    .innerJoin('prayers', 'prayers.id', 'translations.prayer_request_id')
    .where((is) =>
      is.or([is('visibility', '!=', 'public'), is('publication', '!=', 'published'), is('is_guarded', '=', true)]),
    )
    .select('prayers.id')
    .execute()
  return rows.map(({ id }) => `A translation is kept of the request ${id}, which may not leave the site`)
}

/**
 * Mails hold words only of requests that all members may read, or that their author let into the summaries of a group with words, and whose
 * authors did not ask for more privacy.
 */
async function findLeaksInMail({ config, db }: Context): Promise<string[]> {
  const folder = path.join(config.data_dir, 'mail')
  if (!existsSync(folder)) return []
  const leaks: string[] = []
  for (const file of readdirSync(folder)) {
    // Long lines of a mail are folded, also within a word.
    const text = readFileSync(path.join(folder, file), 'utf8').replaceAll(/=\r?\n/g, '')
    for (const canary of new Set(text.match(CANARY))) {
      if (!(await mayBeMailed({ db }, canary))) leaks.push(`The mail ${file} holds words of a request`)
    }
  }
  return leaks
}

/** True for the word of a request, or of its update, that may leave the site in a mail. */
export async function mayBeMailed({ db }: Pick<Context, 'db'>, canary: string): Promise<boolean> {
  const row = await db
    .selectFrom('prayers')
    .leftJoin('groups', 'groups.id', 'prayers.group_id')
    .leftJoin('prayer_updates as told', 'told.prayer_request_id', 'prayers.id')
    .where((has) =>
      has.or([
        has('prayers.content', 'like', `%${canary}%`),
        has('prayers.title', 'like', `%${canary}%`),
        has('told.content', 'like', `%${canary}%`),
      ]),
    )
    .select(['prayers.visibility', 'prayers.publication', 'prayers.is_guarded', 'in_summary', 'summary_has_words'])
    .executeTakeFirst()
  return (
    row !== undefined &&
    (row.visibility === 'public' ||
      row.visibility === 'members' ||
      (row.visibility === 'group' && row.in_summary && row.summary_has_words === true)) &&
    row.publication === 'published' &&
    !row.is_guarded
  )
}

/** Returns the subject of a token without verifying it. */
function parseSubject(authorization: string | null | undefined): string | null {
  const payload = authorization?.split('.')[1]
  if (payload === undefined) return null
  try {
    return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: string }).sub ?? null
  } catch {
    return null
  }
}

/**
 * Returns the smallest object or list of a JSON response that contains the word; the whole text of any other response.
 */
function enclosingValue(text: string, word: string): string {
  let smallest = text
  try {
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value !== 'object' || value === null) return value
      const json = JSON.stringify(value)
      if (json.includes(word) && json.length < smallest.length) smallest = json
      return value
    })
  } catch {
    // Not JSON.
  }
  return smallest
}
