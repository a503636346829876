// Over 400 lines because each sentence about what a case is has its test here, on one site.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EndpointName } from '../../../../contract/endpoints.ts'
import { now } from '../../../context.ts'
import { makeGroup, makePrayer, makeUpdate, setPrayers } from '../../../test/make.ts'
import { type AlarmSite, DANGER, alarmSite, startAlarmSite } from '../../../test/alarm-site.ts'
import { cancelDeletion } from '../../identity/users/users.commands.ts'
import { deletePerson, planDeletion } from '../../site/personal-data/deletions.commands.ts'
import { MAX_LISTED_CASES } from './cases.queries.ts'
import { DAY_MS, MINUTE_MS } from '../../../../contract/time.values.ts'

type Name = 'hannah' | 'tomas' | 'ines' | 'miriam' | 'ruth' | 'peter'

let site = alarmSite()
beforeEach(() => site.setRole('miriam', 'care'))

const ask = async <Endpoint extends EndpointName>(who: Name, name: Endpoint, input: Record<string, unknown>) =>
  await site.app.ask(name, input, { as: await site.app.signIn(who) })
/** The same, which must succeed. */
const act = async <Endpoint extends EndpointName>(who: Name, name: Endpoint, input: Record<string, unknown> = {}) => {
  const answer = await ask(who, name, input)
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
const list = (who: Name = 'ines') => act(who, 'cases.list')
const openIds = async (who: Name = 'ines') =>
  (await list(who)).items.filter(({ closed_at }) => closed_at === null).map(({ id }) => id)
const one = (id: string, who: Name = 'ines') => act(who, 'cases.one', { id })
const actsOf = async (id: string) => (await one(id)).entries.map((entry) => entry.act)
const report = (id: string, who: 'tomas' | 'ruth' | 'peter' = 'tomas', part: object = {}) =>
  act(who, 'reports.create', { id, report_type: 'danger_to_self', ...part })
/** Somebody reports a request, and a moderator passes it on to the care team. */
const refer = async (id: string) => {
  const { id: report_id } = await act('tomas', 'reports.create', { id, report_type: 'other' })
  const given = { decision: 'referred_to_care', decision_reason: 'It worries me.' }
  return await act('ruth', 'reports.decide', { id: report_id, ...given })
}
const published = (part: object = {}) => makePrayer(site.app.ctx, site.id.hannah, part)
const newsOf = async (who: Name) => (await act(who, 'notifications.list')).items

describe('a case is opened', () => {
  const rain = () => site.share('Please pray for rain.')

  it.each<[string, string[], make: () => Promise<string>, happen?: (id: string) => Promise<unknown>]>([
    ['by words', ['words'], () => site.share(DANGER)],
    ['by a change', ['words'], rain, (id) => act('hannah', 'prayers.edit', { id, content: DANGER })],
    ['by an update', ['words'], rain, (id) => act('hannah', 'updates.create', { id, content: DANGER })],
    [
      'by opening to others what was written for oneself',
      ['words'],
      () => site.share(DANGER, { visibility: 'private' }),
      async (id) => {
        expect(await openIds()).toEqual([])
        await act('hannah', 'prayers.edit', { id, visibility: 'members' })
      },
    ],
    ['by a report', ['report'], published, (id) => report(id)],
    [
      'by a report about an update',
      ['report'],
      published,
      async (id) => report(id, 'tomas', { update_id: await makeUpdate(site.app.ctx, site.id.hannah, id) }),
    ],
    ['by a moderator who passes it on', ['referred'], published, refer],
  ])('%s', async (_, origins, make, happen) => {
    const id = await make()
    await happen?.(id)
    expect((await list()).items).toMatchObject([{ id, origins, taken_by: null, closed_at: null }])
    expect(await actsOf(id)).toEqual(['opened'])
    await site.app.runJobs()
    expect(site.takeTold()).toContain('ines')
  })

  it.each([
    ['as danger', { report_type: 'danger_to_self', reason: 'She told me on the phone.' }],
    ['as something else, in words of danger', { report_type: 'other', reason: DANGER }],
  ])('by a report %s, and has what it says, once, where the author never reads it', async (_, said) => {
    const { reason } = said
    const id = await published()
    await report(id, 'tomas', said)
    await report(id, 'tomas', said)
    expect((await list()).items).toMatchObject([{ id, origins: ['report'] }])
    expect((await one(id)).entries).toMatchObject([{ act: 'opened' }, { act: 'note', by: null, content: reason }])
    await act('ines', 'cases.write', { id, content: 'We are here.' })
    expect((await act('hannah', 'cases.own', { id })).messages).toMatchObject([{ content: 'We are here.' }])
  })

  it('by a moderator who passes on what was reported, with what each report says', async () => {
    const id = await published()
    const reasons = ['He talks like this at work, too.', 'It frightens me.']
    const [first, second] = [
      await report(id, 'tomas', { report_type: 'other', reason: reasons[0] }),
      await report(id, 'peter', { report_type: 'other', reason: reasons[1] }),
    ]
    expect(await openIds()).toEqual([])
    const passed = { id: first.id, also: [second.id], decision: 'referred_to_care', decision_reason: 'Please look.' }
    await act('ruth', 'reports.decide', passed)
    const { entries } = await one(id)
    expect(entries.map((entry) => entry.act)).toEqual(['opened', 'note', 'note'])
    expect(entries.flatMap(({ content }) => content ?? []).toSorted()).toEqual(reasons)
  })

  it('for nobody who wrote of it for themselves, nor because of what is only perhaps danger or a quotation', async () => {
    await site.share(DANGER, { visibility: 'private' })
    await report(await published(), 'tomas', { report_type: 'harassment', reason: DANGER })
    await site.share('I feel so empty and tired these days.')
    expect(await openIds()).toEqual([])
  })

  it('once, however often danger is found', async () => {
    const id = await site.share(DANGER)
    await act('ines', 'cases.take', { id })
    await act('hannah', 'updates.create', { id, content: DANGER })
    expect((await list()).items).toMatchObject([{ id, origins: ['words'], taken_by: { id: site.id.ines } }])
    expect(await actsOf(id)).toEqual(['opened', 'taken', 'found_again'])
  })

  it('again by new danger, once it was closed: nobody has it, and the alarm begins anew', async () => {
    const id = await published()
    await report(id)
    await site.wait(0)
    await act('ines', 'cases.close', { id, outcome: 'with_them' })
    site.takeTold()
    site.app.advance(MINUTE_MS)
    await report(id, 'ruth')
    await site.wait(0)
    expect(site.takeTold()).toEqual(['ines', 'miriam'])
    const { taken_by, closed_at, outcome, opened_at, entries } = await one(id)
    expect({ taken_by, closed_at, outcome }).toEqual({ taken_by: null, closed_at: null, outcome: null })
    expect(entries.map((entry) => entry.act)).toEqual(['opened', 'told', 'told', 'closed', 'reopened', 'told', 'told'])
    expect(entries.find((entry) => entry.act === 'reopened')?.created_at.slice(0, 16)).toBe(opened_at.slice(0, 16))
  })

  it('by who reported it before, as something else or until its case was closed, and once while it is open', async () => {
    const [closed, other] = [await published(), await published()]
    await report(closed)
    await act('ines', 'cases.close', { id: closed, outcome: 'with_them' })
    await act('tomas', 'reports.create', { id: other, report_type: 'other' })
    for (const id of [closed, other, other]) await report(id)
    expect((await openIds()).toSorted()).toEqual([closed, other].toSorted())
    expect(await actsOf(closed)).toEqual(['opened', 'closed', 'reopened'])
    expect(await actsOf(other)).toEqual(['opened'])
    await site.wait(0)
    expect(site.takeTold()).toEqual(['ines', 'ines', 'miriam', 'miriam'])
  })
})

describe('nothing but closing ends a case', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['writing', (id) => act('ines', 'cases.write', { id, content: 'We are here.' })],
    ['keeping it held', (id) => act('ines', 'review.keep', { id, reason: 'A reason.', message: 'We are here.' })],
    ['publishing', (id) => act('ines', 'review.publish', { id })],
    ['a change of its author', (id) => act('hannah', 'prayers.edit', { id, content: 'Please pray for rain.' })],
    ['closing it to others', (id) => act('hannah', 'prayers.edit', { id, visibility: 'private' })],
  ])('not %s', async (_, change) => {
    const id = await site.share(DANGER)
    await change(id)
    expect(await openIds()).toEqual([id])
  })

  it.each<[string, (id: string, report_id: string) => Promise<unknown>]>([
    ['hiding', (id) => act('ruth', 'moderations.act', { ids: [id], act: 'hide', reason: 'A reason.' })],
    ['removing', (id) => act('ruth', 'moderations.act', { ids: [id], act: 'delete', reason: 'A reason.' })],
    [
      'deciding its report',
      async (_, report_id) => {
        await site.app.writeSetting('care_on_call', [site.id.ruth])
        await act('ruth', 'reports.decide', { id: report_id, status: 'dismissed', decision_reason: 'A reason.' })
      },
    ],
  ])('nor %s', async (_, change) => {
    const id = await published()
    const { id: report_id } = await report(id)
    await change(id, report_id)
    expect(await openIds()).toEqual([id])
  })

  it('nor taking back that it was passed on', async () => {
    const id = await published()
    const { decision_id } = await refer(id)
    await act('ruth', 'decisions.undo', { ids: [decision_id] })
    expect(await openIds()).toEqual([id])
  })

  it('but its author, who deletes it, and with it every word', async () => {
    const id = await site.share(DANGER)
    await act('ines', 'cases.note', { id, content: 'Ring at noon.' })
    await act('hannah', 'prayers.delete', { id })
    expect((await ask('ines', 'cases.one', { id })).status).toBe(404)
    expect(await site.app.ctx.db.selectFrom('care_case_entries').selectAll().execute()).toEqual([])
  })

  it('outlives the row of a request that a moderator removed, until it is closed', async () => {
    const id = await published()
    await report(id)
    await act('ruth', 'moderations.act', { ids: [id], act: 'delete', reason: 'A reason.' })
    const purge = async () => {
      site.app.advance(31 * DAY_MS)
      await site.app.ctx.addJob('prayers.purge_deleted', {})
      await site.app.runJobs()
    }
    await purge()
    expect(await openIds()).toEqual([id])
    await act('ines', 'cases.close', { id, outcome: 'no_answer' })
    await purge()
    expect((await ask('ines', 'cases.one', { id })).status).toBe(404)
  })
})

