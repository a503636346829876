import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Announcement } from '../../../../contract/announcements.ts'
import type { Language } from '../../../../contract/fields.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { toMinute } from './announcements.rules.ts'

const base = {
  notification_type: 'announcement',
  audience: 'everybody',
  shown_from: null,
  shown_until: null,
  published: true,
} as const
const german = { language: 'de', title: 'Sonntag', content: 'Tee nach der **Messe**' } as const
const english = { language: 'en', title: 'Sunday', content: 'Tea after Mass' } as const

describe('an announcement in several languages', () => {
  const app = sharedTestApp({})
  let as: string
  beforeAll(async () => {
    await signIn()
    await set('time_zone', 'Europe/Berlin')
  })
  // An hour later nobody is signed in any more.
  const signIn = async () => void (as = await app.signIn('peter'))
  beforeEach(signIn)
  const set = async (name: 'time_zone' | 'default_language', value: string) =>
    expect((await app.ask('settings.write', { name, value }, { as })).status).toBe(200)

  const write = (part: object) => app.ask('announcements.write', { ...base, texts: [english], ...part }, { as })
  const listed = async (id: string) =>
    (await app.ask('announcements.list', {}, { as })).data.items.find((item) => item.id === id)
  const shownIn = async (language: Language, { texts }: Announcement) => {
    const { data } = await app.ask('notifications.active', { language })
    return data.filter(({ id }) => texts.some((text) => text.id === id)).map(({ title }) => title)
  }

  it('is shown in the reader’s language, else in the first of the site, never in the last that was written', async () => {
    const { data, status, text } = await write({ texts: [english, german] })
    expect(status, text).toBe(200)
    expect(await shownIn('de', data)).toEqual(['Sonntag'])
    expect(await shownIn('en', data)).toEqual(['Sunday'])
    expect(await shownIn('ko', data)).toEqual(['Sunday'])
    await set('default_language', 'de')
    expect(await shownIn('ko', data)).toEqual(['Sonntag'])
    expect((await app.ask('announcements.list', {}, { as })).data).toMatchObject({
      first_language: 'de',
      time_zone: 'Europe/Berlin',
    })
    await set('default_language', 'en')
  })

  it('becomes one in two languages when one is added, and loses one that is left out', async () => {
    const { data: old } = await app.ask(
      'content.manage_create',
      { ...english, content_type: 'notification', status: 'published', metadata: { dismissible: false } },
      { as },
    )
    const { data: two } = await write({ id: old.id, texts: [english, german] })
    expect(two.texts.map(({ language }) => language)).toEqual(['en', 'de'])
    expect(await shownIn('de', two)).toEqual(['Sonntag'])
    for (const { id } of two.texts) {
      const { data } = await app.ask('content.manage_one', { id }, { as })
      expect(data.metadata).toMatchObject({ dismissible: false, audience: 'everybody' })
    }
    const { data: one } = await write({ id: two.id, texts: [german] })
    expect(await listed(one.id)).toMatchObject({ texts: [german] })
    expect(await shownIn('en', two)).toEqual(['Sonntag'])
  })

  it('keeps what was replaced among its earlier versions', async () => {
    const { data } = await write({})
    await write({ id: data.id, texts: [{ ...english, title: 'Monday' }] })
    const versions = await app.ask('content.versions', { id: data.id }, { as })
    expect(versions.data.map(({ title }) => title)).toEqual(['Sunday'])
  })

  it('is planned, shown and over by the clock of the site, for all its languages', async () => {
    const inHours = (hours: number) =>
      toMinute(new Date(app.ctx.clock().getTime() + hours * 3_600_000).toISOString(), 'Europe/Berlin')
    const [shown_from, shown_until] = [inHours(1), inHours(2)]
    const { data } = await write({ texts: [english, german], shown_from, shown_until })
    const states = [data.state]
    for (const hours of [1, 1]) {
      app.advance(hours * 3_600_000)
      await signIn()
      states.push((await listed(data.id))?.state ?? 'draft')
    }
    expect(states).toEqual(['planned', 'shown', 'over'])
    expect(await shownIn('de', data)).toEqual([])
    const late = await write({ shown_from, shown_until: shown_from })
    expect(late.data).toMatchObject({ code: 'content.ends_too_soon' })
    for (const at of ['2026-02-30T10:00', '0202-05-24T18:00', '9999-12-31T23:59'])
      expect((await write({ shown_from: at })).status).toBe(400)
  })

  it('means the clock by which its times were read, when the site has moved to another', async () => {
    const { data } = await write({ shown_from: '2031-05-24T18:00' })
    await set('time_zone', 'Asia/Seoul')
    const { id, changed_at, shown_from } = data
    const read = { id, changed_at, shown_from, time_zone: 'Europe/Berlin' }
    const { data: after } = await write({ ...read, shown_until: '2031-05-24T20:00', texts: [english, german] })
    expect([after.shown_from, after.shown_until]).toEqual(['2031-05-25T01:00', '2031-05-25T03:00'])
    await set('time_zone', 'Europe/Berlin')
  })

  it('refuses a change that is based on an older one, and changes none of its languages', async () => {
    const { data: first } = await write({ texts: [english, german] })
    app.advance(1000)
    await write({ id: first.id, changed_at: first.changed_at, texts: [{ ...english, title: 'Theirs' }, german] })
    const late = await write({
      id: first.id,
      changed_at: first.changed_at,
      texts: [english, { ...german, title: 'Meins' }],
    })
    expect([late.status, late.data]).toMatchObject([409, { code: 'content.changed' }])
    expect((await listed(first.id))?.texts.map(({ title }) => title)).toEqual(['Theirs', 'Sonntag'])
  })

  it('gets no language back that somebody else has deleted since it was read', async () => {
    const { data: first } = await write({ texts: [english, german] })
    const { id, changed_at } = first
    app.advance(1000)
    expect((await write({ id, changed_at, texts: [english] })).status).toBe(200)
    const late = await write({ id, changed_at, texts: [english, { ...german, title: 'Meins' }] })
    expect([late.status, late.data]).toMatchObject([409, { code: 'content.changed' }])
    const { data: second } = await write({ texts: [english, german] })
    const gone = second.texts.find(({ language }) => language === 'de')
    await app.ask('content.manage_delete', { id: gone?.id }, { as })
    const again = { id: second.id, changed_at: second.changed_at, texts: [english, german] }
    expect((await write(again)).status).toBe(409)
  })

  it('stays in the list with all its languages while it is shown, however many came after it', async () => {
    const { data } = await write({ texts: [english, german] })
    const created_at = new Date(app.ctx.clock().getTime() + 1000).toISOString()
    const over = { title: 'Over', content: 'Over', content_type: 'notification', status: 'archived' } as const
    const rows = Array.from({ length: 500 }, (_, index) => ({
      id: `0198c0de-0000-7000-8000-${String(index).padStart(12, '0')}`,
      ...over,
      metadata: '{}',
      created_at,
      updated_at: created_at,
    }))
    await app.ctx.db.insertInto('content').values(rows).execute()
    expect((await listed(data.id))?.texts).toHaveLength(2)
    await app.ctx.db.deleteFrom('content').where('title', '=', over.title).execute()
  })

  it('refuses one that is not there, a language twice, and none', async () => {
    expect((await write({ id: '0198c0de-0000-7000-8000-000000000009' })).status).toBe(404)
    expect((await write({ texts: [english, english] })).status).toBe(400)
    expect((await write({ texts: [] })).status).toBe(400)
  })

  it('is one act in the record, and none when nothing changed', async () => {
    const count = async () => (await app.ctx.db.selectFrom('audit_log').select('id').execute()).length
    const before = await count()
    const { data } = await write({ texts: [english, german] })
    await write({ id: data.id, texts: [english, german] })
    expect((await count()) - before).toBe(1)
  })
})
