import type { DatabaseSync } from 'node:sqlite'
import type { GroupRole, GroupStatus } from '../../contract/groups.ts'
import type { Visibility } from '../../contract/prayers.ts'
import { visibilities } from '../../contract/prayers.values.ts'
import type { NotifyKind } from '../../contract/preferences.ts'
import type { UserStatus } from '../../contract/users.ts'

/** Ids of records deleted after the backup was made, which restoring would bring back. */
export interface Deletions {
  users: string[]
  prayers: string[]
  /** Those of `prayers` that others removed: what the care team does for their authors goes on. Left out for none. */
  with_case?: string[]
  /** Updates of requests that are still there. Left out for none. */
  updates?: string[]
  /** Requests that fewer people may read now, or that bear no name any more. Left out for none. */
  narrowed?: NarrowedPrayer[]
  /** Requests that moderators hid. Left out for none. */
  hidden?: string[]
  /** The choices of people who switched something off. Left out for none. */
  choices?: QuietChoice[]
  /** Members who stopped the summary of their group. Left out for none. */
  summaries?: { group_id: string; user_id: string }[]
  /** Deletions of accounts that were planned or taken back. Left out for none. */
  plans?: DeletionPlan[]
  /** Rows of addresses that groups had entered, and that stopped their summary or were taken off the list. Left out for none. */
  readers?: string[]
  /** Groups. Left out for none. */
  groups?: string[]
  /** Places in groups whose people left or were removed since, or have another role now. Left out for none. */
  places?: ChangedPlace[]
  /** People whose calendar has another link now, or none. Left out for none. */
  calendars?: string[]
  /** Passkeys. Left out for none. */
  passkeys?: string[]
  /** Invitations to the site and to groups that were withdrawn, or whose addressee is gone. Left out for none. */
  invitations?: string[]
}

/** Somebody's place in a group. `after`: what they have now in its stead, or null. `was_removed`: a leader took it from them. */
export interface ChangedPlace {
  group_id: string
  user_id: string
  after: { role: GroupRole; status: GroupStatus } | null
  was_removed: boolean
}

/** How a request is to be read by no more people than now. */
export interface NarrowedPrayer {
  id: string
  change: { is_anonymous?: boolean; visibility?: Visibility; group_id?: string | null }
}

/**
 * The choices of somebody who switched something off. `is_discreet`: that emails and devices name the site. `stopped`: emails about
 * these kinds of notices. `paused_until`: the end of a pause that is longer now. `refuses_lines`: nobody may leave them a line.
 */
export interface QuietChoice {
  user_id: string
  is_discreet: boolean
  stopped: NotifyKind[]
  paused_until: string | null
  refuses_lines: boolean
}

/** Says whether and when an account is to be deleted. */
interface DeletionPlan {
  id: string
  status: UserStatus
  deletes_at: string | null
  deletes_prayers: boolean
  deletion_by: string | null
}

/** Later than every time. */
const ALWAYS = '9'
/** Earlier than every time. */
const NEVER = ''

/**
 * Returns the time until which the live database (`main`) went through what the attached `backup` holds. A site that was put back
 * to an earlier backup never held what came between the two, and another site nothing of it.
 */
function readSharedUntil(database: DatabaseSync): string {
  const read = (sql: string, ...values: string[]): string | undefined => {
    const value = database.prepare(sql).get(...values)?.['value']
    return typeof value === 'string' ? value : undefined
  }
  const put_back_to = read(`select min(target_id) as value from main.audit_log where action = 'backups.restore'
    and id not in (select id from backup.audit_log)`)
  const until = put_back_to ?? ALWAYS
  // No line of the activity log is ever removed.
  const missing = read(
    `select id as value from backup.audit_log where created_at <= ? and id not in (select id from main.audit_log) limit 1`,
    until,
  )
  const shared = read(
    `select max(created_at) as value from main.audit_log where id in (select id from backup.audit_log)`,
  )
  if (missing !== undefined) return shared ?? NEVER
  const person = read(`select id as value from main.users where id in (select id from backup.users) limit 1`)
  return shared === undefined && person === undefined ? NEVER : until
}