describe('who sees a case', () => {
  it('is the care team, never its author, and others see number and age alone', async () => {
    const id = await site.share(DANGER)
    expect(await openIds('miriam')).toEqual([id])
    for (const who of ['ruth', 'peter'] as const) {
      expect(await list(who)).toEqual({ items: [], closed: [] })
      const { danger } = await act(who, 'desk.today')
      expect(danger).toMatchObject({ waiting: 1, is_yours: false, cases: [], taken: [], look_again: [] })
      expect(danger.oldest_at).toMatch(/:00:00\.000Z$/)
    }
    await site.setRole('hannah', 'care')
    expect(await openIds('hannah')).toEqual([])
    for (const name of ['cases.one', 'cases.take', 'cases.reopen', 'cases.looked'] as const)
      expect((await ask('hannah', name, { id })).status).toBe(404)
    expect((await act('hannah', 'desk.today')).danger.waiting).toBe(0)
  })

  it.each([
    ['held', true, () => site.share(DANGER, { title: 'At night' })],
    ['public', true, () => published({ title: 'At night' })],
    [
      'of a group that the team is not in',
      false,
      async () => {
        const group_id = await makeGroup(site.app.ctx, [site.id.hannah, site.id.tomas])
        return await published({ title: 'At night', visibility: 'group', group_id })
      },
    ],
  ])('reads the words of what is %s: %s; the talk and the notes always', async (_, is_readable, make) => {
    const id = await make()
    if ((await openIds()).length === 0) await report(id)
    await act('ines', 'cases.write', { id, content: 'We are here.' })
    await act('ines', 'cases.note', { id, content: 'Ring at noon.' })
    const seen = await one(id, 'miriam')
    const words = [seen.title, seen.excerpt, seen.author?.id ?? null]
    expect(words).toEqual(is_readable ? ['At night', 'At night', site.id.hannah] : [null, null, null])
    expect(seen.content === null).toBe(!is_readable)
    expect(seen.entries.flatMap(({ content }) => content ?? [])).toEqual(['We are here.', 'Ring at noon.'])
  })

  it('keeps the words of what was held in a group that is deleted, and its author alone reads the request', async () => {
    const group_id = await makeGroup(site.app.ctx, [site.id.hannah])
    const id = await site.share(DANGER, { visibility: 'group', group_id })
    await act('hannah', 'updates.create', { id, content: 'I sleep better.' })
    await act('hannah', 'groups.delete', { id: group_id })
    const { visibility, content, entries } = await one(id)
    expect({ visibility, content }).toEqual({ visibility: 'private', content: null })
    const notes = entries.filter((entry) => entry.act === 'note')
    expect(notes).toMatchObject([{ by: null, content: `${DANGER}\n\nI sleep better.` }])
    await act('ines', 'cases.close', { id, outcome: 'no_danger' })
    expect((await ask('miriam', 'prayers.one', { id })).status).toBe(404)
  })

  it('reads whether others can still read it', async () => {
    const [held, open, own, hid] = [await site.share(DANGER), await published(), await published(), await published()]
    for (const id of [open, own, hid]) await report(id)
    await act('hannah', 'prayers.edit', { id: own, visibility: 'private' })
    await act('ruth', 'moderations.act', { ids: [hid], act: 'hide', reason: 'A reason.' })
    const seen = [await one(held), await one(open), await one(own), await one(hid)]
    expect(seen.map((each) => each.is_shared)).toEqual([false, true, false, false])
  })

  it('does not learn who wrote without a name, but the minute of the alarm, and why', async () => {
    const id = await site.share(`Please pray for me. ${DANGER}`, { is_anonymous: true })
    const seen = await one(id)
    expect(seen).toMatchObject({ author: null, pseudonym: expect.any(String) })
    expect(seen.created_at).toMatch(/:00:00\.000Z$/)
    expect(seen.opened_at).not.toMatch(/:00:00\.000Z$/)
    expect(seen.because.length).toBeGreaterThan(0)
    for (const sentence of seen.because) expect(DANGER).toContain(sentence)
    expect((await act('ines', 'desk.today')).danger.oldest_at).toBe(seen.opened_at)
    // To the minute, wherever the team reads of what the author did.
    for (const time of [
      seen.opened_at,
      ...seen.entries.filter(({ by }) => by === null).map((entry) => entry.created_at),
    ])
      expect(time).toMatch(/:00\.000Z$/)
  })
})

