import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startTestApp } from '../test/app.ts'
import { containsName, foldName } from './names.ts'

describe('names that are searched for', () => {
  let app: TestApp
  beforeAll(async () => (app = await startTestApp()))
  afterAll(() => app.stop())

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
  ])('%s finds %s', async (search, name) => expect(await contains(search, name)).toBe(true))

  it.each([
    ['100_', '100%'],
    ['tomasz', 'Tomás'],
    ['donner', "O'Donnell"],
  ])('%s does not find %s', async (search, name) => expect(await contains(search, name)).toBe(false))

  it('finds each of several names', async () => {
    expect(await contains('choeur', 'Für alle', 'Le chœur')).toBe(true)
    expect(await contains('fuer', 'Für alle', 'Le chœur')).toBe(true)
  })
})
