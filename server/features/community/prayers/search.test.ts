import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { engine } from '../../../test/app.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer } from '../../../test/make.ts'
import { walk } from '../../../test/walk.ts'
import { HOUR_MS } from '../../../../contract/time.values.ts'

describe('searching for requests', () => {
  const app = sharedTestApp()
  let hannah: string
  let asHannah: string
  let asTomas: string
  beforeAll(async () => {
    hannah = await app.person('hannah')
    asHannah = await app.signIn('hannah')
    asTomas = await app.signIn('tomas')
  })

  const found = async (search: string, { as, ...more }: { as?: string } & Record<string, unknown> = {}) => {
    const { status, data, text } = await app.ask('prayers.list', { search, ...more }, { as })
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return data.items.map(({ id }) => id)
  }

  it('takes everything literally', async () => {
    await makePrayer(app.ctx, hannah, { content: 'One hundred per cent sure' })
    for (const search of ['%', '_', '"', "'", '*', '%%%', `')--`, '\\', 'hun%', 'hun*', 'title:hundred', 'a NEAR b'])
      expect(await found(search), search).toEqual([])
    expect(await found('"hundred"')).toHaveLength(1)
    expect(await found(`hundred') & ('cent`)).toHaveLength(1)
  })

  it('is no search when it is blank, and is refused when it is too long', async () => {
    const all = await app.ask('prayers.list')
    for (const search of ['', '   ']) expect((await app.ask('prayers.list', { search })).text).toBe(all.text)
    expect((await app.ask('prayers.list', { search: 'a'.repeat(101) })).status).toBe(400)
    expect((await app.ask('prayers.list', { search: '祷'.repeat(100) })).data.items).toEqual([])
  })

  it('never finds an author by their name', async () => {
    await makePrayer(app.ctx, hannah, { content: 'Rain for the fields' })
    const { display_name } = await app.ctx.db
      .selectFrom('users')
      .select('display_name')
      .where('id', '=', hannah)
      .executeTakeFirstOrThrow()
    expect(await found(display_name, { as: asHannah })).toEqual([])
  })

  it('follows edits and deletions', async () => {
    const id = await makePrayer(app.ctx, hannah, { content: 'About a zeppelin' })
    expect(await found('zeppelin')).toEqual([id])
    await app.ask('prayers.edit', { id, content: 'About a gondola' }, { as: asHannah })
    expect(await found('zeppelin')).toEqual([])
    expect(await found('gondola')).toEqual([id])
    await app.ask('prayers.edit', { id, title: 'Hovercraft' }, { as: asHannah })
    expect(await found('hovercraft gondola')).toEqual([id])
    await app.ask('prayers.edit', { id, visibility: 'members' }, { as: asHannah })
    expect(await found('gondola')).toEqual([])
    expect(await found('gondola', { as: asTomas })).toEqual([id])
    await app.ask('prayers.delete', { id }, { as: asHannah })
    expect(await found('gondola', { as: asHannah, mine: 'true' })).toEqual([])
  })

  it('follows the language that the author names', async () => {
    const id = await makePrayer(app.ctx, hannah, { content: 'Zwei Häuser', language: 'en' })
    expect(await found('Haus')).toEqual([])
    await app.ask('prayers.edit', { id, language: 'de' }, { as: asHannah })
    expect(await found('Haus')).toEqual([id])
  })

  it('indexes all anew, from where it was stopped, and nothing of what is deleted', async () => {
    const ids: string[] = []
    for (let index = 0; index < 201; index += 1) ids.push(await makePrayer(app.ctx, hannah, { content: 'A dirigible' }))
    await app.ask('prayers.delete', { id: ids[0] ?? '' }, { as: asHannah })
    const table = sql.table(engine === 'postgres' ? 'search_words' : 'search_places')
    await sql`delete from ${table}`.execute(app.ctx.db)
    expect(await found('dirigible', { pageSize: 50 })).toEqual([])
    await app.ctx.transaction((ctx) => ctx.addJob('database.reindex', { table: 'prayers' }))
    await app.runJobs()
    const all = await app.ctx.db.selectFrom('prayers').select('id').where('publication', '!=', 'deleted').execute()
    const { rows } = await sql<{ prayer_request_id: string }>`select prayer_request_id from ${table}`.execute(
      app.ctx.db,
    )
    expect(rows.map((row) => row.prayer_request_id).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
    expect(await found('dirigibles', { pageSize: 50 })).toHaveLength(50)
  })

  it('keeps no words of what is gone from the database', async () => {
    const id = await makePrayer(app.ctx, hannah, { content: 'About a bathysphere' })
    await app.ctx.db.deleteFrom('prayers').where('id', '=', id).execute()
    expect(await found('bathysphere')).toEqual([])
    await makePrayer(app.ctx, hannah, { content: 'Something else' })
    expect(await found('bathysphere')).toEqual([])
  })

  it('shows hidden ones to nobody, and tells nothing of them', async () => {
    const group_id = await makeGroup(app.ctx, [hannah, await app.person('grace')])
    const secret = { content: 'About a marmalade' }
    await makePrayer(app.ctx, hannah, { ...secret, visibility: 'private' })
    await makePrayer(app.ctx, hannah, { ...secret, visibility: 'team' })
    const inGroup = await makePrayer(app.ctx, hannah, { ...secret, visibility: 'group', group_id })
    const held = await makePrayer(app.ctx, hannah, secret)
    await app.ctx.db.updateTable('prayers').set({ publication: 'held' }).where('id', '=', held).execute()
    const nothing = await app.ask('prayers.list', { search: 'nowhere' })
    for (const as of [undefined, asTomas]) {
      expect((await app.ask('prayers.list', { search: 'marmalade', pageSize: 1 }, { as })).text).toBe(
        nothing.text.replace('"pageSize":20', '"pageSize":1'),
      )
    }
    expect(await found('marmalade', { as: await app.signIn('grace') })).toEqual([inGroup])
    expect(await found('marmalade', { as: asHannah, mine: 'true' })).toHaveLength(4)
  })

  it('leaves out what is extra private, but for what one wrote oneself', async () => {
    const id = await makePrayer(app.ctx, hannah, { content: 'About a lifeboat' })
    expect(await found('lifeboat')).toEqual([id])
    await app.ask('prayers.edit', { id, is_guarded: true }, { as: asHannah })
    await app.ask('prayers.follow', { id }, { as: asTomas })
    for (const as of [undefined, asTomas, asHannah]) expect(await found('lifeboat', as ? { as } : {})).toEqual([])
    expect(await found('lifeboat', { as: asTomas, following: 'true' })).toEqual([])
    expect(await found('lifeboat', { as: asHannah, mine: 'true' })).toEqual([id])
  })

  it('goes on with a cursor, newest first, anonymous ones by their hour', async () => {
    const ids: string[] = []
    for (let index = 0; index < 7; index += 1) {
      app.advance(HOUR_MS)
      ids.unshift(await makePrayer(app.ctx, hannah, { content: `Pilgrimage ${index}`, is_anonymous: index % 2 === 0 }))
    }
    // Hours have passed; tokens live ten minutes.
    asHannah = await app.signIn('hannah')
    asTomas = await app.signIn('tomas')
    expect(await walk(app, 'prayers.list', { search: 'pilgrimage', pageSize: 2 })).toEqual(ids)
    expect(await found('pilgrimage', { page: 1, pageSize: 3 })).toEqual(ids.slice(3, 6))
    const { data } = await app.ask('prayers.list', { pageSize: 1 })
    expect((await app.ask('prayers.list', { search: 'pilgrimage', cursor: data.next_cursor })).status).toBe(400)
  })

  it.each([
    ['none, as there are enough of the word itself', 'harmonium', 3, 3],
    ['all, as there are few of the word itself', 'accordion', 2, 5],
  ])('finds words that begin alike on all pages or on none: %s', async (_, word, words, expected) => {
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) {
      app.advance(1000)
      const content = index < words ? `The ${word}` : `The ${word}player`
      ids.unshift(await makePrayer(app.ctx, hannah, { content }))
    }
    const seen = await walk(app, 'prayers.list', { search: word, pageSize: 2 })
    expect(seen).toEqual(ids.slice(ids.length - expected))
  })

  it('goes together with a category, with a view and with those that one follows', async () => {
    const { data: categories } = await app.ask('categories.list')
    const category_id = categories[2]?.id ?? ''
    const [sorted, answered, plain] = [
      await makePrayer(app.ctx, hannah, { content: 'Lighthouse one' }),
      await makePrayer(app.ctx, hannah, { content: 'Lighthouse two' }),
      await makePrayer(app.ctx, hannah, { content: 'Lighthouse three' }),
    ]
    await app.ask('classifications.replace_links', { id: sorted, categoryIds: [category_id] }, { as: asHannah })
    await app.ask('prayers.edit', { id: answered, status: 'answered' }, { as: asHannah })
    await app.ask('prayers.follow', { id: plain }, { as: asTomas })
    expect(await found('lighthouse', { category_id })).toEqual([sorted])
    const { data } = await app.ask('prayers.in_category', { id: category_id, search: 'lighthouse' })
    expect(data.items.map(({ id }) => id)).toEqual([sorted])
    expect(await found('lighthouse', { view: 'answered' })).toEqual([answered])
    expect((await found('lighthouse', { view: 'waiting' })).toSorted()).toEqual([sorted, plain].toSorted())
    expect(await found('lighthouse', { following: 'true', as: asTomas })).toEqual([plain])
    expect(await found('lighthouse', { following: 'true' })).toEqual([])
    const { data: listed } = await app.ask('prayers.list', { category_id })
    expect(listed.items.map(({ id }) => id)).toEqual([sorted])
  })
})