describe('who has a case', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['writes to the author', (id) => act('miriam', 'cases.write', { id, content: 'We are here.' })],
    ['keeps it held', (id) => act('miriam', 'review.keep', { id, reason: 'A reason.' })],
    ['publishes it', (id) => act('miriam', 'review.publish', { id })],
    ['took it by the specified call', (id) => act('miriam', 'review.acknowledge', { id })],
  ])('is who %s while nobody has it, and nobody else is told', async (_, change) => {
    const id = await site.share(DANGER)
    await site.wait(0)
    site.takeTold()
    await change(id)
    expect((await one(id)).taken_by?.id).toBe(site.id.miriam)
    await act('ines', 'cases.write', { id, content: 'I am here, too.' })
    expect((await one(id)).taken_by?.id).toBe(site.id.miriam)
    await site.wait(60)
    expect(site.takeTold()).toEqual([])
  })

  it('is nobody where it was closed without being taken, whoever acknowledges it afterwards', async () => {
    const id = await site.share(DANGER)
    await act('ines', 'cases.close', { id, outcome: 'with_them' })
    expect((await ask('miriam', 'review.acknowledge', { id })).problem.code).toBe('cases.closed')
    expect((await one(id)).taken_by).toBeNull()
  })

  it('stays until the one who was asked says yes', async () => {
    const id = await site.share(DANGER)
    await act('ines', 'cases.take', { id })
    expect((await ask('miriam', 'cases.hand_over', { id, to: site.id.miriam })).problem.code).toBe('cases.not_of_team')
    for (const to of [site.id.tomas, site.id.ruth, site.id.hannah, site.id.ines])
      expect((await ask('ines', 'cases.hand_over', { id, to })).problem.code).toBe('cases.not_of_team')
    const offered = await act('ines', 'cases.hand_over', { id, to: site.id.miriam })
    expect([offered.taken_by?.id, offered.offered_to?.id]).toEqual([site.id.ines, site.id.miriam])
    expect((await newsOf('miriam')).map(({ kind }) => kind)).toContain('care_news')
    expect((await act('miriam', 'desk.today')).danger.taken).toMatchObject([{ id, is_offered: true }])
    await act('ines', 'cases.hand_over', { id, to: null })
    expect((await ask('miriam', 'cases.take', { id })).problem.code).toBe('cases.taken')
    await act('ines', 'cases.hand_over', { id, to: site.id.miriam })
    const taken = await act('miriam', 'cases.take', { id })
    expect([taken.taken_by?.id, taken.offered_to]).toEqual([site.id.miriam, null])
    expect(taken.entries.at(-1)).toMatchObject({
      act: 'handed_over',
      by: { id: site.id.ines },
      to: { id: site.id.miriam },
    })
  })

  it('is offered to the whole team where its author is anonymous, who hears of no offer', async () => {
    // Without a canary: the sweep takes the author's id among the whole team for a leak.
    const shared = { title: null, content: 'Please pray for me.', is_anonymous: true }
    const [own, other] = [
      await makePrayer(site.app.ctx, site.id.miriam, shared),
      await makePrayer(site.app.ctx, site.id.tomas, shared),
    ]
    const offer = async (id: string) => {
      await report(id, 'ruth')
      await act('ines', 'cases.take', { id })
      const { team, taken_by, offered_to } = await act('ines', 'cases.hand_over', { id, to: site.id.miriam })
      return { team, taken_by, offered_to }
    }
    expect(await offer(own)).toEqual(await offer(other))
    const about = (await newsOf('miriam')).map(({ prayer_request_id }) => prayer_request_id)
    expect([about.includes(own), about.includes(other)]).toEqual([false, true])
    expect((await ask('miriam', 'cases.take', { id: own })).status).toBe(404)
  })

  it('does not say whom of the team an alarm told where its author is anonymous: all but them', async () => {
    const historyOf = async (author: string) => {
      const id = await makePrayer(site.app.ctx, author, { content: 'Please pray for me.', is_anonymous: true })
      await report(id, 'ruth')
      await site.wait(0)
      await site.wait(60)
      return (await one(id)).entries.map(({ act: done, to }) => [done, to])
    }
    expect(await historyOf(site.id.miriam)).toEqual(await historyOf(site.id.tomas))
  })

  it('takes no place on a list from one whom nobody has, however many there are', async () => {
    const { ctx } = site.app
    const ids: string[] = []
    for (let count = 0; count < MAX_LISTED_CASES; count++) ids.push(await published())
    await ctx.db
      .insertInto('care_cases')
      .values(ids.map((prayer_request_id) => ({ prayer_request_id, by_report: true, opened_at: now(ctx) })))
      .execute()
    await setPrayers(ctx, { acknowledged_by: site.id.miriam, acknowledged_at: now(ctx) }, ...ids)
    site.app.advance(MINUTE_MS)
    const id = await site.share(DANGER)
    expect((await openIds()).at(-1)).toBe(id)
    expect(await openIds()).toHaveLength(MAX_LISTED_CASES + 1)
    expect((await act('ines', 'desk.today')).danger).toMatchObject({ waiting: 1, cases: [{ id }] })
    expect((await act('ines', 'review.alerts'))[0]?.id).toBe(id)
    // Nor do older ones of others from one’s own, and from one that one is asked to take over.
    await act('ines', 'cases.take', { id })
    expect((await openIds()).at(-1)).toBe(id)
    await act('ines', 'cases.hand_over', { id, to: site.id.miriam })
    expect((await act('ines', 'desk.today')).danger.taken).toMatchObject([{ id, is_offered: false }])
    const { taken } = (await act('miriam', 'desk.today')).danger
    expect(taken.find((offered) => offered.id === id)).toMatchObject({ is_offered: true })
    // And of so many whom nobody has, the newest is listed too.
    await setPrayers(ctx, { acknowledged_by: null, acknowledged_at: null }, ...ids)
    site.app.advance(MINUTE_MS)
    const newest = await site.share(DANGER)
    expect((await openIds()).at(-1)).toBe(newest)
    expect((await act('ines', 'desk.today')).danger.waiting).toBe(MAX_LISTED_CASES + 1)
  })

  it('can be somebody else once they have left the team', async () => {
    const id = await site.share(DANGER)
    await act('miriam', 'cases.take', { id })
    await site.setRole('miriam', 'member')
    expect((await act('ines', 'cases.take', { id })).taken_by?.id).toBe(site.id.ines)
  })
})

