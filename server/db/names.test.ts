import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sharedTestApp } from '../test/shared-app.ts'
import { makeGroup, makeUser } from '../test/make.ts'
import { containsName, foldName } from './names.ts'

describe('names that are searched for', () => {
  const app = sharedTestApp()

  const contains = async (search: string, ...names: string[]): Promise<boolean> => {
    const { rows } = await sql<{ is_found: boolean | number }>`select ${containsName('name', search)} as is_found
      from (select cast(${foldName(...names)} as text) as name) as one`.execute(app.ctx.db)
    return Boolean(rows[0]?.is_found)
  }

  it.each([
    ['tomas', 'Tomás R.'],
    ['TOMÁS', 'Tomas R.'],
    ['odonnell', "Mary O'Donnell"],
    ['O’Donnell', 'Mary ODonnell'],
    ['oʼdonnell', 'Mary O´Donnell'],
    ['jean pierre', 'Jean-Pierre'],
    ['Jean-Pierre', 'Jean Pierre'],
    ['Mary–Kate', 'Mary-Kate'],
    ['mueller', 'Jörg Müller'],
    ['müller', 'Joerg Mueller'],
    ['muller', 'Jörg Müller'],
    ['Strasse', 'Straße'],
    ['asa oberg', 'ÅSA Öberg'],
    ['Łukasz', 'lukasz'],
    ['احمد', 'أحمد ح.'],
    ['김으', '김은혜'],
    ['サクラ', 'さくら'],
    ['100%_a\\', '100%_A\\'],
    ['eglise', "L'Église"],
    [' hannah ', 'Hannah W.'],
    ['Schmidt Maria', 'Maria Schmidt'],
    ['jo ann', 'Jo  Ann'],
    ['annemarie', 'Anne-Marie'],
    ['김 철수', '김철수'],
    ['김철수', '김 철수'],
    ['山田太郎', '山田 太郎'],
    ['عبدالرحمن', 'محمد عبد الرحمن'],
  ])('%s finds %s', async (search, name) => expect(await contains(search, name)).toBe(true))

  it.each([
    ['100_', '100%'],
    ['tomasz', 'Tomás'],
    ['donner', "O'Donnell"],
    ['maria meier', 'Maria Schmidt'],
  ])('%s does not find %s', async (search, name) => expect(await contains(search, name)).toBe(false))

  it('are brought into their form where a version before kept them in another', async () => {
    const { db } = app.ctx
    const hannah = await app.person('hannah')
    const others = await Promise.all(
      Array.from({ length: 201 }, (_, index) => makeUser(app.ctx, { display_name: `O'Neill ${index}` })),
    )
    const group_id = await makeGroup(app.ctx, [hannah], "L'Église")
    await db.updateTable('users').set({ name_folded: 'old' }).execute()
    await db.updateTable('groups').set({ search_folded: '' }).execute()
    await app.ctx.transaction(async (ctx) => {
      for (const table of ['users', 'groups'] as const) await ctx.addJob('database.reindex', { table })
    })
    await app.runJobs()
    const users = await db.selectFrom('users').select('id').where(containsName('name_folded', 'oneill')).execute()
    expect(users.map(({ id }) => id).toSorted()).toEqual(others.toSorted())
    const groups = await db.selectFrom('groups').select('id').where(containsName('search_folded', 'leglise')).execute()
    expect(groups).toEqual([{ id: group_id }])
  })

  it('finds each of several names', async () => {
    expect(await contains('choeur', 'Für alle', 'Le chœur')).toBe(true)
    expect(await contains('fuer', 'Für alle', 'Le chœur')).toBe(true)
  })
})
