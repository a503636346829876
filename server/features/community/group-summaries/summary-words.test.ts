import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeGroup } from '../../../test/make.ts'
import { people } from '../../../test/people.ts'
import { mayBeMailed } from '../../../test/sweep.ts'
import { READER, summarySite, yesToken } from '../../../test/summary-site.ts'
import { planSummary } from './group-summaries.commands.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../contract/time.values.ts'

const { site, refused, meanwhile, as, choose, share, later, addresses, lastMail, add, confirm } = summarySite()

const daily = { rhythm: 'daily', weekday: 7, hour: 12 }
const withWords = (has_words = true) => choose({ ...daily, has_words })
const CANARY = 'canary-00000000-0000-4000-8000-00000000cafe'
const content = `For my father, who has an operation. ${CANARY}`
const post = async (prayer: object = {}) => {
  const body = { content, visibility: 'group' as const, group_id: site.group_id, in_summary: true, ...prayer }
  return (await site.app.ask('prayers.create', body, { as: await as('hannah') })).data
}
const mailTo = (address: string) => site.smtp.received.find(({ envelope }) => envelope.includes(address))?.mail
const update = (change: object) =>
  site.app.ctx.db.updateTable('prayers').set(change).where('content', '=', content).execute()

describe('summaries of groups whose owner chose words', () => {
  it('hold the requests that their authors let in, with a link for members alone, in both forms', async () => {
    await confirm()
    await withWords()
    const { id } = await post({ title: 'A hard <day>' })
    await later()
    const member = mailTo(people.tomas.email)
    const reader = mailTo(READER)
    for (const text of [member?.text, reader?.text]) expect(text).toContain('> Hannah W. · ')
    for (const html of [member?.html, reader?.html]) expect(html).toContain('<bdi>Hannah W.</bdi> · <bdi>')
    for (const text of [member?.text, member?.html, reader?.text, reader?.html]) {
      expect(text).toContain(CANARY)
      expect(text).toContain('1 request was shared.')
      expect(text).toContain('Please keep these words among those who pray.')
      expect(text).not.toContain('only the numbers')
    }
    expect(member?.text).toContain(`A hard <day>\n> For my father`)
    expect(member?.html).toContain('A hard &#60;day&#62;')
    for (const text of [member?.text, member?.html]) expect(text).toContain(`/prayers/${id}`)
    for (const text of [reader?.text, reader?.html]) {
      expect(text).not.toContain(id)
      expect(text).not.toContain(site.group_id)
    }
    expect(await mayBeMailed(site.app.ctx, CANARY)).toBe(true)
  })

  it('hold the anonymous ones without a name', async () => {
    await confirm()
    await withWords()
    site.app.advance(HOUR_MS)
    await post({ is_anonymous: true })
    await later()
    for (const address of [people.tomas.email, READER]) {
      expect(mailTo(address)?.text).toContain(CANARY)
      expect(`${mailTo(address)?.text}${mailTo(address)?.html}`).not.toContain('Hannah')
    }
  })

  it('hold ten, each cut to its beginning, and the number of all', async () => {
    await withWords()
    for (let each = 0; each < 12; each += 1)
      await share(site.hannah, { in_summary: true, content: 'word '.repeat(200) })
    await share(site.hannah, { in_summary: true, content: 'See www.example.org' })
    await later()
    expect(lastMail().text.match(/> word/g)).toHaveLength(10)
    expect(lastMail().text.match(/word…/g)).toHaveLength(10)
    expect(lastMail().text).toContain('13 requests were shared.')
  })

  it('hold nothing that was written before words were chosen, or that no author let in', async () => {
    await choose()
    expect((await post()).in_summary).toBe(false)
    // As a row of an earlier version is, which knew of no choice.
    await update({ in_summary: true })
    await withWords()
    expect((await post({ in_summary: undefined })).in_summary).toBe(false)
    expect((await post({ in_summary: false })).in_summary).toBe(false)
    await later()
    expect(lastMail().text).toContain('3 requests were shared.')
    expect(lastMail().text).not.toContain(CANARY)
    expect(lastMail().text).toContain('only the numbers')
    expect(await mayBeMailed(site.app.ctx, CANARY)).toBe(false)
  })

  it('hold what its author lets in later, and nothing that moves into the group unasked', async () => {
    await withWords()
    const { id } = await post({ visibility: 'members', group_id: null })
    const edit = async (change: object) =>
      (await site.app.ask('prayers.edit', { id, ...change }, { as: await as('hannah') })).data.in_summary
    await update({ in_summary: true })
    expect(await edit({ visibility: 'group', group_id: site.group_id })).toBe(false)
    expect(await edit({ in_summary: true })).toBe(true)
    expect(await edit({ title: 'For him' })).toBe(true)
    expect(await edit({ in_summary: false })).toBe(false)
    const read = async (name: 'hannah' | 'tomas') =>
      (await site.app.ask('prayers.one', { id }, { as: await as(name) })).data.in_summary
    expect(await edit({ in_summary: true })).toBe(true)
    expect([await read('hannah'), await read('tomas')]).toEqual([true, false])
  })

  it('hold no link, which would seem to be one of the site', async () => {
    await withWords()
    await post({ content: `${content} See www.example.org` })
    await later()
    expect(lastMail().text).toContain('1 request was shared.')
    expect(lastMail().text).not.toContain(CANARY)
    const hannah = site.app.ctx.db.updateTable('users').where('id', '=', site.hannah)
    await hannah.set({ display_name: 'www.example.org' }).execute()
    await post()
    await later()
    await hannah.set({ display_name: people.hannah.display_name }).execute()
    expect(lastMail().text).toContain(CANARY)
    expect(lastMail().text).not.toContain('www.example.org')
  })

  it('reach nobody with what was shared before they took them: its author was told of others', async () => {
    await withWords()
    const take = async (gets_summary: boolean) =>
      site.app.ask('group_summaries.take', { id: site.group_id, gets_summary }, { as: await as('tomas') })
    await take(false)
    await post()
    await confirm()
    await take(true)
    await post({ content: 'For the exam of my son' })
    await later()
    expect(addresses()).toEqual([READER, people.tomas.email])
    for (const { mail } of site.smtp.received) {
      expect(mail.text).toContain('2 requests were shared.')
      expect(mail.text).toContain('exam')
      expect(mail.text).not.toContain(CANARY)
    }
  })

  it('reach no address with what was shared while its mail server refused it, and nobody counted it', async () => {
    await add([READER])
    await site.app.runJobs()
    const sayYes = { token: yesToken(lastMail()) }
    expect((await site.app.ask('group_summaries.confirm', sayYes)).status).toBe(200)
    await withWords()
    await share()
    refused.add(READER)
    await later()
    refused.clear()
    site.smtp.received.length = 0
    expect((await choose()).data.reader_count).toBe(0)
    await post()
    site.app.advance(HOUR_MS)
    expect((await site.app.ask('group_summaries.confirm', sayYes)).status).toBe(200)
    await post({ content: 'For the exam of my son' })
    await later()
    expect(mailTo(READER)?.text).toContain('exam')
    expect(mailTo(READER)?.text).not.toContain(CANARY)
    expect(mailTo(people.tomas.email)?.text).toContain(CANARY)
  })

  it.each([
    ['it is withdrawn', () => update({ status: 'withdrawn' })],
    ['it is hidden', () => update({ publication: 'hidden' })],
    ['it is held', () => update({ publication: 'held' })],
    ['it is deleted', () => update({ publication: 'deleted' })],
    ['it is made private', () => update({ visibility: 'private', group_id: null })],
    ['it is guarded', () => update({ is_guarded: true })],
    ['it is about danger', () => update({ alert: 'self_harm' })],
    ['it is left out', () => update({ in_summary: false })],
    ['words are switched off', () => withWords(false)],
  ])('hold no request when %s while they wait', async (_, change) => {
    await confirm()
    await withWords()
    await share(site.hannah, { content: 'Something else' })
    await post()
    site.app.advance(DAY_MS)
    await site.app.ctx.transaction((ctx) => planSummary(ctx, site.group_id))
    await change()
    await site.app.runJobs()
    expect(addresses()).toEqual([READER, people.tomas.email])
    for (const { mail } of site.smtp.received) expect(mail.text + mail.html).not.toContain(CANARY)
  })

  it.each([
    ['a request is withdrawn', () => update({ status: 'withdrawn' as const })],
    ['a request is made private', () => update({ visibility: 'private' as const, group_id: null })],
    ['words are switched off', () => withWords(false)],
  ])('are read anew when %s while the mail server is slow', async (_, change) => {
    await confirm()
    await withWords()
    await share(site.hannah, { content: 'Something else' })
    await post()
    meanwhile.act = async () => {
      delete meanwhile.act
      await change()
    }
    await later()
    await later(MINUTE_MS)
    expect(meanwhile.act).toBeUndefined()
    expect(addresses()).toEqual([READER, people.tomas.email])
    for (const { mail } of site.smtp.received) expect(mail.text + mail.html).not.toContain(CANARY)
  })

  it('say no word to somebody in discreet mode', async () => {
    const row = { user_id: site.tomas, notify: '{}', is_discreet: true }
    await site.app.ctx.db.insertInto('preferences').values(row).execute()
    await withWords()
    await post()
    await later()
    expect(`${lastMail().text}${lastMail().html}`).not.toContain(CANARY)
  })
})