describe('the talk with the author', () => {
  it('shows them messages and their answers, the first word of a name, and nothing else', async () => {
    const id = await site.share(DANGER)
    await act('ines', 'cases.note', { id, content: 'Ring at noon.' })
    expect(await act('hannah', 'cases.own', { id })).toEqual({ is_open: false, may_write: false, messages: [] })
    expect((await ask('hannah', 'cases.reply', { id, content: 'Is anybody there?' })).problem.code).toBe(
      'cases.no_case',
    )
    await act('ines', 'cases.write', { id, content: 'Are you safe right now?' })
    expect((await one(id)).entries.at(-1)?.read_at).toBe(null)
    const answer = await ask('hannah', 'cases.own', { id })
    expect(answer.data).toMatchObject({
      is_open: true,
      messages: [{ content: 'Are you safe right now?', by: { display_name: 'Inês' }, read_at: null }],
    })
    expect(answer.text).not.toContain(site.id.ines)
    // To the minute, like all that the author does.
    expect((await one(id)).entries.at(-1)?.read_at).toMatch(/:00\.000Z$/)
    const said = await act('hannah', 'cases.reply', { id, content: 'I think so.' })
    expect(said.messages.map(({ by, content }) => [by === null, content])).toEqual([
      [false, 'Are you safe right now?'],
      [true, 'I think so.'],
    ])
    expect((await list()).items).toMatchObject([{ id, waits_for_answer: true }])
    expect((await act('ines', 'desk.today')).danger.taken).toMatchObject([{ id, waits_for_answer: true }])
    await act('ines', 'cases.write', { id, content: 'Thank you.' })
    expect((await list()).items).toMatchObject([{ id, waits_for_answer: false }])
  })

  it('calls who has no name, and who is gone, a member of the team', async () => {
    const id = await site.share(DANGER)
    await act('ines', 'cases.write', { id, content: 'Are you safe right now?' })
    const { db } = site.app.ctx
    const writer = async () => (await act('hannah', 'cases.own', { id })).messages[0]?.by?.display_name
    const { display_name } = await db
      .selectFrom('users')
      .select('display_name')
      .where('id', '=', site.id.ines)
      .executeTakeFirstOrThrow()
    const rename = (to: string) =>
      db.updateTable('users').set({ display_name: to }).where('id', '=', site.id.ines).execute()
    await rename('Ein Mitglied')
    const nameless = await writer()
    await rename(display_name)
    await db.updateTable('care_case_entries').set({ user_id: null }).where('prayer_request_id', '=', id).execute()
    expect([nameless, await writer()]).toEqual(['Ein Mitglied', 'A member'])
  })

  it('does not tell them that somebody reported it', async () => {
    const id = await published()
    const before = await act('hannah', 'cases.own', { id })
    await report(id)
    await act('ines', 'cases.take', { id })
    expect(await act('hannah', 'cases.own', { id })).toEqual(before)
    expect((await newsOf('hannah')).filter((notice) => notice.prayer_request_id === id)).toEqual([])
  })

  it('is announced in news and by email without a word of it, to them and to who has the case', async () => {
    const id = await published({ title: 'canary-title' })
    await site.confirm('hannah')
    await report(id)
    await act('ines', 'cases.take', { id })
    await site.app.runJobs()
    site.smtp.received.length = 0
    await act('ines', 'cases.write', { id, content: 'canary-message' })
    await site.app.runJobs()
    expect(site.smtp.received.map(({ envelope }) => envelope)).toEqual([['hannah@example.org']])
    expect((await newsOf('hannah'))[0]).toMatchObject({ kind: 'care_message', prayer_request_id: id })
    await act('hannah', 'cases.reply', { id, content: 'canary-reply' })
    await site.app.runJobs()
    expect((await newsOf('ines'))[0]).toMatchObject({ kind: 'care_news', prayer_request_id: id })
    expect((await newsOf('miriam')).map(({ kind }) => kind)).not.toContain('care_news')
    expect(site.smtp.received.at(-1)?.envelope).toEqual(['ines@example.org'])
    for (const { mail } of site.smtp.received)
      expect(JSON.stringify(mail)).not.toMatch(new RegExp(`canary|care team|danger|${id}`))
  })

  it('is mailed at once also to who reads of moderators’ decisions once a week, and not to who wants no such email', async () => {
    const id = await published()
    await report(id)
    await site.confirm('hannah')
    const mailedAfter = async (moderation: 'weekly' | 'off') => {
      await act('hannah', 'preferences.write', { id: site.id.hannah, notices: { moderation } })
      await site.app.runJobs()
      site.smtp.received.length = 0
      await act('ines', 'cases.write', { id, content: 'We are here.' })
      await site.app.runJobs()
      const subjects = site.smtp.received.map(({ mail }) => mail.subject)
      return [...site.takeTold(), ...subjects]
    }
    expect(await mailedAfter('weekly')).toEqual(['hannah', 'News from Oremus'])
    expect(await mailedAfter('off')).toEqual([])
  })

  it('says that their account is suspended, of who has a name and where the reader may read it', async () => {
    const [named, nameless] = [await published(), await published({ content: 'Please pray.', is_anonymous: true })]
    const group_id = await makeGroup(site.app.ctx, [site.id.hannah, site.id.tomas])
    const elsewhere = await published({ visibility: 'group', group_id })
    for (const id of [named, nameless, elsewhere]) await report(id)
    const set = (status: 'active' | 'suspended') =>
      site.app.ctx.db.updateTable('users').set({ status }).where('id', '=', site.id.hannah).execute()
    expect((await one(named)).is_author_suspended).toBe(false)
    await set('suspended')
    const seen = [await one(named), await one(nameless), await one(elsewhere)]
    // What is written waits for them: the account may be opened again.
    const written = await ask('ines', 'cases.write', { id: named, content: 'We are here.' })
    await set('active')
    expect(seen.map((each) => each.is_author_suspended)).toEqual([true, false, false])
    expect(written.status, written.text).toBe(200)
    expect((await act('hannah', 'cases.own', { id: named })).messages).toHaveLength(1)
  })

  it('says that their account is about to be deleted, of who has a name', async () => {
    const [named, nameless] = [await published(), await published({ content: 'Please pray.', is_anonymous: true })]
    for (const id of [named, nameless]) await report(id)
    const { ctx } = site.app
    const plan = { by: site.id.hannah, deletes_prayers: false }
    await ctx.transaction((transaction) => planDeletion(transaction, site.id.hannah, plan))
    const seen = [await one(named), await one(nameless)]
    expect(await ctx.transaction((transaction) => cancelDeletion(transaction, site.id.hannah))).toBe(true)
    expect(seen.map((each) => each.is_author_leaving)).toEqual([true, false])
    expect((await one(named)).is_author_leaving).toBe(false)
  })

  it('tells those on duty while nobody has the case', async () => {
    const id = await site.share(DANGER)
    await act('ines', 'cases.write', { id, content: 'We are here.' })
    await site.setRole('ines', 'member')
    await act('hannah', 'cases.reply', { id, content: 'Thank you.' })
    expect((await newsOf('miriam')).map(({ kind }) => kind)).toContain('care_news')
  })

  it('goes on after closing: what they answer opens the case again, and the alarm begins anew', async () => {
    const id = await site.share(DANGER)
    await act('ines', 'cases.close', { id, outcome: 'with_them', message: 'Write whenever you like.' })
    expect(await act('hannah', 'cases.own', { id })).toMatchObject({ is_open: false, messages: [{ read_at: null }] })
    await site.wait(0)
    site.takeTold()
    expect((await act('hannah', 'cases.reply', { id, content: 'It is back.' })).is_open).toBe(true)
    await site.wait(0)
    expect(site.takeTold()).toEqual(['ines', 'miriam'])
    expect((await list()).items).toMatchObject([{ id, taken_by: null, waits_for_answer: true }])
  })

  it('goes on, and is announced, once a moderator has removed the request', async () => {
    const id = await published()
    await report(id)
    await act('ruth', 'moderations.act', { ids: [id], act: 'delete', reason: 'A reason.' })
    await act('ines', 'cases.write', { id, content: 'We are here.' })
    const about = (await newsOf('hannah')).filter((notice) => notice.prayer_request_id === id)
    expect(about).toMatchObject([{ kind: 'care_message', prayer_title: null }])
    expect((await act('hannah', 'cases.own', { id })).messages).toHaveLength(1)
  })

  it('has nobody to write to once the author is gone', async () => {
    const id = await published()
    await site.app.ctx.db.updateTable('prayers').set({ author_id: null }).where('id', '=', id).execute()
    await report(id)
    expect((await ask('ines', 'cases.write', { id, content: 'We are here.' })).problem.code).toBe('cases.no_author')
    const last = { id, outcome: 'other', message: 'We are here.' }
    expect((await ask('ines', 'cases.close', last)).problem.code).toBe('cases.no_author')
    expect((await one(id)).closed_at).toBe(null)
  })
})

