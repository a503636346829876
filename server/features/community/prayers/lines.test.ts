import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../../contract/time.values.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer } from '../../../test/make.ts'
import { PRAY_DIGEST_DELAY_MS } from './prayers.rules.ts'

const WORDS = 'We think of you all at eight. canary-line-5d21'

const names = ['hannah', 'tomas', 'grace', 'ines', 'ruth', 'peter', 'silas'] as const
type Name = (typeof names)[number]

describe('a line for the author', () => {
  const app = sharedTestApp()
  let id: string
  let tokens: Record<Name, string>

  const signIn = async () => {
    const signed = await Promise.all(names.map(async (name) => [name, await app.signIn(name)] as const))
    tokens = Object.fromEntries(signed) as Record<Name, string>
  }
  beforeEach(async () => {
    await signIn()
    id = await makePrayer(app.ctx, await app.person('hannah'))
    await app.ask('prayers.pray', { id }, { as: tokens.tomas })
  })

  const leave = (
    line: { content?: string; phrase?: 'shepherd'; is_signed?: boolean } = { content: WORDS },
    as: Name = 'tomas',
  ) => app.ask('prayers.leave_line', { id, ...line }, { as: tokens[as] })
  const read = async (as: Name = 'hannah') => (await app.ask('prayers.lines', { id }, { as: tokens[as] })).data.items
  const wait = async () => {
    app.advance(PRAY_DIGEST_DELAY_MS + MINUTE_MS)
    await app.runJobs()
    await signIn()
  }
  const news = async () =>
    (await app.ask('notifications.list', { pageSize: 100 }, { as: tokens.hannah })).data.items.filter(
      ({ kind, prayer_request_id }) => kind === 'line' && prayer_request_id === id,
    )

  it('reaches them a while later, without a name and to the hour', async () => {
    expect((await leave()).data).toMatchObject({ content: WORDS, author: null, is_mine: true, is_held: false })
    expect(await read()).toEqual([])
    await wait()
    const [line] = await read()
    expect(line).toMatchObject({ content: WORDS, phrase: null, author: null, is_mine: false })
    expect(Date.parse(line?.created_at ?? '') % HOUR_MS).toBe(0)
    expect(await news()).toMatchObject([{ line: { content: WORDS, phrase: null }, author_name: null }])
    expect(Date.parse((await news())[0]?.created_at ?? '') % HOUR_MS).toBe(0)
  })

  it('bears a name when its writer signs it, and is a phrase for every language', async () => {
    await leave({ phrase: 'shepherd', is_signed: true })
    await wait()
    expect(await read()).toMatchObject([{ phrase: 'shepherd', author: { id: await app.person('tomas') } }])
    expect(await news()).toMatchObject([{ line: { phrase: 'shepherd' }, author_name: 'Tomás R.' }])
  })

  it('is read by these two, and stands in no list, count, page or export of anybody else', async () => {
    const line = (await leave()).data.id
    await wait()
    for (const as of ['grace', 'ines', 'ruth', 'peter'] as const) expect(await read(as)).toEqual([])
    expect(await read('tomas')).toMatchObject([{ id: line, is_mine: true }])
    for (const as of names) {
      const asked = { as: tokens[as] }
      for (const one of [
        await app.ask('prayers.list', { mine: true, pageSize: 100 }, asked),
        await app.ask('prayers.list', { search: 'canary-line-5d21' }, asked),
        await app.ask('prayers.one', { id: line }, asked),
        await app.ask('accounts.profile', { id: await app.person('tomas') }, asked),
      ])
        expect(one.text).not.toContain('canary-line-5d21')
      for (const act of ['prayers.pray', 'prayers.follow', 'prayers.lines'] as const)
        expect((await app.ask(act, { id: line }, asked)).status).toBe(404)
      expect((await app.ask('prayers.edit', { id: line, visibility: 'public' }, asked)).status).toBe(404)
      expect((await app.ask('reactions.create', { prayer_request_id: line, type: 'amen' }, asked)).status).toBe(404)
    }
  })

  it.each([
    ['oneself', {}, 'hannah', 'prayers.takes_no_lines'],
    ['somebody for whom one has not prayed', {}, 'grace', 'prayers.line_without_prayer'],
    ['a request that takes none', { takes_lines: false }, 'tomas', 'prayers.takes_no_lines'],
    ['a request that is held', { publication: 'held' }, 'tomas', 'prayers.not_found'],
    ['a request that is private', { visibility: 'private' }, 'tomas', 'prayers.not_found'],
    ['somebody who has no account any more', { author_id: null }, 'tomas', 'prayers.takes_no_lines'],
  ] as const)('is not left for %s', async (_, change, as, code) => {
    if (Object.keys(change).length > 0)
      await app.ctx.db.updateTable('prayers').set(change).where('id', '=', id).execute()
    expect((await leave({ content: WORDS }, as)).problem.code).toBe(code)
  })

  it('is not left for who takes none at all, and nobody learns which switch it was', async () => {
    const hannah = await app.person('hannah')
    const page = async () => (await app.ask('prayers.one', { id }, { as: tokens.tomas })).data
    expect((await page()).takes_lines).toBe(true)
    await app.ask('preferences.write', { id: hannah, takes_lines: false }, { as: tokens.hannah })
    expect((await leave()).problem.code).toBe('prayers.takes_no_lines')
    expect((await page()).takes_lines).toBe(false)
    expect((await app.ask('prayers.one', { id }, { as: tokens.hannah })).data.takes_lines).toBe(true)
    await app.ask('preferences.write', { id: hannah, takes_lines: true }, { as: tokens.hannah })
    await app.ask('prayers.edit', { id, takes_lines: false }, { as: tokens.hannah })
    expect((await page()).takes_lines).toBe(false)
  })

  it('is left under an anonymous request whatever its author chose for those with a name, which would tell whose it is', async () => {
    const hannah = await app.person('hannah')
    await app.ask('prayers.edit', { id, is_anonymous: true }, { as: tokens.hannah })
    await app.ask('preferences.write', { id: hannah, takes_lines: false }, { as: tokens.hannah })
    expect((await app.ask('prayers.one', { id }, { as: tokens.tomas })).data.takes_lines).toBe(true)
    expect((await leave()).status).toBe(200)
    await app.ask('preferences.write', { id: hannah, takes_lines: true }, { as: tokens.hannah })
  })

  it('is one of each person, of words or a phrase', async () => {
    expect((await leave({})).problem.code).toBe('request.invalid')
    expect((await leave({ content: WORDS, phrase: 'shepherd' })).problem.code).toBe('request.invalid')
    expect((await leave({ content: 'a'.repeat(281) })).problem.code).toBe('request.invalid')
    const both = await Promise.all([leave(), leave({ phrase: 'shepherd' })])
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
    await wait()
    expect(await read()).toHaveLength(1)
  })

  it('is taken back by its writer, who may leave another', async () => {
    const { data } = await leave()
    await wait()
    expect(await news()).toHaveLength(1)
    expect((await app.ask('prayers.delete_line', { id, lineId: data.id }, { as: tokens.grace })).status).toBe(404)
    await app.ask('prayers.delete_line', { id, lineId: data.id }, { as: tokens.tomas })
    expect(await read()).toEqual([])
    expect(await news()).toEqual([])
    expect((await leave()).status).toBe(200)
  })

  it('is taken back by its writer also once they read the request no more under which it stands', async () => {
    const { data } = await leave()
    await wait()
    await app.ask('prayers.edit', { id, visibility: 'private' }, { as: tokens.hannah })
    expect(await read()).toHaveLength(1)
    const taken = await app.ask('prayers.delete_line', { id, lineId: data.id }, { as: tokens.tomas })
    expect(taken.status).toBe(200)
    expect(await read()).toEqual([])
  })

  it('is put away by the author, and then comes no other', async () => {
    const { data } = await leave()
    await wait()
    await app.ask('prayers.delete_line', { id, lineId: data.id }, { as: tokens.hannah })
    expect(await read()).toEqual([])
    expect(await read('tomas')).toEqual([])
    expect((await leave()).problem.code).toBe('prayers.line_left')
  })

  it('of a limited person waits for a moderator, who reads that it is a line', async () => {
    await app.ask('prayers.pray', { id }, { as: tokens.silas })
    const { data } = await leave({ content: WORDS }, 'silas')
    expect(data.is_held).toBe(true)
    await wait()
    expect(await read()).toEqual([])
    const { items } = (await app.ask('review.list', { pageSize: 100 }, { as: tokens.ruth })).data
    expect(items.find((one) => one.id === data.id)).toMatchObject({ is_line: true, content: WORDS, author: null })
    expect((await app.ask('review.publish', { id: data.id }, { as: tokens.ruth })).status).toBe(200)
    await wait()
    expect(await read()).toMatchObject([{ id: data.id }])
    expect(await news()).toHaveLength(1)
  })

  it('waits where all is held, but for a phrase', async () => {
    await app.writeSetting('moderation_mode', 'all_held')
    const held = (await leave()).data
    await app.ask('prayers.pray', { id }, { as: tokens.grace })
    const phrase = (await leave({ phrase: 'shepherd' }, 'grace')).data
    await app.writeSetting('moderation_mode', 'open')
    expect([held.is_held, phrase.is_held]).toEqual([true, false])
  })

  it('waits where all is held for the same reason as all, which does not say whose account is limited', async () => {
    const [hannah, silas] = [await app.person('hannah'), await app.person('silas')]
    const group_id = await makeGroup(app.ctx, [hannah, silas])
    id = await makePrayer(app.ctx, hannah, { visibility: 'group', group_id })
    await app.ask('prayers.pray', { id }, { as: tokens.silas })
    await app.writeSetting('moderation_mode', 'all_held')
    const { data } = await leave({ content: WORDS }, 'silas')
    await app.writeSetting('moderation_mode', 'open')
    const { items } = (await app.ask('review.list', { pageSize: 100 }, { as: tokens.ruth })).data
    expect(items.find((one) => one.id === data.id)).toMatchObject({ is_line: true, held_reason: 'all_held' })
  })

  it('whose words are of danger opens a case of its writer, and the author sees nothing of it', async () => {
    const { data } = await leave({ content: 'I want to kill myself tonight, I have the pills here.' })
    expect(data).toMatchObject({ is_held: true, alert: 'self_harm' })
    await wait()
    expect(await read()).toEqual([])
    expect(await news()).toEqual([])
    const alerts = (await app.ask('review.alerts', {}, { as: tokens.ines })).data
    expect(JSON.stringify(alerts)).toContain(data.id)
    expect((await app.ask('cases.own', { id: data.id }, { as: tokens.tomas })).status).toBe(200)
    expect((await app.ask('cases.own', { id: data.id }, { as: tokens.hannah })).status).toBe(404)
  })

  it('whose words are of danger is kept, also before its writer has confirmed an address that the site asks for', async () => {
    const tomas = await app.person('tomas')
    await app.ctx.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', tomas).execute()
    await app.writeSetting('require_verified_email', true)
    const refused = await leave()
    const kept = await leave({ content: 'I want to kill myself tonight, I have the pills here.' })
    await app.writeSetting('require_verified_email', false)
    expect(refused.problem.code).toBe('emails.not_verified')
    expect(kept.data).toMatchObject({ is_held: true, alert: 'self_harm' })
  })

  it('leads its writer to what the care team wrote, also once the request is gone under which it was left', async () => {
    const { data } = await leave({ content: 'I want to kill myself tonight, I have the pills here.' })
    const talks = async () => {
      const { items } = (await app.ask('notifications.list', { pageSize: 100 }, { as: tokens.tomas })).data
      return items.filter(({ kind }) => kind === 'care_message').map(({ prayer_request_id }) => prayer_request_id)
    }
    await app.ask('cases.write', { id: data.id, content: 'We are here.' }, { as: tokens.ines })
    expect(await talks()).toEqual([id])
    await app.ask('prayers.edit', { id, visibility: 'private' }, { as: tokens.hannah })
    expect(await talks()).toEqual([data.id])
    await app.ask('prayers.delete', { id }, { as: tokens.hannah })
    expect(await talks()).toEqual([data.id])
  })

  it('is reported by the author, and decided about like a request', async () => {
    const line = (await leave()).data.id
    await wait()
    expect((await app.ask('reports.create', { id: line, report_type: 'other' }, { as: tokens.grace })).status).toBe(404)
    const report = (await app.ask('reports.create', { id: line, report_type: 'harassment' }, { as: tokens.hannah }))
      .data
    const one = (await app.ask('reports.one', { id: report.id }, { as: tokens.ruth })).data
    expect(one.reported).toMatchObject({ content: WORDS, author: null })
    const asked = { id: report.id, status: 'actioned', decision: 'removed', decision_reason: 'Unkind.' } as const
    expect((await app.ask('reports.decide', asked, { as: tokens.ruth })).status).toBe(200)
    expect(await read()).toEqual([])
    expect(await news()).toEqual([])
    const pageOf = async () =>
      (await app.ask('decisions.own', {}, { as: tokens.tomas })).data.find((own) => own.prayer_request_id === line)
        ?.page_id
    expect(await pageOf()).toBe(id)
    await app.ask('prayers.edit', { id, visibility: 'private' }, { as: tokens.hannah })
    expect(await pageOf()).toBeNull()
  })

  it('goes with the access of its writer to nothing else: in a group only those inside leave one', async () => {
    const [hannah, tomas] = [await app.person('hannah'), await app.person('tomas')]
    const group_id = await makeGroup(app.ctx, [hannah, tomas])
    id = await makePrayer(app.ctx, hannah, { visibility: 'group', group_id })
    await app.ask('prayers.pray', { id }, { as: tokens.tomas })
    expect((await leave({ content: WORDS }, 'grace')).problem.code).toBe('prayers.not_found')
    expect((await leave()).status).toBe(200)
  })

  it('is read with all others, however many there are, and put away from the end', async () => {
    await leave()
    await app.ask('prayers.pray', { id }, { as: tokens.grace })
    await leave({ phrase: 'shepherd' }, 'grace')
    await wait()
    const all = await read()
    expect(all).toHaveLength(2)
    const page = async (cursor: object = {}) =>
      (await app.ask('prayers.lines', { id, pageSize: 1, ...cursor }, { as: tokens.hannah })).data
    const first = await page()
    const last = await page({ cursor: first.next_cursor ?? '' })
    expect([...first.items, ...last.items]).toEqual(all)
    expect(last.next_cursor).toBeNull()
    const lineId = last.items[0]?.id ?? ''
    const put = await app.ask('prayers.delete_line', { id, lineId }, { as: tokens.hannah })
    expect(put.status).toBe(200)
    expect(await read()).toEqual(first.items)
    const wrong = await app.ask('prayers.lines', { id, cursor: 'nonsense' }, { as: tokens.hannah })
    expect(wrong.problem.code).toBe('request.invalid')
  })

  it('says in News no words of a sensitive request', async () => {
    await app.ask('prayers.edit', { id, is_guarded: true }, { as: tokens.hannah })
    await leave()
    await wait()
    expect(await news()).toMatchObject([{ line: null, prayer_title: null, author_name: null }])
  })
})

describe('from one person to one author', () => {
  const app = sharedTestApp({ limit_scale: 1 })

  const leave = async (is_anonymous: boolean, times = 1): Promise<string | undefined> => {
    const [hannah, as] = [await app.person('hannah'), await app.signIn('tomas')]
    const id = await makePrayer(app.ctx, hannah, { is_anonymous })
    await app.ask('prayers.pray', { id }, { as })
    for (let time = 1; time < times; time++) await app.ask('prayers.leave_line', { id, phrase: 'not_alone' }, { as })
    const answer = await app.ask('prayers.leave_line', { id, phrase: 'not_alone' }, { as })
    return answer.status === 200 ? undefined : answer.problem.code
  }

  it('come a few a day, which does not tell whose an anonymous request is', async () => {
    const named: (string | undefined)[] = []
    // The same one sent again is no other.
    expect(await leave(false, 9)).toBe('prayers.line_left')
    for (let turn = 1; turn < 6; turn++) named.push(await leave(false))
    expect(named).toEqual([...Array.from({ length: 4 }), 'prayers.too_many_lines'])
    expect(await leave(true)).toBeUndefined()
  })
})