describe('a request goes out with its words or without them', () => {
  const inGroup = () => ({ visibility: 'group' as const, group_id: site.group_id })
  const members = { visibility: 'members' as const, group_id: null }
  const hannah = async () => ({ as: await as('hannah') })
  const edit = async (id: string, change: object) => {
    const { status } = await site.app.ask('prayers.edit', { id, ...change }, await hannah())
    expect(status).toBe(200)
  }
  const alter = async (made: ReturnType<typeof post>, ...changes: object[]) => {
    for (const one of changes) await edit((await made).id, one)
  }
  const otherGroup = async (has_words: boolean) => {
    const id = await makeGroup(site.app.ctx, [site.hannah, site.tomas], 'Choir')
    await site.app.ask('group_summaries.choose', { id, ...daily, has_words }, await hannah())
    return id
  }
  const intoBoth = async (has_words: boolean) => {
    const group_ids = [site.group_id, await otherGroup(has_words)]
    const body = { content, visibility: 'group' as const, group_ids, in_summary: true }
    expect((await site.app.ask('prayers.create', body, await hannah())).status).toBe(200)
  }
  const byItsDoor = async (body: object) => {
    const { status } = await site.app.ask(
      'prayers.create_in_group',
      { id: site.group_id, content, ...body },
      await hannah(),
    )
    expect(status).toBe(200)
  }

  const cases: [how: string, number_of_mails: number, act: () => Promise<unknown>][] = [
    ['shared with it, let in', 1, () => post()],
    ['shared with it, by a program that knows of no words', 0, () => post({ in_summary: undefined })],
    ['shared by the door of the group', 1, () => byItsDoor({ in_summary: true })],
    ['shared by that door, by a program that knows of no words', 0, () => byItsDoor({})],
    ['shared with two, of which one has words', 1, () => intoBoth(false)],
    ['shared with two that have words', 2, () => intoBoth(true)],
    ['moved into it', 0, () => alter(post(members), inGroup())],
    ['moved into it, let in', 1, () => alter(post(members), { ...inGroup(), in_summary: true })],
    ['moved from one that has words, too', 0, async () => alter(post({ group_id: await otherGroup(true) }), inGroup())],
    ['made private and moved back', 0, () => alter(post(), { visibility: 'private' }, inGroup())],
    ['withdrawn and opened again', 1, () => alter(post(), { status: 'withdrawn' }, { status: 'open' })],
    [
      'of a group that is gone',
      0,
      async () => {
        const group_id = await otherGroup(true)
        const { id } = await post({ group_id })
        await site.app.ask('groups.delete', { id: group_id }, await hannah())
        await edit(id, inGroup())
      },
    ],
    [
      'taken out of it and moved back',
      0,
      async () => {
        const { id } = await post()
        await site.app.ask('prayers.delete_from_group', { id: site.group_id, prayerId: id }, await hannah())
        await edit(id, inGroup())
      },
    ],
    [
      'shared before words were switched off and on',
      0,
      async () => {
        await post()
        await withWords(false)
        await withWords()
      },
    ],
    [
      'shared while words were off',
      0,
      async () => {
        await withWords(false)
        await post()
        await withWords()
      },
    ],
  ]
  it.each(cases)('%s', async (_, number_of_mails, act) => {
    await withWords()
    await act()
    await later()
    expect(site.smtp.received.length).toBeGreaterThan(0)
    expect(site.smtp.received.filter(({ mail }) => mail.text.includes(CANARY))).toHaveLength(number_of_mails)
  })
})