/** False for a table that one of these databases lacks, because it was not started since it was upgraded. */
const hasTable = (database: DatabaseSync, table: string, schemas = ['main', 'backup']): boolean =>
  schemas.every(
    (schema) => database.prepare(`select name from ${schema}.sqlite_master where name = ?`).get(table) !== undefined,
  )

/** False for a column that one of these databases lacks, as `hasTable`. */
const hasColumn = (database: DatabaseSync, table: string, column: string): boolean =>
  ['main', 'backup'].every(
    (schema) =>
      database.prepare('select name from pragma_table_info(?, ?) where name = ?').get(table, schema, column) !==
      undefined,
  )

const readIds = (database: DatabaseSync, sql: string, ...values: string[]): string[] =>
  database
    .prepare(sql)
    .all(...values)
    .map((row) => String(row['id']))

/** The requests whose case the live database still holds: who deletes their own takes its case away, a moderator does not. */
function filterWithCase(database: DatabaseSync, prayers: string[]): string[] {
  if (!hasTable(database, 'care_cases', ['main'])) return []
  const ids = new Set(readIds(database, 'select prayer_request_id as id from main.care_cases'))
  return prayers.filter((id) => ids.has(id))
}

/** The updates that were deleted alone. */
const findUpdates = (database: DatabaseSync, until: string): string[] =>
  readIds(
    database,
    `select id from backup.prayer_updates where created_at <= ? and publication != 'deleted'
      and id not in (select id from main.prayer_updates where publication != 'deleted')
      and prayer_request_id in (select id from main.prayers where publication != 'deleted')`,
    until,
  )

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * The requests that are for fewer people now, for another group, or without a name: what somebody no longer shares is not shared again. One
 * is for its author alone where its group is another, or where they were not in it at the time of the backup.
 */
function findNarrowed(database: DatabaseSync, until: string): NarrowedPrayer[] {
  const rows = database
    .prepare(
      `select live.id, live.visibility, live.group_id, old.visibility as visibility_before,
          live.group_id is not old.group_id as is_moved, live.is_anonymous > old.is_anonymous as lost_name,
          exists (select 1 from backup.memberships as place where place.group_id = live.group_id
            and place.user_id = live.author_id and place.status = 'active') as has_place
        from main.prayers as live join backup.prayers as old on old.id = live.id
        where old.updated_at <= ? and old.publication != 'deleted' and live.publication != 'deleted'
          and (live.visibility != old.visibility or live.group_id is not old.group_id or live.is_anonymous > old.is_anonymous)`,
    )
    .all(until)
  return rows.flatMap((row) => {
    const after = row['visibility'] as Visibility
    const before = row['visibility_before'] as Visibility
    const isOfOtherGroup = after === 'group' && before === 'group' && row['is_moved'] === 1
    const isNarrower = isOfOtherGroup || visibilities.indexOf(after) > visibilities.indexOf(before)
    if (!isNarrower && row['lost_name'] !== 1) return []
    const stays = after !== 'group' || (!isOfOtherGroup && row['has_place'] === 1)
    const audience = stays
      ? { visibility: after, group_id: toText(row['group_id']) }
      : { visibility: 'private' as const, group_id: null }
    const change = { ...(row['lost_name'] === 1 && { is_anonymous: true }), ...(isNarrower && audience) }
    return [{ id: String(row['id']), change }]
  })
}

/** The requests that moderators hid: what exposed somebody is not shown again. What reports alone hid is lost with them. */
const findHidden = (database: DatabaseSync): string[] =>
  readIds(
    database,
    `select live.id from main.prayers as live join backup.prayers as old on old.id = live.id
      where live.publication = 'hidden' and live.held_reason = 'moderator' and old.publication = 'published'`,
  )

