import { sql } from 'kysely'
import type { AuditEntry } from '../../../../contract/audit.ts'
import type { Db } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import { visibleTo } from '../../community/prayers/prayers.rules.ts'
import { asText, changeOf, excerptOf, isOfCare } from './audit.rules.ts'

type Act = Pick<AuditEntry, 'id' | 'action' | 'target_type' | 'target_id' | 'detail'>
type Subject = NonNullable<AuditEntry['subject']>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const idsIn = (values: unknown[]): string[] => [
  ...new Set(values.filter((value): value is string => typeof value === 'string' && UUID.test(value))),
]
const targetsOf = (acts: Act[], type: string): string[] =>
  idsIn(acts.filter(({ target_type }) => target_type === type).map(({ target_id }) => target_id))

/** The requests that reports, decisions and updates are about, by the id of these; none of danger. */
async function readRequestIds(db: Db, acts: Act[]): Promise<Map<string, string>> {
  const ids = ['report', 'decision', 'update'].flatMap((type) => targetsOf(acts, type))
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('prayer_updates')
    .select(['id', 'prayer_request_id'])
    .where('id', 'in', ids)
    .unionAll(
      db
        .selectFrom('decisions')
        .select(['id', 'prayer_request_id'])
        .where('id', 'in', ids)
        .where('is_crisis', '=', false)
        .where('decision', '!=', 'referred_to_care'),
    )
    .unionAll(
      db
        .selectFrom('reports')
        .select(['id', sql<string>`prayer_request_id`.as('prayer_request_id')])
        .where('id', 'in', ids)
        .where('prayer_request_id', 'is not', null)
        .where('report_type', '!=', sql.lit('danger_to_self')),
    )
    .execute()
  return new Map(rows.map(({ id, prayer_request_id }) => [id, prayer_request_id]))
}

/** Titles, or beginnings, of the requests among these that everybody or all members can read now. */
async function readRequestNames(db: Db, viewer: Viewer, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('prayers')
    .select(['prayers.id', 'prayers.title', 'prayers.content'])
    .where('prayers.id', 'in', ids)
    .where(visibleTo(viewer))
    .where('prayers.publication', '=', sql.lit('published'))
    .where('prayers.visibility', 'in', ['public', 'members'])
    .execute()
  return new Map(rows.map(({ id, title, content }) => [id, excerptOf(title ?? content)]))
}

/** Returns the names of things of a table. */
const NAMES = { users: 'display_name', categories: 'name', themes: 'name', groups: 'name', content: 'title' } as const

async function readNames(db: Db, table: keyof typeof NAMES, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const name = sql.ref<string>(NAMES[table]).as('name')
  const rows = await db.selectFrom(table).select(['id', name]).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

const known = (kind: Subject['kind'], name: string | null | undefined, path: string): Subject =>
  name === undefined || name === null ? { kind, name: null, path: null } : { kind, name, path }

/** Only its last name is left of what is gone. */
const orLast = (kind: Subject['kind'], name: string | undefined, path: string, last: unknown): Subject =>
  name === undefined ? { kind, name: asText(last), path: null } : { kind, name, path }

/**
 * Returns what each act was done to, in words: a name and the page of it, both null where the viewer may not read it or where it
 * is gone. Sends one statement for each kind of thing, however many acts there are.
 */
export async function describeActs(
  db: Db,
  viewer: Viewer,
  acts: Act[],
): Promise<Map<string, Pick<AuditEntry, 'subject' | 'from' | 'to'>>> {
  const told = acts.map(({ detail }) => detail['user_id'])
  const categoryIds = acts.flatMap(({ detail }) => (Array.isArray(detail['categories']) ? detail['categories'] : []))
  const requestIds = await readRequestIds(db, acts)
  const [people, categories, themes, groups, titles, requests] = await Promise.all([
    readNames(db, 'users', [...targetsOf(acts, 'user'), ...idsIn(told)]),
    readNames(db, 'categories', [...targetsOf(acts, 'category'), ...idsIn(categoryIds)]),
    readNames(db, 'themes', targetsOf(acts, 'theme')),
    readNames(db, 'groups', targetsOf(acts, 'group')),
    readNames(db, 'content', targetsOf(acts, 'content')),
    readRequestNames(db, viewer, [...targetsOf(acts, 'prayer'), ...requestIds.values()]),
  ])
  const subjectOf = (act: Act): Subject | null => {
    const { target_type, detail } = act
    const id = act.target_id ?? ''
    if (act.action.startsWith('alarms.')) {
      const user = asText(detail['user_id']) ?? ''
      return known('user', people.get(user), `/admin/users/${user}`)
    }
    if (isOfCare(act)) return null
    switch (target_type) {
      case 'user':
        return known('user', people.get(id), `/admin/users/${id}`)
      case 'category':
        return orLast('category', categories.get(id), '/admin/categories', detail['name'])
      case 'theme':
        return orLast('theme', themes.get(id), `/admin/themes/${id}`, detail['name'])
      case 'content':
        return orLast('page', titles.get(id), `/admin/content/${id}`, detail['title'])
      case 'group':
        return known('group', groups.get(id), `/groups/${id}`)
      case 'setting':
        return { kind: 'setting', name: id, path: '/admin/settings' }
      case 'prayer':
      case 'report':
      case 'decision':
      case 'update': {
        const request = target_type === 'prayer' ? id : (requestIds.get(id) ?? '')
        return known('request', requests.get(request), `/prayers/${request}`)
      }
      default:
        return null
    }
  }
  return new Map(
    acts.map((act) => [
      act.id,
      {
        subject: subjectOf(act),
        ...changeOf(act),
        ...(Array.isArray(act.detail['categories']) && {
          to: act.detail['categories'].flatMap((id) => categories.get(String(id)) ?? []),
        }),
      },
    ]),
  )
}