describe('closing', () => {
  it.each([
    ['no_danger', 'published', 'dismissed'],
    ['with_them', 'held', 'actioned'],
    ['no_answer', 'held', 'actioned'],
    ['other', 'held', 'actioned'],
  ])('with %s leaves a held request %s, and a report of danger %s', async (outcome, publication, status) => {
    const held = await site.share(DANGER)
    const reported = await published()
    await report(reported)
    await act('tomas', 'reports.create', { id: await published(), report_type: 'other' })
    for (const id of [held, reported]) await act('ines', 'cases.close', { id, outcome })
    expect(await openIds()).toEqual([])
    expect((await list()).closed.map((item) => item.outcome)).toEqual([outcome, outcome])
    expect((await act('hannah', 'prayers.one', { id: held })).publication).toBe(publication)
    const reports = await site.app.ctx.db.selectFrom('reports').select(['report_type', 'status']).execute()
    expect(reports.toSorted((x, y) => x.report_type.localeCompare(y.report_type))).toEqual([
      { report_type: 'danger_to_self', status },
      { report_type: 'other', status: 'open' },
    ])
  })

  it('waits until whoever closes it has read what its author wrote last', async () => {
    const id = await site.share(DANGER)
    await act('ines', 'cases.write', { id, content: 'We are here.' })
    const lastWord = async () => (await one(id)).entries.findLast((entry) => entry.act === 'reply')?.id
    const close = (last_word?: string) => ask('ines', 'cases.close', { id, outcome: 'no_danger', last_word })
    await act('hannah', 'cases.reply', { id, content: 'It is over, I think.' })
    const first = await lastWord()
    await act('hannah', 'cases.reply', { id, content: 'No. It is worse.' })
    for (const read of [undefined, first]) expect((await close(read)).problem.code).toBe('cases.something_new')
    expect(await one(id)).toMatchObject({ closed_at: null, is_held: true, waits_for_answer: true })
    expect((await close(await lastWord())).status).toBe(200)
  })

  it('waits until whoever closes it has seen that danger was found anew', async () => {
    const id = await site.share(DANGER)
    await act('hannah', 'prayers.edit', { id, content: `${DANGER} It is worse.` })
    const close = (last_word?: string) => ask('ines', 'cases.close', { id, outcome: 'no_danger', last_word })
    expect((await close()).problem.code).toBe('cases.something_new')
    expect((await act('hannah', 'prayers.one', { id })).publication).toBe('held')
    const seen = (await one(id)).entries.find((entry) => entry.act === 'found_again')
    expect((await list()).items).toMatchObject([{ id, last_word: seen?.id }])
    expect((await close(seen?.id)).status).toBe(200)
  })

  it('as no danger publishes the words that were read, or none', async () => {
    const id = await site.share(DANGER)
    const version = (await list()).items.find((listed) => listed.id === id)?.version
    expect(version).toBe((await one(id)).version)
    await act('hannah', 'prayers.edit', { id, content: 'Please pray for my neighbour Tom of 12 Mill Lane.' })
    const close = (read?: string | null) => ask('ines', 'cases.close', { id, outcome: 'no_danger', version: read })
    expect((await close(version)).problem.code).toBe('holds.changed')
    expect(await one(id)).toMatchObject({ closed_at: null, is_held: true })
    expect((await close((await one(id)).version)).status).toBe(200)
  })

  it('brings it back on the day that was set, until somebody has looked', async () => {
    const id = await site.share(DANGER)
    const day = new Date(site.app.ctx.clock().getTime() + 3 * DAY_MS).toISOString().slice(0, 10)
    await act('ines', 'cases.close', { id, outcome: 'no_answer', look_again_on: day })
    expect((await list()).items).toEqual([])
    expect((await one(id)).is_due).toBe(false)
    site.app.advance(3 * DAY_MS)
    expect((await list()).items).toMatchObject([{ id, look_again_on: day }])
    expect((await one(id)).is_due).toBe(true)
    expect((await list()).closed).toEqual([])
    expect((await act('ines', 'desk.today')).danger).toMatchObject({ waiting: 0, look_again: [{ id }] })
    await act('miriam', 'cases.looked', { id })
    expect(await list()).toMatchObject({ items: [], closed: [{ id }] })
  })

  it('tells who closed it on the morning of that day, once, or those on duty where that person has left', async () => {
    const day = new Date(site.app.ctx.clock().getTime() + 3 * DAY_MS).toISOString().slice(0, 10)
    const [looked, left] = [await site.share(DANGER), await site.share(DANGER)]
    await act('ines', 'cases.close', { id: looked, outcome: 'no_answer', look_again_on: day })
    await act('miriam', 'cases.close', { id: left, outcome: 'other', look_again_on: day })
    await site.setRole('miriam', 'member')
    const news = async () =>
      (await newsOf('ines'))
        .filter(({ kind }) => kind === 'care_news')
        .map(({ prayer_request_id }) => String(prayer_request_id))
    const at = async (time: string) => {
      site.app.advance(Date.parse(`${day}T${time}:00.000Z`) - site.app.ctx.clock().getTime())
      await site.app.ctx.addJob('cases.release', {})
      await site.app.runJobs()
      return (await news()).toSorted()
    }
    expect(await at('07:00')).toEqual([])
    expect(await at('09:00')).toEqual([looked, left].toSorted())
    expect(await at('10:00')).toEqual([looked, left].toSorted())
    await act('ines', 'cases.looked', { id: looked })
    expect(await news()).toEqual([left])
  })

  it.each<[string, (id: string, updateId: string) => Promise<unknown>]>([
    ['an update', (id) => act('hannah', 'updates.create', { id, content: 'I sleep better.' })],
    ['other words of one', (id, updateId) => act('hannah', 'updates.edit', { id, updateId, content: 'I sleep.' })],
  ])('of a request that stays held lasts until its author writes %s', async (_, write) => {
    const id = await published()
    const { id: update_id } = await act('hannah', 'updates.create', { id, content: DANGER })
    await act('ines', 'cases.close', { id, outcome: 'other' })
    expect(await openIds()).toEqual([])
    await write(id, update_id)
    expect(await openIds()).toEqual([id])
  })

  it('of a request that stays held lasts until its author changes the words: nobody else would read those', async () => {
    const id = await site.share(DANGER)
    await site.wait(0)
    await act('ines', 'cases.close', { id, outcome: 'other' })
    site.takeTold()
    site.app.advance(MINUTE_MS)
    await act('hannah', 'prayers.edit', { id, status: 'ongoing' })
    expect(await openIds()).toEqual([])
    await act('hannah', 'prayers.edit', { id, content: 'Please pray for my examination on Friday.' })
    await site.wait(0)
    expect(site.takeTold()).toEqual(['ines', 'miriam'])
    expect(await openIds()).toEqual([id])
    await act('ines', 'cases.close', { id, outcome: 'no_danger' })
    expect((await act('hannah', 'prayers.one', { id })).publication).toBe('published')
  })

  it('deletes the words after thirty days, and leaves what was done', async () => {
    const [id, other] = [await site.share(DANGER), await site.share(DANGER)]
    for (const which of [id, other]) await act('ines', 'cases.write', { id: which, content: 'We are here.' })
    await act('hannah', 'cases.reply', { id, content: 'Thank you.' })
    await act('ines', 'cases.note', { id, content: 'Ring at noon.' })
    const last_word = (await one(id)).entries.find((entry) => entry.act === 'reply')?.id
    const { words_until } = await act('ines', 'cases.close', { id, outcome: 'with_them', last_word })
    const wordsOf = async (which: string) => (await one(which)).entries.flatMap(({ content }) => content ?? [])
    const forget = async () => {
      await site.app.ctx.addJob('cases.forget_words', {})
      await site.app.runJobs()
    }
    site.app.advance(29 * DAY_MS)
    await forget()
    expect(await wordsOf(id)).toHaveLength(3)
    site.app.advance(2 * DAY_MS)
    expect(Date.parse(words_until ?? '')).toBeLessThan(site.app.ctx.clock().getTime())
    await forget()
    expect([await wordsOf(id), await wordsOf(other)]).toEqual([[], ['We are here.']])
    expect(await actsOf(id)).toEqual(['opened', 'taken', 'message', 'reply', 'note', 'closed'])
    expect(await act('hannah', 'cases.own', { id })).toEqual({ is_open: false, may_write: true, messages: [] })
    const { messages } = await act('hannah', 'cases.reply', { id, content: 'It is back, after all this time.' })
    expect(messages).toMatchObject([{ by: null, content: 'It is back, after all this time.' }])
    expect(await openIds()).toContain(id)
  })
})