/** The kinds of notices about which no email comes, by the rhythms of a person as JSON. */
const stoppedIn = (notices: unknown): NotifyKind[] =>
  Object.entries(JSON.parse(toText(notices) ?? '{}') as Record<NotifyKind, string>)
    .filter(([, rhythm]) => rhythm === 'off')
    .map(([kind]) => kind as NotifyKind)

/** Switches off again what people switched off: nobody is written to, or under the name of the site, who asked for the contrary. */
function findChoices(database: DatabaseSync): QuietChoice[] {
  if (!hasColumn(database, 'preferences', 'is_discreet')) return []
  const pauses = hasColumn(database, 'preferences', 'paused_until')
    ? 'live.paused_until, live.takes_lines, old.paused_until as paused_before, old.takes_lines as took_lines'
    : 'null as paused_until, 1 as takes_lines, null as paused_before, 1 as took_lines'
  const rows = database
    .prepare(
      `select live.user_id, live.is_discreet, live.notices, old.is_discreet as was_discreet, old.notices as notices_before, ${pauses}
        from main.preferences as live left join backup.preferences as old on old.user_id = live.user_id
        where live.user_id in (select id from backup.users)`,
    )
    .all()
  return rows
    .map((row) => {
      const before = stoppedIn(row['notices_before'])
      const paused_until = toText(row['paused_until'])
      return {
        user_id: String(row['user_id']),
        is_discreet: row['is_discreet'] === 1 && row['was_discreet'] !== 1,
        stopped: stoppedIn(row['notices']).filter((kind) => !before.includes(kind)),
        paused_until: (paused_until ?? '') > (toText(row['paused_before']) ?? '') ? paused_until : null,
        refuses_lines: row['takes_lines'] === 0 && row['took_lines'] !== 0,
      }
    })
    .filter(
      (choice) =>
        choice.is_discreet || choice.stopped.length > 0 || choice.paused_until !== null || choice.refuses_lines,
    )
}

function findSummaries(database: DatabaseSync): { group_id: string; user_id: string }[] {
  if (!hasColumn(database, 'memberships', 'gets_summary')) return []
  const rows = database
    .prepare(
      `select live.group_id, live.user_id from main.memberships as live
        join backup.memberships as old on old.group_id = live.group_id and old.user_id = live.user_id
        where not live.gets_summary and old.gets_summary`,
    )
    .all()
  return rows.map((row) => ({ group_id: String(row['group_id']), user_id: String(row['user_id']) }))
}

/** The addresses on the lists of groups that are there no more: whoever stopped a summary, or never said yes, is not written to again. */
function findReaders(database: DatabaseSync, until: string): string[] {
  if (!hasTable(database, 'group_readers')) return []
  return readIds(
    database,
    `select id from backup.group_readers as old where created_at <= ? and not exists (select 1
      from main.group_readers as live where live.group_id = old.group_id and live.email = old.email)`,
    until,
  )
}

/**
 * The places in groups of people who are there no more, are banned now, or wait to be let in again: whoever left or was removed does not
 * read the group again. Also those of members whose role is another now: whoever leads no longer does not lead again. Owners come last, so
 * that a group is handed over only to who stays, and to who leads it now before others.
 */
function findPlaces(database: DatabaseSync, until: string): ChangedPlace[] {
  if (!hasTable(database, 'group_removals', ['main'])) return []
  const rows = database
    .prepare(
      `select old.group_id, old.user_id, live.role, live.status, removal.removed_at
        from backup.memberships as old
        left join main.memberships as live on live.group_id = old.group_id and live.user_id = old.user_id
        left join main.group_removals as removal on removal.group_id = old.group_id and removal.user_id = old.user_id
        where (old.created_at <= ? and (live.user_id is null or live.status not in ('active', old.status))
          or old.updated_at <= ? and old.status = 'active' and live.status = 'active' and live.role != old.role)
        and old.group_id in (select id from main.groups) and old.user_id in (select id from main.users)
        order by old.role = 'owner'`,
    )
    .all(until, until)
  return rows.map((row) => ({
    group_id: String(row['group_id']),
    user_id: String(row['user_id']),
    after:
      row['status'] === null
        ? null
        : { role: String(row['role']) as GroupRole, status: String(row['status']) as GroupStatus },
    was_removed: row['removed_at'] !== null,
  }))
}

