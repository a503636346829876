import { beforeAll, describe, expect, it } from 'vitest'
import builtIn from '../../../db/seed-themes.json' with { type: 'json' }
import { sharedTestApp } from '../../../test/shared-app.ts'
import { readActions } from '../../../test/audit-log.ts'

const colors = builtIn[0]?.colors ?? ({} as never)
const name = (): string => `Theme ${crypto.randomUUID()}`

describe('themes', () => {
  const app = sharedTestApp({ environment: { FONT_HOSTS: 'fonts.example.org' } })
  let admin: { as: string }

  beforeAll(async () => {
    admin = { as: await app.signIn('peter') }
  })

  const create = (rest: object = {}) => app.ask('themes.create', { name: name(), colors, ...rest }, admin)
  const acts = (id: string) => readActions(app.ctx, id)

  it('seeds the five themes of the design, in their order, the first as the default', async () => {
    const { data } = await app.ask('themes.list')
    expect(data.map((theme) => theme.name)).toEqual(['Vigil', 'Vespers', 'Lauds', 'Gaudete', 'Clarity'])
    expect((await app.ask('themes.default')).data.name).toBe('Vigil')
    expect(data[0]).toMatchObject({ ui: { padding: { card: '1.5rem' } }, typography: { lineHeight: { tight: 1.25 } } })
  })

  it('makes, changes and deletes one, and writes each down', async () => {
    const { status, data } = await create({ ui: { borderRadius: { card: '2rem' } } })
    expect(status).toBe(200)
    const edited = await app.ask('themes.edit', { id: data.id, description: 'Autumn' }, admin)
    expect(edited.data).toMatchObject({ description: 'Autumn', ui: { borderRadius: { card: '2rem' } } })
    expect((await app.ask('themes.delete', { id: data.id }, admin)).status).toBe(200)
    expect((await app.ask('themes.one', { id: data.id })).status).toBe(404)
    expect(await acts(data.id)).toEqual(['themes.create', 'themes.edit', 'themes.delete'])
  })

  it('fills in the header and button colours that an older theme lacks', async () => {
    const older = Object.fromEntries(
      Object.entries(colors).filter(([key]) => !key.startsWith('header') && !key.startsWith('button')),
    )
    const filled = {
      headerBackground: '#3B82F6',
      headerText: '#FFFFFF',
      buttonBackground: '#3B82F6',
      buttonText: '#FFFFFF',
      buttonHover: '#2F68C5',
    }
    const { status, data } = await create({ colors: older })
    expect([status, data.colors]).toMatchObject([200, filled])
    // White on this blue is hard to read: the answer says so, and the theme is saved all the same.
    const paths = ['colors.headerText', 'colors.buttonText']
    expect(data.warnings.map(({ path }) => path)).toEqual(paths)
    expect(data.warnings[0]?.detail).toBe('3.68:1 on headerBackground; 4.5:1 is needed.')
    const again = await app.ask('themes.edit', { ...data, description: 'Again' }, admin)
    expect([again.status, again.data.warnings.map(({ path }) => path)]).toEqual([200, paths])
    expect((await app.ask('themes.edit', { id: data.id, colors: older }, admin)).status).toBe(200)
    await app.ctx.db
      .updateTable('themes')
      .set({ colors: JSON.stringify(older) })
      .where('id', '=', data.id)
      .execute()
    const { data: read } = await app.ask('themes.one', { id: data.id })
    expect(read.colors).toMatchObject(filled)
    await app.ask('themes.edit', { ...read, description: 'Saved' }, admin)
    const row = app.ctx.db.selectFrom('themes').select('colors').where('id', '=', data.id)
    expect((await row.executeTakeFirst())?.colors).toMatchObject(filled)
  })

  it('refuses colours of the author’s own beside those that are filled in', async () => {
    const { headerText: _, ...rest } = colors
    const pale = await create({ colors: { ...rest, headerBackground: '#EEEEEE' } })
    expect(pale.problem).toMatchObject({ status: 400, code: 'themes.low_contrast' })
    expect(pale.problem.errors?.map(({ path }) => path)).toEqual(['colors.headerText'])
    const wanted = await create({ colors: { ...rest, headerBackground: '#EEEEEE' }, allow_low_contrast: true })
    expect(wanted.data.warnings.map(({ path }) => path)).toEqual(['colors.headerText'])
    expect((await create()).data.warnings).toEqual([])
  })

  it('takes a place and the default with a theme, and leaves another default only by another', async () => {
    const { data: first } = await create({ order: 0, is_default: true })
    expect(first).toMatchObject({ order: 0, is_default: true })
    expect((await app.ask('themes.list')).data[0]?.id).toBe(first.id)
    const { data: second } = await create()
    expect(second.is_default).toBe(false)
    const last = await app.ask('themes.edit', { ...first, order: second.order }, admin)
    expect(last.data).toMatchObject({ order: second.order, is_default: true, updated_at: first.updated_at })
    const left = await app.ask('themes.edit', { ...first, is_default: false }, admin)
    expect([left.status, left.problem.code]).toEqual([409, 'themes.is_default'])
    expect((await app.ask('themes.edit', { id: second.id, is_default: true }, admin)).data.is_default).toBe(true)
    expect((await app.ask('themes.list')).data.filter(({ is_default }) => is_default)).toHaveLength(1)
    expect((await app.ask('themes.edit', { ...first, is_default: false, order: 0 }, admin)).status).toBe(200)
    await app.ask('themes.set_default_setting', { value: 'vigil' }, admin)
  })

  it.each([
    'red;}body{background:url(//x)}',
    '#fff}',
    String.raw`\3c`,
    'url(javascript:x)',
    'expression(1)',
    'var(--x)',
    '</style><script>',
    '@import "x"',
    '/* */',
    'attr(x)',
    '#16241E\n}',
    '#16241E80',
    '',
  ])('refuses %s as a colour, a font, a size, a weight and a measure', async (hostile) => {
    const wrong = [
      { colors: { ...colors, primary: hostile } },
      ...(hostile === '' ? [] : [{ font: { family: hostile } }, { font: { url: hostile } }]),
      { typography: { fontFamily: { sans: hostile } } },
      { typography: { fontSize: { xs: hostile } } },
      { typography: { fontWeight: { bold: hostile } } },
      { typography: { lineHeight: { tight: hostile } } },
      { ui: { padding: { card: hostile } } },
      { ui: { spacing: { headingMarginBottom: hostile } } },
    ]
    for (const part of wrong) expect([part, (await create(part)).status]).toEqual([part, 400])
  })

  it.each([
    ['a colour that there is not', { colors: { ...colors, sidebar: '#000000' } }],
    [
      'a colour of the prototype',
      { colors: JSON.parse(`{${JSON.stringify(colors).slice(1, -1)},"__proto__":"#000000"}`) as object },
    ],
    ['a lacking colour', { colors: { ...colors, primary: undefined } }],
    ['a token that there is not', { typography: { fontFamily: { fancy: 'Georgia' } } }],
    ['a place that there is not', { order: -1 }],
  ])('refuses %s', async (_, part) => {
    expect((await create(part)).status).toBe(400)
    expect(({} as Record<string, unknown>)['primary']).toBeUndefined()
  })

  it.each([
    ['/fonts/gentium.woff2', 200],
    ['https://fonts.example.org/a/gentium.woff2', 200],
    ['https://user@fonts.example.org.evil/gentium.woff2', 400],
    ['https://fonts.example.org.evil/gentium.woff2', 400],
    ['http://169.254.169.254/gentium.woff2', 400],
    ['//evil/gentium.woff2', 400],
    [String.raw`\\evil\gentium.woff2`, 400],
    ['data:font/woff2;base64,AAAA', 400],
    ['javascript:alert(1)', 400],
    ['https://evil.example/gentium.woff2', 400],
  ])('takes a font from %s: %i', async (url, status) => {
    expect((await create({ font: { family: 'Gentium', url } })).status).toBe(status)
  })

  it('takes each name once, whatever its letters’ size', async () => {
    const { data } = await create()
    expect((await create({ name: data.name.toUpperCase() })).problem.code).toBe('themes.name_taken')
    const clone = await app.ask('themes.clone', { id: data.id, new_name: data.name }, admin)
    expect(clone.problem.code).toBe('themes.name_taken')
  })

  it('clones one with all that it has', async () => {
    const { data: theme } = await create({ ui: { borderRadius: { card: '3rem' } } })
    const new_name = name()
    const { data } = await app.ask('themes.clone', { id: theme.id, new_name }, admin)
    expect(data).toMatchObject({ name: new_name, colors: theme.colors, ui: theme.ui, is_default: false })
    expect(data.id).not.toBe(theme.id)
  })

  it('makes another the default by id and by name, keeps the default from being deleted, and gives it to whoever loses theirs', async () => {
    const { data: theme } = await create()
    expect((await app.ask('themes.set_default', { themeId: theme.id }, admin)).data.is_default).toBe(true)
    expect((await app.ask('themes.default')).data.id).toBe(theme.id)
    expect((await app.ask('themes.delete', { id: theme.id }, admin)).problem.code).toBe('themes.is_default')
    expect((await app.ask('themes.set_default_setting', { value: 'vigil' }, admin)).status).toBe(200)
    const { data } = await app.ask('themes.default_setting', {}, admin)
    expect(data.value).toBe((await app.ask('themes.default')).data.id)
    expect((await app.ask('themes.list')).data.filter(({ is_default }) => is_default)).toHaveLength(1)

    const user_id = await app.person('hannah')
    const row = { user_id, theme_preference: theme.id, notify: '{}' }
    await app.ctx.db.insertInto('preferences').values(row).execute()
    await app.ask('themes.delete', { id: theme.id }, admin)
    const preference = await app.ctx.db.selectFrom('preferences').selectAll().where('user_id', '=', user_id).execute()
    expect(preference[0]?.theme_preference).toBeNull()
  })

  it('is of the same version in another place', async () => {
    const { id, updated_at } = (await create()).data
    await app.ask('themes.set_order', { id, order: 7 }, admin)
    expect((await app.ask('themes.edit', { id, updated_at, description: 'Mine' }, admin)).status).toBe(200)
  })

  it('is saved once when the same is sent again, and not over what somebody has saved since', async () => {
    const { id, updated_at } = (await create()).data
    const change = { id, updated_at, description: 'Mine' }
    const first = await app.ask('themes.edit', change, admin)
    const again = await app.ask('themes.edit', change, admin)
    expect([again.status, again.data.updated_at]).toEqual([200, first.data.updated_at])
    await app.ask('themes.edit', { id, description: 'Theirs' }, admin)
    expect((await app.ask('themes.edit', change, admin)).problem.code).toBe('themes.changed')
    expect(await acts(id)).toEqual(['themes.create', 'themes.edit', 'themes.edit'])
  })

  it('orders one, or all at once or not at all', async () => {
    const before = (await app.ask('themes.list')).data
    const orders = before.map(({ id }, index) => ({ id, order: before.length - index }))
    const { data } = await app.ask('themes.set_orders', { orders }, admin)
    expect(data.map(({ id }) => id)).toEqual(before.map(({ id }) => id).toReversed())
    const wrong = [...orders.map((one) => ({ ...one, order: 0 })), { id: crypto.randomUUID(), order: 1 }]
    expect((await app.ask('themes.set_orders', { orders: wrong }, admin)).status).toBe(404)
    expect((await app.ask('themes.list')).data.map(({ id }) => id)).toEqual(data.map(({ id }) => id))
    const last = data.at(-1)?.id ?? ''
    await app.ask('themes.set_order', { id: last, order: 0 }, admin)
    expect((await app.ask('themes.list')).data[0]?.id).toBe(last)
  })

  it('gives no place twice when many are made and moved at once, and refuses none', async () => {
    const [one, other] = [(await create()).data.id, (await create()).data.id]
    const orders = (await app.ask('themes.list')).data.map(({ id, order }) => ({ id, order }))
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, turn) => [
        create(),
        app.ask('themes.set_order', { id: turn % 2 ? one : other, order: 3 }, admin),
        app.ask('themes.set_orders', { orders: turn % 2 ? orders : orders.toReversed() }, admin),
        app.ask('themes.set_default', { themeId: turn % 2 ? one : other }, admin),
      ]).flat(),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const places = (await app.ask('themes.list')).data.map(({ order }) => order)
    expect(new Set(places).size).toBe(places.length)
  })
})
