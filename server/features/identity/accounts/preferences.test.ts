import { beforeAll, describe, expect, it } from 'vitest'
import { notifyKinds } from '../../../../contract/notifications.values.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'

const MISSING = '00000000-0000-7000-8000-000000000000'

describe('preferences', () => {
  const app = sharedTestApp()
  let hannah: string
  let id: string
  let themes: string[]

  beforeAll(async () => {
    hannah = await app.signIn('hannah')
    id = await app.person('hannah')
    themes = (await app.ask('themes.list')).data.map((theme) => theme.id)
  })

  const everything = Object.fromEntries(notifyKinds.map((kind) => [kind, true]))

  it('begin with nothing chosen, and everything told', async () => {
    const { data } = await app.ask(
      'preferences.read',
      { id: await app.person('tomas') },
      { as: await app.signIn('tomas') },
    )
    expect(data).toEqual({
      theme_preference: null,
      preferred_language: null,
      appearance: null,
      text_size: null,
      shows_pray_counts: true,
      takes_lines: true,
      translation_consent: null,
      speech_consent: null,
      is_discreet: false,
      notify: everything,
      notices: { prayed: 'at_once', updates: 'daily', groups: 'daily', reminders: 'at_once', moderation: 'at_once' },
      notice_hour: 7,
      time_zone: null,
      site_time_zone: 'UTC',
      quiet_from: 22,
      quiet_to: 7,
      paused_until: null,
      mail_state: 'no_server',
    })
  })

  it('say when emails come, each member for itself, and go back as they came', async () => {
    const as = await app.signIn('miriam')
    const own = await app.person('miriam')
    const write = async (change: object) => (await app.ask('preferences.write', { id: own, ...change }, { as })).data
    await write({ notices: { updates: 'weekly' } })
    await write({ notices: { prayed: 'off' }, notice_hour: 0 })
    const chosen = { time_zone: 'America/New_York', quiet_from: 0, quiet_to: 23 }
    const written = await write(chosen)
    expect(written).toMatchObject({
      ...chosen,
      notice_hour: 0,
      notices: { prayed: 'off', updates: 'weekly', groups: 'daily', reminders: 'at_once', moderation: 'at_once' },
      // What is told on the page is another choice.
      notify: everything,
    })
    expect(await write(written)).toEqual(written)
    expect(await write({ quiet_from: null, quiet_to: null, time_zone: null })).toMatchObject({
      quiet_from: null,
      quiet_to: null,
      time_zone: null,
    })
  })

  it('keep the hour that comes with a time zone which is not known here', async () => {
    const own = await app.person('grace')
    const change = { id: own, notice_hour: 9, time_zone: 'America/Unheard_Of' }
    const { status, data } = await app.ask('preferences.write', change, { as: await app.signIn('grace') })
    expect([status, data.notice_hour, data.time_zone]).toEqual([200, 9, null])
  })

  it('pause for a year at most, until the person ends it', async () => {
    const as = await app.signIn('miriam')
    const own = await app.person('miriam')
    const pause = async (paused_until: string | null) =>
      (await app.ask('preferences.write', { id: own, paused_until }, { as })).data.paused_until
    const after = (days: number) => new Date(app.ctx.clock().getTime() + days * DAY_MS).toISOString()
    const week = after(7)
    expect(await pause(week)).toBe(week)
    const from = after(365)
    const ended = (await pause(after(3650))) ?? ''
    expect(ended >= from && ended <= after(365)).toBe(true)
    expect(await pause(null)).toBeNull()
  })

  it('are kept, one by one, and come with the session on every device', async () => {
    const write = (change: object) => app.ask('preferences.write', { id, ...change }, { as: hannah })
    expect((await write({ theme_preference: themes[1], appearance: 'dark' })).data).toMatchObject({
      theme_preference: themes[1],
      appearance: 'dark',
      text_size: null,
    })
    await write({ preferred_language: 'ar' })
    await write({ notify: { prayed: false } })
    expect((await write({ text_size: 'large', notify: { groups: false } })).data.notify).toEqual({
      ...everything,
      prayed: false,
      groups: false,
    })
    const { data } = await app.ask('sessions.current', {}, { as: await app.signIn('hannah') })
    expect(data.user.preferences).toEqual({
      theme_preference: themes[1],
      preferred_language: 'ar',
      appearance: 'dark',
      text_size: 'large',
    })
    expect((await write({ appearance: null, theme_preference: null })).data).toMatchObject({
      appearance: null,
      theme_preference: null,
      preferred_language: 'ar',
    })
  })

  it('keep both of two switches that are turned at once', async () => {
    const as = await app.signIn('grace')
    const own = await app.person('grace')
    await Promise.all(
      notifyKinds.map((kind) => app.ask('preferences.write', { id: own, notify: { [kind]: false } }, { as })),
    )
    const { data } = await app.ask('preferences.read', { id: own }, { as })
    expect(Object.values(data.notify)).toEqual(notifyKinds.map(() => false))
  })

  it.each([
    [{ appearance: 'blue' }],
    [{ text_size: 'huge' }],
    [{ preferred_language: 'xx' }],
    [{ theme_preference: '' }],
    [{ theme_preference: 7 }],
    [{ notify: { everything: true } }],
    [{ notify: { prayed: 'yes' } }],
    [{ notify: { constructor: true } }],
    [{ notices: { everything: 'daily' } }],
    [{ notices: { prayed: 'hourly' } }],
    [{ notices: { prayed: true } }],
    [{ notice_hour: 24 }],
    [{ notice_hour: 6.5 }],
    [{ notice_hour: null }],
    [{ quiet_from: -1 }],
    [{ quiet_to: '7' }],
    [{ time_zone: 'Europe/Atlantis' }],
    [{ time_zone: '' }],
    [{ paused_until: 'tomorrow' }],
    [{ paused_until: '2026-06-10' }],
    [{ paused_until: '0001-01-01T00:00:00.000Z' }],
    [{ mail_paused: true }],
    [{ is_discreet: 'yes' }],
    [{ is_discreet: null }],
    [{ translationConsent: null }],
  ])('refuse %o', async (change) => {
    expect((await app.ask('preferences.write', { id, ...change }, { as: hannah })).status).toBe(400)
  })

  it('say to the person alone that they are in discreet mode', async () => {
    const as = await app.signIn('miriam')
    const own = await app.person('miriam')
    const before = await app.ask('accounts.one', { id: own }, { as: await app.signIn('peter') })
    expect((await app.ask('preferences.write', { id: own, is_discreet: true }, { as })).data.is_discreet).toBe(true)
    expect((await app.ask('sessions.current', {}, { as })).data.user.is_discreet).toBe(true)
    expect((await app.ask('sessions.current', {}, { as: hannah })).data.user.is_discreet).toBe(false)
    const after = await app.ask('accounts.one', { id: own }, { as: await app.signIn('peter') })
    expect(after.data).toEqual(before.data)
    expect(after.text).not.toContain('discreet')
    await app.ask('preferences.write', { id: own, is_discreet: false }, { as })
    expect((await app.ask('sessions.current', {}, { as })).data.user.is_discreet).toBe(false)
  })

  it('refuse a theme that there is not', async () => {
    for (const theme_preference of [MISSING, 'no such theme']) {
      const answer = await app.ask('preferences.write', { id, theme_preference }, { as: hannah })
      expect([answer.status, answer.problem.code]).toEqual([404, 'themes.not_found'])
    }
  })

  it('take a theme by its name, in any case, and keep its id', async () => {
    const { name = '', id: theme_id } = (await app.ask('themes.list')).data[1] ?? {}
    const as = await app.signIn('hannah')
    for (const spelling of [name, ` ${name.toUpperCase()} `]) {
      const { data } = await app.ask('preferences.write', { id, theme_preference: spelling }, { as })
      expect(data.theme_preference).toBe(theme_id)
      await app.ask('preferences.write', { id, theme_preference: null }, { as })
      const chosen = await app.ask('preferences.choose_theme', { userId: id, themeId: spelling }, { as })
      expect(chosen.data).toEqual({ themeId: theme_id })
    }
  })

  it('take the theme with the id before one that is named like it', async () => {
    const { colors } = (await app.ask('themes.default')).data
    const as = await app.signIn('peter')
    expect((await app.ask('themes.create', { name: themes[1], colors, allow_low_contrast: true }, { as })).status).toBe(
      200,
    )
    const choose = (themeId: unknown) => app.ask('preferences.choose_theme', { userId: id, themeId }, { as: hannah })
    expect((await choose(themes[1])).data).toEqual({ themeId: themes[1] })
    expect((await app.ask('themes.one', { id: themes[1] })).data.id).toBe(themes[1])
  })

  it('hold the theme that was chosen by its own call, until it is deleted', async () => {
    const as = await app.signIn('hannah')
    const choose = (themeId: unknown) => app.ask('preferences.choose_theme', { userId: id, themeId }, { as })
    expect((await choose(themes[2])).data).toEqual({ themeId: themes[2] })
    expect((await app.ask('preferences.theme', { userId: id }, { as })).data).toEqual({ themeId: themes[2] })
    expect((await app.ask('preferences.read', { id }, { as })).data.theme_preference).toBe(themes[2])
    expect((await choose(MISSING)).problem.code).toBe('themes.not_found')
    expect((await choose('no such theme')).problem.code).toBe('themes.not_found')
    expect((await choose('')).status).toBe(400)
    await app.ctx.db
      .deleteFrom('themes')
      .where('id', '=', themes[2] ?? '')
      .execute()
    expect((await app.ask('preferences.theme', { userId: id }, { as })).data).toEqual({ themeId: null })
    expect((await choose(null)).data).toEqual({ themeId: null })
  })
})
