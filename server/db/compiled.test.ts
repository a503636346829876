import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestApp } from '../test/shared-app.ts'
import { recordStatements } from '../test/plans.ts'
import { type Places, compiledOnce } from './compiled.ts'

describe('a statement that is compiled once', () => {
  const app = sharedTestApp()
  let built = 0
  beforeAll(async () => {
    await app.person('hannah')
    await app.person('tomas')
  })

  const selectPeople = compiledOnce((db, shape: 'up' | 'down', at: Places<{ emails: string[]; status: string }>) => {
    built += 1
    return db
      .selectFrom('users')
      .select('email')
      .where('email', 'in', at.emails)
      .where('status', '=', at.status)
      .orderBy('email', shape === 'up' ? 'asc' : 'desc')
  })
  const find = async (shape: 'up' | 'down', emails: string[], db = app.ctx.db) =>
    (await selectPeople(db, shape, { emails, status: 'active' })).map(({ email }) => email)

  it('has the values of each call, and is built for each shape and length of a list', async () => {
    const [hannah, tomas] = ['hannah@example.org', 'tomas@example.org']
    expect(await find('up', [hannah])).toEqual([hannah])
    expect(await find('up', [tomas])).toEqual([tomas])
    expect(built).toBe(1)
    expect(await find('up', [hannah, tomas])).toEqual([hannah, tomas])
    expect(await find('down', [hannah, tomas])).toEqual([tomas, hannah])
    expect(built).toBe(3)
  })

  it('runs in the transaction that it is given', async () => {
    await app.ctx.transaction(async ({ db }) => {
      await db.updateTable('users').set({ status: 'suspended' }).where('email', '=', 'tomas@example.org').execute()
      expect(await find('up', ['tomas@example.org'], db)).toEqual([])
      await db.updateTable('users').set({ status: 'active' }).where('email', '=', 'tomas@example.org').execute()
    })
  })

  it('is the one that the engine would have got', async () => {
    const [once] = await recordStatements(app, (db) => selectPeople(db, 'up', { emails: ['a', 'b'], status: 'active' }))
    const [anew] = await recordStatements(app, (db) =>
      db
        .selectFrom('users')
        .select('email')
        .where('email', 'in', ['a', 'b'])
        .where('status', '=', 'active')
        .orderBy('email', 'asc')
        .execute(),
    )
    expect([once?.sql, once?.parameters]).toEqual([anew?.sql, anew?.parameters])
  })

  it('is refused with a value of its own, which would be that of the first caller', async () => {
    const leaky = compiledOnce((db, _shape: null, _at: Places<{ unused: string }>) =>
      db.selectFrom('users').select('email').where('email', '=', 'hannah@example.org'),
    )
    await expect(leaky(app.ctx.db, null, { unused: '' })).rejects.toThrow('a value of its own')
    const looking = compiledOnce((db, _shape: null, at: Places<{ email: string }>) =>
      db
        .selectFrom('users')
        .select('email')
        .where(sql<boolean>`email = ${`${String(at.email)}!`}`),
    )
    await expect(looking(app.ctx.db, null, { email: 'a' })).rejects.toThrow('not known')
  })
})
