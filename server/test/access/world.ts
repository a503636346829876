import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { HeldReason, NewPrayer } from '../../../contract/prayers.ts'
import { hashSecret } from '../../secrets/secrets.ts'
import type { Publication } from '../../db/schema.ts'
import { now } from '../../context.ts'
import { type TestApp, engine, startTestApp } from '../app.ts'
import { makeGroup, makePrayer } from '../make.ts'
import type { PersonName } from '../people.ts'

/**
 * Everybody who may ask. `author` wrote what the row is about, or is the person that it is about; `group_member` is in the author's group,
 * `elsewhere` in another one, `limited` in none; `suspended` holds a token from before.
 */
export const actors = {
  visitor: undefined,
  member: 'tomas',
  author: 'hannah',
  group_member: 'grace',
  care: 'ines',
  moderator: 'ruth',
  admin: 'peter',
  elsewhere: 'marcos',
  limited: 'silas',
  suspended: 'yusuf',
} as const satisfies Record<string, PersonName | undefined>

export type Actor = keyof typeof actors
export const actorNames = Object.keys(actors) as Actor[]

/** A site with people, two groups and requests of every kind, each with text that occurs nowhere else. */
export interface World {
  app: TestApp
  id: Record<PersonName, string>
  groups: { own: string; other: string }
  /** Returns a new token: earlier requests may have ended an actor's sessions. */
  token(actor: Actor): Promise<string | undefined>
  /** Creates a request of the author. */
  prayer(prayer?: Partial<NewPrayer> & { publication?: Publication; held_reason?: HeldReason }): Promise<string>
}

export async function makeWorld(): Promise<World> {
  const app = await startTestApp()
  const id = {} as Record<PersonName, string>
  for (const name of Object.values(actors)) if (name) id[name] = await app.person(name)
  const groups = {
    own: await makeGroup(app.ctx, [id.hannah, id.grace], 'Tuesday Evening Circle'),
    other: await makeGroup(app.ctx, [id.marcos], 'Night Shift Nurses'),
  }
  const lastToken = await app.signIn('yusuf')
  await app.ctx.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', id.yusuf).execute()
  return {
    app,
    id,
    groups,
    token: async (actor) => {
      const name = actors[actor]
      if (name === undefined) return undefined
      return actor === 'suspended' ? lastToken : await app.signIn(name)
    },
    prayer: async ({ publication = 'published', held_reason, ...prayer } = {}) => {
      const group_id = prayer.visibility === 'group' ? groups.own : null
      const content = `canary-${randomUUID()} Please pray for my brother.`
      const made = await makePrayer(app.ctx, id.hannah, { content, group_id, ...prayer })
      if (publication !== 'published') {
        await app.ctx.db
          .updateTable('prayers')
          .set({
            publication,
            ...(held_reason && { held_reason, held_at: now(app.ctx) }),
            ...(held_reason === 'crisis' && { alert: 'self_harm' }),
          })
          .where('id', '=', made)
          .execute()
      }
      return made
    },
  }
}

const tableNameCache = new WeakMap<TestApp, string[]>()

/** Returns the names of the tables. Cached, because looking them up takes longer than reading the tables. */
async function tableNames(app: TestApp): Promise<string[]> {
  const names = tableNameCache.get(app) ?? (await app.ctx.db.introspection.getTables()).map(({ name }) => name)
  tableNameCache.set(app, names)
  return names
}

/**
 * Summarizes all stored data: for each table the number of rows and a hash of them. Excludes tables that only count
 * attempts.
 */
export async function snapshotTables({ app }: World): Promise<Record<string, string>> {
  const { db } = app.ctx
  const names = (await tableNames(app)).filter(
    (name) => !['rate_limits', 'security_events'].includes(name) && !name.startsWith('search_'),
  )
  if (engine === 'postgres') {
    // Uses one statement: sixty, twice for each refusal, would take most of the time of the tests.
    const parts = names.map(
      (name) =>
        sql`select ${name}::text as name, count(*) || ' rows, ' || coalesce(md5(string_agg(one::text, '' order by one::text)), '') as kept from ${sql.table(name)} as one`,
    )
    const { rows } = await sql<{ name: string; kept: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
    return Object.fromEntries(rows.map(({ name, kept }) => [name, kept]))
  }
  const tables: Record<string, string> = {}
  for (const name of names) {
    const rows = await db
      .selectFrom(name as 'prayers')
      .selectAll()
      .execute()
    const lines = rows.map((row) => JSON.stringify(row)).toSorted()
    tables[name] = `${rows.length} rows, ${hashSecret(lines.join('\n'))}`
  }
  return tables
}
