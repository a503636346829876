import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { HeldReason, NewPrayer } from '../../../contract/prayers.ts'
import type { Publication } from '../../db/schema.ts'
import { now } from '../../context.ts'
import { type TestApp, type TestOptions, engine, startTestApp } from '../app.ts'
import { confirmPeople, holdForDanger, makeGroup, makePrayer, setPeople, setPrayers } from '../make.ts'
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

export async function makeWorld(
  environment: NodeJS.ProcessEnv = {},
  options: Pick<TestOptions, 'push_origins'> = {},
): Promise<World> {
  const app = await startTestApp({ environment, ...options })
  const id = {} as Record<PersonName, string>
  for (const name of Object.values(actors)) if (name) id[name] = await app.person(name)
  const groups = {
    own: await makeGroup(app.ctx, [id.hannah, id.grace], 'Tuesday Evening Circle'),
    other: await makeGroup(app.ctx, [id.marcos], 'Night Shift Nurses'),
  }
  const lastToken = await app.signIn('yusuf')
  await setPeople(app.ctx, { status: 'suspended' }, id.yusuf)
  // Else the test email would be the one that confirms their address.
  await confirmPeople(app.ctx, id.peter)
  await recordChanges(app)
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
      if (held_reason === 'crisis') await holdForDanger(app.ctx, made)
      else if (publication !== 'published')
        await setPrayers(app.ctx, { publication, ...(held_reason && { held_reason, held_at: now(app.ctx) }) }, made)
      return made
    },
  }
}

/** Tables that count attempts, which refused calls do as well; the index of the search follows other tables. */
const isIgnored = (table: string): boolean =>
  ['rate_limits', 'security_events'].includes(table) || table.startsWith('search_')

/** Adds triggers that record which tables change, for `takeChangedTables`. */
async function recordChanges({ ctx }: TestApp): Promise<void> {
  const tables = (await ctx.db.introspection.getTables()).map(({ name }) => name).filter((name) => !isIgnored(name))
  await sql`create table changed_tables (name text not null)`.execute(ctx.db)
  if (engine === 'postgres') {
    await sql`create function record_change() returns trigger language plpgsql as
      $$ begin insert into changed_tables values (tg_table_name); return null; end $$`.execute(ctx.db)
  }
  for (const name of tables) {
    const table = sql.table(name)
    if (engine === 'postgres') {
      await sql`create trigger record_change after insert or update or delete on ${table}
        for each row execute function record_change()`.execute(ctx.db)
      continue
    }
    for (const act of ['insert', 'update', 'delete']) {
      await sql`create trigger ${sql.id(`record_${act}_${name}`)} after ${sql.raw(act)} on ${table}
        begin insert into changed_tables values (${sql.lit(name)}); end`.execute(ctx.db)
    }
  }
}

/** Returns the names of the tables in which rows have changed since the last call. */
export async function takeChangedTables({ app }: World): Promise<string[]> {
  const rows = await sql<{ name: string }>`delete from changed_tables returning name`.execute(app.ctx.db)
  return [...new Set(rows.rows.map(({ name }) => name))].toSorted()
}