/** The people whose calendar has another link now, or none: whoever has the old one must not read what they pray for. */
function findCalendars(database: DatabaseSync, until: string): string[] {
  if (!hasTable(database, 'calendar_feeds')) return []
  return readIds(
    database,
    `select user_id as id from backup.calendar_feeds where created_at <= ? and user_id in (select id from main.users)
      and secret_hash not in (select secret_hash from main.calendar_feeds)`,
    until,
  )
}

/** The passkeys that their people removed: whoever has the device that was lost does not open the account again. */
const findPasskeys = (database: DatabaseSync, until: string): string[] =>
  readIds(
    database,
    `select id from backup.passkeys where created_at <= ? and user_id in (select id from main.users)
      and id not in (select id from main.passkeys)`,
    until,
  )

/** The invitations to the site and to groups that are withdrawn or gone: nobody comes by them again, and none names who left the site. */
const findInvitations = (database: DatabaseSync, until: string): string[] =>
  ['invitations', 'group_invites'].flatMap((table) =>
    readIds(
      database,
      `select id from backup.${table} where created_at <= ? and revoked_at is null
        and id not in (select id from main.${table} where revoked_at is null)`,
      until,
    ),
  )

/** Returns the accounts whose planned deletion differs now: both who asked for it since, and who took it back, were told so. */
function findPlans(database: DatabaseSync): DeletionPlan[] {
  const differing = `select live.id, live.status, live.deletes_at, live.deletes_prayers, live.deletion_by
    from main.users as live join backup.users as old on old.id = live.id
    where (live.status = 'deleting' or old.status = 'deleting') and live.deletes_at is not old.deletes_at`
  const rows = database.prepare(differing).all()
  return rows.map((row) => ({
    id: String(row['id']),
    status: String(row['status']) as UserStatus,
    deletes_at: toText(row['deletes_at']),
    deletes_prayers: row['deletes_prayers'] === 1,
    deletion_by: toText(row['deletion_by']),
  }))
}

/**
 * Returns what was deleted since the backup: what the live database once held and holds no more. Undefined when it never held
 * anything of the backup.
 */
export function findDeletions(database: DatabaseSync): Deletions | undefined {
  const until = readSharedUntil(database)
  // The backup of a site that nobody has joined yet has nothing to delete.
  if (until === NEVER && database.prepare('select id from backup.users limit 1').get()) return undefined
  const ids = (sql: string): string[] => readIds(database, sql, until)
  const prayers = ids(`select id from backup.prayers where created_at <= ? and publication != 'deleted'
      and id not in (select id from main.prayers where publication != 'deleted')`)
  // A site that was put back to an earlier backup may never have held the plan, or the choice.
  const heldAll = until === ALWAYS
  const others = {
    with_case: filterWithCase(database, prayers),
    updates: findUpdates(database, until),
    narrowed: findNarrowed(database, until),
    hidden: findHidden(database),
    plans: heldAll ? findPlans(database) : [],
    choices: heldAll ? findChoices(database) : [],
    summaries: heldAll ? findSummaries(database) : [],
    readers: findReaders(database, until),
    groups: ids('select id from backup.groups where created_at <= ? and id not in (select id from main.groups)'),
    places: findPlaces(database, until),
    calendars: findCalendars(database, until),
    passkeys: findPasskeys(database, until),
    invitations: findInvitations(database, until),
  } satisfies Omit<Required<Deletions>, 'users' | 'prayers'>
  return {
    users: ids('select id from backup.users where created_at <= ? and id not in (select id from main.users)'),
    prayers,
    ...Object.fromEntries(Object.entries(others).filter(([, list]) => list.length > 0)),
  }
}