describe('reports of danger', () => {
  it('are decided by who sees crises alone, and never along with others', async () => {
    const id = await published()
    const danger = (await report(id)).id
    const other = (await act('ruth', 'reports.create', { id, report_type: 'other' })).id
    const decide = (of: string, also: string[]) =>
      ask('peter', 'reports.decide', { id: of, also, status: 'dismissed', decision_reason: 'A reason.' })
    expect((await decide(danger, [])).problem.code).toBe('reports.danger_of_care')
    expect((await decide(other, [danger])).problem.code).toBe('reports.danger_alone')
    await site.app.writeSetting('care_on_call', [site.id.peter])
    expect((await decide(other, [danger])).problem.code).toBe('reports.danger_alone')
    expect((await decide(danger, [other])).status).toBe(200)
  })
})

describe('what is left of a case elsewhere', () => {
  it('is in the log neither a request, a person nor a word', async () => {
    const id = await site.share(DANGER)
    await act('ines', 'cases.write', { id, content: 'canary-message' })
    await act('ines', 'cases.note', { id, content: 'canary-note' })
    await act('ines', 'cases.hand_over', { id, to: site.id.miriam })
    await act('ines', 'cases.close', { id, outcome: 'with_them' })
    await act('ines', 'cases.reopen', { id })
    const log = await ask('peter', 'audit.list', {})
    expect(log.status).toBe(200)
    for (const action of ['write', 'hand_over', 'close', 'reopen']) expect(log.text).toContain(`cases.${action}`)
    expect(log.text).not.toMatch(new RegExp(`canary|with_them|${id}|${site.id.hannah}`))
  })

  it('is in the author’s own data what was said, and no note', async () => {
    const id = await site.share(DANGER)
    await act('ines', 'cases.note', { id, content: 'canary-note' })
    await act('ines', 'cases.write', { id, content: 'We are here.' })
    await act('hannah', 'cases.reply', { id, content: 'Thank you.' })
    const answer = await ask('hannah', 'exports.make', { id: site.id.hannah })
    expect(answer.data.case_messages.map(({ content, is_mine }) => [content, is_mine])).toEqual([
      ['Thank you.', true],
      ['We are here.', false],
    ])
    expect(answer.text).not.toContain('canary-note')
    expect((await act('ines', 'exports.make', { id: site.id.ines })).case_messages).toEqual([])
  })
})

