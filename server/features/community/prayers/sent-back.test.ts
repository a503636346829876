import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer } from '../../../test/make.ts'

describe('a request that its author sends back', () => {
  const app = sharedTestApp()
  let as: string
  let hannah: string
  let categories: string[]
  beforeAll(async () => {
    as = await app.signIn('hannah')
    hannah = await app.person('hannah')
    categories = (await app.ask('categories.list')).data.map(({ id }) => id)
  })

  const read = async (id: string) => (await app.ask('prayers.one', { id }, { as })).data
  const write = (input: object) => app.ask('prayers.edit', { ...input }, { as })
  /** Adds links as the classifier does. */
  const addLinks = async (id: string, ids: string[]): Promise<void> => {
    const at = app.ctx.clock().toISOString()
    const link = { prayer_request_id: id, is_machine_generated: true, confidence: 0.9, listed_at: at, created_at: at }
    const rows = ids.map((category_id, position) => ({ ...link, category_id, position }))
    await app.ctx.db.insertInto('prayer_categories').values(rows).execute()
  }

  it('keeps the classifier’s categories while they are as they were, and takes others as chosen', async () => {
    const id = await makePrayer(app.ctx, hannah)
    const [one = '', other = '', third = ''] = categories
    await addLinks(id, [one, other])
    const before = await read(id)
    await write({ ...before, title: 'Another' })
    expect((await read(id)).categories).toEqual(before.categories)
    await write({ ...(await read(id)), categories: [...before.categories, { id: third, name: 'x' }] })
    const after = await read(id)
    expect(after.categories.map((category) => [category.id, category.is_machine_generated])).toEqual([
      [one, false],
      [other, false],
      [third, false],
    ])
    await write({ id, categories: [third] })
    expect((await read(id)).categories.map((category) => category.id)).toEqual([third])
    expect((await write({ id, categories: [crypto.randomUUID()] })).problem.code).toBe('categories.not_found')
  })

  it('takes the categories of a new one by id, and as a request has them', async () => {
    const [one = '', other = ''] = categories
    for (const given of [
      [one, other],
      [{ id: one, name: 'Health' }, { id: other }],
    ]) {
      const { data } = await app.ask('prayers.create', { content: 'Please pray for rain.', categories: given }, { as })
      expect(data.categories.map(({ id }) => id)).toEqual([one, other])
    }
  })

  it.each([
    ['its text', { content: 'Please pray for my mother.' }],
    ['its audience', { visibility: 'private' }],
    ['its name', { is_anonymous: true }],
    ['its date', { expires_at: '2040-01-01T00:00:00.000Z' }],
  ])('changes nothing but %s', async (_, change) => {
    const id = await makePrayer(app.ctx, hannah, { visibility: 'members', is_guarded: true, title: 'A title' })
    const { updated_at: _at, author, ...before } = await read(id)
    expect((await write({ ...before, ...change })).status).toBe(200)
    const after = await read(id)
    expect(after).toMatchObject({ ...before, ...change })
    expect(after.author).toEqual('is_anonymous' in change ? null : author)
  })

  it('leaves its group when it gets another audience', async () => {
    const group_id = await makeGroup(app.ctx, [hannah])
    const id = await makePrayer(app.ctx, hannah, { visibility: 'group', group_id })
    const { status } = await write({ ...(await read(id)), visibility: 'private' })
    expect(status).toBe(200)
    expect(await read(id)).toMatchObject({ visibility: 'private', group_id: null })
  })

  it('stays archived when its text is changed, and nobody archives one by hand', async () => {
    const id = await makePrayer(app.ctx, hannah)
    const refused = await write({ id, status: 'archived' })
    expect([refused.status, refused.problem.errors]).toMatchObject([400, [{ path: 'status', code: 'not_allowed' }]])
    await app.ctx.db.updateTable('prayers').set({ status: 'archived' }).where('id', '=', id).execute()
    const edited = await write({ ...(await read(id)), content: 'Please pray for my mother.' })
    expect(edited.data).toMatchObject({ status: 'archived', content: 'Please pray for my mother.' })
  })
})
