import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { keepPrayers, makeGroup, makePrayer, makeReport, makeUpdate, makeUser, setPrayers } from '../../../test/make.ts'
import { recordSecurityEvent } from '../../../audit/audit.ts'
import { insertReaction } from '../../community/prayers/reactions.commands.ts'

const SEEN = '2026-01-02T03:04:05.678Z'

describe('an export of one’s own data', () => {
  const app = sharedTestApp()
  let hannah: string
  let id: string
  let tomas: string

  beforeAll(async () => {
    id = await app.person('hannah')
    tomas = await app.person('tomas')
    hannah = await app.signIn('hannah')
  })

  it('holds all that is one’s own, and no word, name or unreadable id of anybody else', async () => {
    const { db } = app.ctx
    const at = app.ctx.clock().toISOString()
    const mine = (content: string, more = {}) => makePrayer(app.ctx, id, { content, ...more })
    const group = await makeGroup(app.ctx, [tomas, id], 'Tuesday circle')
    const banned = await makeGroup(app.ctx, [tomas, id], 'Canary circle')
    await db.updateTable('memberships').set({ seen_at: SEEN }).where('user_id', '=', id).execute()
    await app.ctx.db
      .updateTable('memberships')
      .set({ status: 'banned' })
      .where('group_id', '=', banned)
      .where('user_id', '=', id)
      .execute()
    const own = {
      open: await mine('own-public'),
      nameless: await mine('own-anonymous', { is_anonymous: true }),
      secret: await mine('own-private', { visibility: 'private' }),
      group: await mine('own-group', { visibility: 'group', group_id: group }),
      held: await mine('own-held'),
      gone: await mine('own-deleted'),
    }
    await setPrayers(app.ctx, { publication: 'held', held_reason: 'limited' }, own.held)
    await app.ask('prayers.delete', { id: own.gone }, { as: hannah })
    await app.ask('prayers.edit', { id: own.open, content: 'own-public, reworded' }, { as: hannah })
    await app.ask('prayers.pray', { id: own.open }, { as: await app.signIn('tomas') })

    const theirs = (content: string, more = {}) => makePrayer(app.ctx, tomas, { content, ...more })
    const readable = await theirs('canary-words of Tomás')
    const hidden = await theirs('canary-hidden')
    const secret = await theirs('canary-private', { visibility: 'private' })
    const update = await makeUpdate(app.ctx, tomas, readable, { content: 'canary-update' })
    await makeUpdate(app.ctx, id, own.open, { content: 'own-update' })
    for (const prayer_request_id of [readable, hidden]) {
      await app.ask('prayers.pray', { id: prayer_request_id }, { as: hannah })
      const key = { id: randomUUID(), user_id: id, prayer_request_id, created_at: at }
      await insertReaction(app.ctx, id, { prayer_request_id, update_id: null }, 'amen')
      const payload = JSON.stringify({ by: tomas })
      await db
        .insertInto('notifications')
        .values({ ...key, kind: 'updates', group_id: null, payload })
        .execute()
    }
    await keepPrayers(app.ctx, id, [readable, hidden])
    await insertReaction(app.ctx, id, { prayer_request_id: null, update_id: update }, 'heart')
    for (const reported of [readable, hidden]) await makeReport(app.ctx, id, reported, { reason: 'own-report' })
    for (const asked of [readable, hidden]) {
      const left = await app.ask('prayers.leave_line', { id: asked, phrase: 'shepherd' }, { as: hannah })
      expect(left.status).toBe(200)
    }
    await makeReport(app.ctx, tomas, own.open, { reason: 'canary-report' })
    for (const [user_id, title] of [
      [id, 'own-message'],
      [tomas, 'canary-message'],
    ] as const) {
      const row = {
        content: title,
        content_type: 'notification',
        status: 'published',
        published: true,
        metadata: '{}',
      } as const
      await db
        .insertInto('content')
        .values({
          id: randomUUID(),
          user_id,
          title,
          slug: null,
          ...row,
          created_by: null,
          created_at: at,
          updated_at: at,
        })
        .execute()
    }
    await app.ctx.transaction((ctx) => recordSecurityEvent(ctx, tomas, 'canary_event', {}))
    await app.signIn('hannah')
    await app.ask('devices.end_all', {}, { as: hannah })
    await db.updateTable('prayers').set({ publication: 'hidden' }).where('id', '=', hidden).execute()

    const { data, text, status } = await app.ask('exports.make', { id }, { as: hannah })
    expect(status).toBe(200)
    expect(data.profile).toMatchObject({ id, email: 'hannah@example.org', display_name: 'Hannah W.' })
    const [requests, lines] = [null, 'shepherd'].map((said) => data.prayers.filter(({ phrase }) => phrase === said))
    expect(new Set(lines?.map(({ line_of }) => line_of))).toEqual(new Set([readable, null]))
    expect(requests?.map(({ content }) => content).toSorted()).toEqual([
      'own-anonymous',
      'own-group',
      'own-held',
      'own-private',
      'own-public, reworded',
    ])
    expect(data.prayers.find(({ content }) => content === 'own-held')).toMatchObject({
      publication: 'held',
      held_reason: 'limited',
    })
    expect(data.prayers.find(({ content }) => content === 'own-public, reworded')?.pray_count).toBe(1)
    expect(data.edits.map(({ content }) => content)).toEqual(['own-public'])
    expect(data.updates.map(({ content }) => content)).toEqual(['own-update'])
    expect(data.reports.map(({ reason }) => reason)).toEqual(['own-report', 'own-report'])
    expect(data.messages.map(({ title }) => title)).toEqual(['own-message'])
    expect(data.prayed_for.map(({ prayer_request_id }) => prayer_request_id)).toEqual([readable])
    expect(data.follows.map(({ prayer_request_id }) => prayer_request_id)).toEqual([readable])
    expect(data.lists).toMatchObject([{ name: 'Mornings', items: [{ prayer_request_id: readable }] }])
    expect(new Set(data.reactions.map(({ prayer_request_id, update_id }) => prayer_request_id ?? update_id))).toEqual(
      new Set([readable, update]),
    )
    for (const part of [data.reminders, data.notifications, data.reports]) {
      expect(new Set(part.map(({ prayer_request_id }) => prayer_request_id))).toEqual(new Set([readable, null]))
    }
    expect(new Set(data.memberships.map(({ group_name }) => group_name))).toEqual(new Set(['Tuesday circle', null]))
    expect(data.memberships.map(({ seen_at }) => seen_at)).toContain(SEEN)
    expect(data.devices).toMatchObject([{ device: 'test', is_current: true }])
    expect(data.ended_sessions).toMatchObject([{ device: 'test', revoked_reason: 'signed_out_everywhere' }])
    expect(data.security_events.map(({ kind }) => kind)).toContain('data_exported')
    expect(data.shortened).toEqual([])

    expect(text.toLowerCase()).not.toContain('canary')
    for (const foreign of [tomas, 'Tomás', 'tomas@', hidden, secret, own.gone, 'password_hash', 'address']) {
      expect(text, foreign).not.toContain(foreign)
    }
  })

  it('is made five times an hour, and kept nowhere', async () => {
    const own = await newTestApp({ limit_scale: 1 })
    const as = await own.signIn('hannah')
    const mine = await own.person('hannah')
    for (let times = 0; times < 5; times += 1) {
      const headers = { 'idempotency-key': `export-number-${times}` }
      expect((await own.ask('exports.make', { id: mine }, { as, headers })).status).toBe(200)
    }
    const more = await own.ask('exports.make', { id: mine }, { as })
    expect(more.status).toBe(429)
    expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await own.ctx.db.selectFrom('idempotency_keys').select('key').execute()).toEqual([])
  })

  it('holds the pages that the person wrote, as they are and as they were, their drafts, and none of a colleague’s', async () => {
    const admin = await app.signIn('peter')
    const token = await app.open(await makeUser(app.ctx, { role: 'admin' }))
    const create = async (title: string, as: string) => {
      const page = { title, content: `Words of ${title}`, content_type: 'guide', slug: title.toLowerCase() }
      return (await app.ask('content.create', page, { as })).data.id
    }
    const edit = (of: string, title: string, as: string) => {
      app.advance(10)
      return app.ask('content.manage_edit', { id: of, title, content: `Words of ${title}` }, { as })
    }
    const mine = await create('Mine', admin)
    await edit(mine, 'Mine-again', admin)
    await edit(mine, 'Canary-over-mine', token)
    const theirs = await create('Canary', token)
    await edit(theirs, 'Mine-over-theirs', admin)
    await create('Untouched', admin)
    const words = { title: 'A draft', slug: '', content: 'Half', content_type: 'guide', language: 'en' }
    const draft = { words: { ...words, featured: false, metadata: {} }, based_on: null }
    await app.ask('content.keep_draft', draft, { as: admin })
    const canary = { ...draft, words: { ...draft.words, title: 'Canary draft' } }
    await app.ask('content.keep_draft', { ...canary, content_id: theirs }, { as: token })

    const { data, text } = await app.ask('exports.make', { id: await app.person('peter') }, { as: admin })
    const pages = data.pages.map(({ title, replaced_at }) => `${title} ${replaced_at === null}`)
    expect(pages.toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
      'Mine false',
      'Mine-again false',
      'Mine-over-theirs true',
      'Untouched true',
    ])
    expect(data.page_drafts).toMatchObject([{ content_id: null, words: { title: 'A draft', content: 'Half' } }])
    expect(text).not.toContain('Canary')
  })
})