describe('a case, once an account is gone,', () => {
  let shared: AlarmSite
  beforeEach(async () => {
    shared = site
    site = await startAlarmSite()
    await site.reset()
    await site.setRole('miriam', 'care')
  })
  afterEach(async () => {
    await site.stop()
    site = shared
  })

  it.each([true, false])('is gone with its author (with their requests: %s)', async (all) => {
    const id = await site.share(DANGER)
    await act('ines', 'cases.write', { id, content: 'We are here.' })
    await remove('hannah', all)
    for (const table of ['care_cases', 'care_case_entries'] as const)
      expect(await site.app.ctx.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect((await ask('ines', 'cases.one', { id })).status).toBe(404)
  })

  it('waits for somebody else when it was of who had it', async () => {
    const id = await site.share(DANGER)
    await act('miriam', 'cases.write', { id, content: 'We are here.' })
    await remove('miriam', true)
    await site.wait(0)
    expect(site.takeTold()).toContain('ines')
    const left = await one(id)
    expect(left.taken_by).toBe(null)
    expect(left.entries.find((entry) => entry.act === 'message')).toMatchObject({ by: null, content: 'We are here.' })
  })
})

/** Deletes an account for good. */
async function remove(name: 'hannah' | 'miriam', deletes_prayers: boolean): Promise<void> {
  const { ctx } = site.app
  await ctx.transaction((transaction) =>
    planDeletion(transaction, site.id[name], { by: site.id[name], deletes_prayers }),
  )
  site.app.advance(31 * DAY_MS)
  await ctx.transaction((transaction) => deletePerson(transaction, site.id[name]))
}