it('words are chosen by owners alone, which the activity log keeps, and members read whom they can reach', async () => {
  await confirm()
  await site.app.ctx.db.updateTable('memberships').set({ role: 'leader' }).where('user_id', '=', site.tomas).execute()
  expect((await choose({ ...daily, has_words: true }, 'tomas')).problem.code).toBe('request.forbidden')
  expect((await withWords()).data).toMatchObject({ has_words: true, reached_count: 1, reader_count: 1 })
  // Left alone where it is not named, and recorded when it changes.
  expect((await choose()).data.has_words).toBe(true)
  const acts = site.app.ctx.db.selectFrom('audit_log').where('target_id', '=', site.group_id)
  expect(await acts.select(['actor_id', 'action']).orderBy('action').execute()).toEqual([
    { actor_id: site.hannah, action: 'group_summaries.add_readers' },
    { actor_id: site.hannah, action: 'group_summaries.change_words' },
  ])
  // In a group of two, the number would tell who stopped it.
  await site.app.ask('group_summaries.take', { id: site.group_id, gets_summary: false }, { as: await as('tomas') })
  expect((await choose()).data.reached_count).toBe(1)
  // In a large one it is the number of those who have not.
  const { db } = site.app.ctx
  const [person, member] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', site.tomas).executeTakeFirstOrThrow(),
    db.selectFrom('memberships').selectAll().where('user_id', '=', site.tomas).executeTakeFirstOrThrow(),
  ])
  const ids = Array.from({ length: 19 }, () => randomUUID())
  await db
    .insertInto('users')
    .values(ids.map((id) => ({ ...person, id, email: `${id}@example.org` })))
    .execute()
  await db
    .insertInto('memberships')
    .values(ids.map((user_id) => ({ ...member, user_id, gets_summary: true })))
    .execute()
  await db.updateTable('groups').set({ member_count: 21 }).where('id', '=', site.group_id).execute()
  expect((await choose()).data.reached_count).toBe(19)
})

it('the export of their author says which requests may leave', async () => {
  await withWords()
  await post()
  const { data } = await site.app.ask('exports.make', { id: site.hannah }, { as: await as('hannah') })
  expect(data.prayers).toMatchObject([{ in_summary: true }])
})
