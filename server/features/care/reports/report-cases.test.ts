import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PersonName } from '../../../test/people.ts'
import { readActs } from '../../../test/audit-log.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makePrayer, makeUpdate, makeUser } from '../../../test/make.ts'

const app = sharedTestApp()
const as = {} as Record<PersonName, string>
let id: string
beforeAll(async () => {
  for (const name of ['hannah', 'tomas', 'grace', 'marcos', 'miriam', 'ruth', 'peter'] as const)
    as[name] = await app.signIn(name)
})
beforeEach(async () => {
  // Each test starts with an empty queue.
  await app.ctx.db.deleteFrom('reports').execute()
  id = await makePrayer(app.ctx, await app.person('hannah'))
})

const report = async (who: PersonName, part: object = {}) => {
  const answer = await app.ask('reports.create', { id, report_type: 'other', ...part }, { as: as[who] })
  expect(answer.status, answer.text).toBe(200)
  return answer.data.id
}
const list = async (input: object = {}) => (await app.ask('reports.list', { ...input }, { as: as.ruth })).data
const decide = (of: string, change: object, who: PersonName = 'ruth') =>
  app.ask('reports.decide', { id: of, decision_reason: 'A reason.', ...change }, { as: as[who] })
const undo = (decision_id: string | null) => app.ask('decisions.undo', { ids: [decision_id] }, { as: as.ruth })
const shown = async () => (await app.ask('prayers.one', { id })).status === 200
const acts = async (action: string, target_id: string) =>
  (await readActs(app.ctx, target_id)).filter((act) => act.action === action)

describe('several reports about one thing', () => {
  it('are one case, the gravest and oldest first, with what each of them says and by nobody', async () => {
    const first = await report('tomas', { report_type: 'harassment', reason: 'It names me.' })
    app.advance(1000)
    const second = await report('grace', { report_type: 'hate', reason: 'So it is.' })
    const one = await list()
    expect(one).toMatchObject({ total: 1, counts: { open: 1, in_review: 0 } })
    expect(one.items[0]).toMatchObject({
      id: first,
      also: [{ id: second, report_type: 'hate', reason: 'So it is.' }],
    })
    app.advance(1000)
    const danger = await report('marcos', { report_type: 'danger_to_self' })
    const { items } = await list()
    expect(items.map((item) => item.id)).toEqual([danger])
    expect(items[0]?.also.map((other) => other.id)).toEqual([first, second])
    const { text } = await app.ask('reports.list', {}, { as: as.ruth })
    for (const name of ['tomas', 'grace', 'marcos'] as const) expect(text).not.toContain(await app.person(name))
    // Whichever report is opened, the case is the same.
    const opened = await app.ask('reports.one', { id: second }, { as: as.ruth })
    expect(opened.data.also.map((other) => other.id)).toEqual([first, danger])
  })

  it('are found by the kind of any of them, and do not mix with those about an update', async () => {
    const update_id = await makeUpdate(app.ctx, await app.person('hannah'), id)
    const first = await report('tomas', { report_type: 'harassment' })
    app.advance(1000)
    await report('grace', { report_type: 'illegal' })
    const other = await report('grace', { update_id })
    expect((await list({ report_type: 'illegal' })).items.map((item) => item.id)).toEqual([first])
    expect((await list()).items.map((item) => item.id)).toEqual([first, other])
    expect((await list()).items.map(({ also }) => also.length)).toEqual([1, 0])
  })

  it('are found by the kind of any of them when they are decided too, the newest decision first', async () => {
    const hannah = await app.person('hannah')
    const [late, early, open] = [id, await makePrayer(app.ctx, hannah), await makePrayer(app.ctx, hannah)]
    const first = await report('tomas', { id: late })
    const also = [await report('grace', { id: late, report_type: 'illegal' })]
    app.advance(1000)
    const second = await report('tomas', { id: early, report_type: 'illegal' })
    app.advance(1000)
    const third = await report('tomas', { id: open, report_type: 'illegal' })
    await decide(second, { status: 'dismissed' })
    app.advance(1000)
    await decide(first, { also, status: 'dismissed' })
    for (const filter of [{}, { report_type: 'illegal' }])
      expect((await list(filter)).items.map((item) => item.id)).toEqual([third, first, second])
    expect((await list({ status: 'dismissed', report_type: 'other' })).items.map((item) => item.id)).toEqual([first])
  })

  it('are decided by one act, taken back by one, and written down once with their number', async () => {
    const ids = [await report('tomas'), await report('grace'), await report('marcos')]
    expect(await shown()).toBe(false)
    const [first = '', ...also] = (await list()).items.flatMap((item) => [item.id, ...item.also.map((one) => one.id)])
    expect([first, ...also].toSorted()).toEqual(ids.toSorted())
    const { data } = await decide(first, { also, status: 'dismissed' })
    expect(data).toMatchObject({ status: 'dismissed', also: also.map((one) => ({ id: one })) })
    expect(await shown()).toBe(true)
    expect((await list()).items).toMatchObject([{ id: first, status: 'dismissed' }])
    expect(await acts('reports.decide', first)).toMatchObject([{ detail: { reports: 3 }, reason: 'A reason.' }])
    for (const one of also) expect(await acts('reports.decide', one)).toEqual([])
    expect((await undo(data.decision_id)).status).toBe(200)
    expect(await list()).toMatchObject({ total: 1, counts: { open: 1 }, items: [{ also: [{}, {}], status: 'open' }] })
    expect(await shown()).toBe(false)
  })

  it('leave open what the moderator has not seen, and what is about something else', async () => {
    const first = await report('tomas')
    const second = await report('grace')
    const unseen = await report('marcos', { report_type: 'danger_to_self' })
    const elsewhere = await report('miriam', {
      id: await makePrayer(app.ctx, await app.person('hannah')),
    })
    await decide(first, { also: [second, elsewhere], decision: 'hidden' })
    const { items } = await list({ status: 'open' })
    expect(items.map((item) => item.id).toSorted()).toEqual([unseen, elsewhere].toSorted())
    expect(items.map(({ also }) => also.length)).toEqual([0, 0])
  })

  it('are looked after together, also those that arrive later, and decided by nobody else', async () => {
    const first = await report('tomas')
    await report('grace')
    expect((await app.ask('reports.claim', { id: first }, { as: as.ruth })).status).toBe(200)
    app.advance(1000)
    const later = await report('marcos')
    const { items, counts } = await list()
    expect(counts).toEqual({ open: 0, in_review: 1 })
    expect(items).toMatchObject([{ status: 'in_review', also: [{}, {}], assigned_to: { display_name: 'Ruth M.' } }])
    const token = await app.open(await makeUser(app.ctx, { role: 'moderator' }))
    const refused = await app.ask('reports.decide', { id: later, status: 'dismissed', also: [first] }, { as: token })
    expect(refused.problem.code).toBe('reports.claimed')
    await app.ask('reports.release', { id: later }, { as: as.ruth })
    expect((await list()).counts).toEqual({ open: 1, in_review: 0 })
  })

  it('are free again within the hour when whoever looked after them is no moderator any more', async () => {
    const first = await report('tomas')
    const leaving = await makeUser(app.ctx, { role: 'moderator' })
    await app.ask('reports.claim', { id: first }, { as: await app.open(leaving) })
    const tidy = async () => {
      await app.ctx.addJob('reports.remind', {})
      await app.runJobs()
      return (await list()).items
    }
    expect(await tidy()).toMatchObject([{ id: first, status: 'in_review' }])
    await app.ctx.db.updateTable('users').set({ role: 'member' }).where('id', '=', leaving).execute()
    expect(await tidy()).toMatchObject([{ id: first, status: 'open', assigned_to: null }])
    expect((await decide(first, { decision: 'hidden' })).status).toBe(200)
  })

  it('are open again when two decisions about them are undone, also the earlier first', async () => {
    const first = await report('tomas')
    const hidden = await decide(first, { decision: 'hidden' })
    const removed = await decide(first, { decision: 'removed' })
    await undo(hidden.data.decision_id)
    expect((await list({ status: 'actioned' })).items).toMatchObject([{ id: first, decision: 'removed' }])
    await undo(removed.data.decision_id)
    expect((await list()).items).toMatchObject([{ id: first, status: 'open', decision: 'none' }])
    expect(await shown()).toBe(true)
  })

  it('show again what they alone hid when they are put aside after a decision to hide it is undone', async () => {
    const [first, ...also] = [await report('tomas'), await report('grace'), await report('marcos')]
    const { data } = await decide(first, { also, decision: 'hidden' })
    await undo(data.decision_id)
    expect(await shown()).toBe(false)
    expect((await decide(first, { also, status: 'dismissed' })).status).toBe(200)
    expect(await shown()).toBe(true)
  })

  it('leave an update hidden as a colleague decided, when one that came meanwhile is put aside', async () => {
    const update_id = await makeUpdate(app.ctx, await app.person('hannah'), id)
    const read = async () => (await app.ask('prayers.updates', { id }, { as: as.tomas })).data.map((one) => one.id)
    const [first, late] = [await report('tomas', { update_id }), await report('grace', { update_id })]
    await decide(first, { decision: 'hidden' })
    await decide(late, { status: 'dismissed' }, 'peter')
    expect(await read()).toEqual([])
    await decide(first, { decision: 'warned' })
    expect(await read()).toEqual([update_id])
    // What reports alone hide comes back still.
    const last = await report('miriam', { update_id, report_type: 'private_information' })
    expect(await read()).toEqual([])
    await decide(last, { status: 'dismissed' }, 'peter')
    expect(await read()).toEqual([update_id])
  })

  it('are all put aside when the author was right', async () => {
    const first = await report('tomas')
    const second = await report('grace')
    const { data } = await decide(first, { also: [second], decision: 'hidden' })
    await app.runJobs()
    await app.ask('appeals.create', { id: data.decision_id, appeal: 'It is about me.' }, { as: as.hannah })
    const answered = await app.ask(
      'appeals.decide',
      { id: data.decision_id, outcome: 'overturned', answer: 'You were right.' },
      { as: as.peter },
    )
    expect(answered.status, answered.text).toBe(200)
    const rows = await app.ctx.db.selectFrom('reports').select(['status', 'decision']).execute()
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ status: 'dismissed', decision: 'none' })))
  })

  it('show no moderator what their author has written of danger since, and take nothing from the care team', async () => {
    await app.person('ines')
    const made = await report('tomas', { report_type: 'illegal' })
    const content = 'I do not want to live anymore. I have saved up my pills.'
    await app.ask('prayers.edit', { id, title: 'canary-3c1d', content }, { as: as.hannah })
    for (const name of ['reports.list', 'desk.today'] as const) {
      const { text } = await app.ask(name, {}, { as: as.ruth })
      expect(text).toContain(made)
      expect(text).not.toContain('canary-3c1d')
    }
    expect((await decide(made, { decision: 'hidden' })).problem.code).toBe('reports.danger_of_care')
    expect((await list()).items).toMatchObject([{ id: made, status: 'open', decision: 'none' }])
    const { publication, held_reason } = (await app.ask('prayers.one', { id }, { as: as.hannah })).data
    expect({ publication, held_reason }).toEqual({ publication: 'held', held_reason: 'crisis' })
  })

  it('show nobody, put aside, what their author wrote of danger while it was hidden: the care team reads it first', async () => {
    const [first, ...also] = [await report('tomas'), await report('grace'), await report('marcos')]
    expect(await shown()).toBe(false)
    app.advance(1000)
    const content = 'I do not want to live anymore. I have saved up my pills.'
    await app.ask('prayers.edit', { id, content }, { as: as.hannah })
    const read = async () => (await app.ask('cases.one', { id }, { as: await app.signIn('ines') })).data
    expect((await read()).content).toBe(content)
    expect((await decide(first, { also, status: 'dismissed' })).status).toBe(200)
    expect(await shown()).toBe(false)
    const { publication, held_reason } = (await app.ask('prayers.one', { id }, { as: as.hannah })).data
    expect({ publication, held_reason }).toEqual({ publication: 'held', held_reason: 'crisis' })
    expect((await read()).content).toBe(content)
  })

  it('show no moderator what an update has become of danger since its request was hidden', async () => {
    await app.person('ines')
    const update_id = await makeUpdate(app.ctx, await app.person('hannah'), id)
    const made = await report('tomas', { update_id })
    for (const name of ['grace', 'marcos', 'miriam'] as const) await report(name)
    expect(await shown()).toBe(false)
    const content = 'I do not want to live anymore. I have saved up my pills. canary-5b2e'
    expect((await app.ask('updates.edit', { id, updateId: update_id, content }, { as: as.hannah })).status).toBe(200)
    const read = async () => (await app.ask('reports.list', {}, { as: as.ruth })).text
    expect(await read()).toContain(made)
    expect(await read()).not.toContain('canary-5b2e')
    expect((await decide(made, { decision: 'hidden' })).problem.code).toBe('reports.danger_of_care')
    const closed = await app.ask('cases.close', { id, outcome: 'with_them' }, { as: await app.signIn('ines') })
    expect(closed.status).toBe(200)
    expect(await read()).not.toContain('canary-5b2e')
    expect((await decide(made, { decision: 'hidden' })).status).toBe(200)
  })

  it('leave an appeal about an update that was held for danger to the care team, when its request is shown again', async () => {
    const update_id = await makeUpdate(app.ctx, await app.person('hannah'), id)
    const made = await report('tomas', { update_id })
    const content = 'I do not want to live anymore. I have saved up my pills.'
    await app.ask('updates.edit', { id, updateId: update_id, content }, { as: as.hannah })
    const { data } = await decide(made, { decision: 'removed' })
    const appeal = { id: data.decision_id, appeal: 'It is about me.' }
    expect((await app.ask('appeals.create', appeal, { as: as.hannah })).status).toBe(200)
    const ines = await app.signIn('ines')
    expect((await app.ask('review.publish', { id }, { as: ines })).status).toBe(200)
    const appeals = async (token: string) =>
      (await app.ask('appeals.list', {}, { as: token })).data.map((one) => one.id)
    expect(await appeals(as.peter)).not.toContain(data.decision_id)
    expect(await appeals(ines)).toContain(data.decision_id)
  })
})

describe('decisions about an account', () => {
  let author: string
  let token: string
  const makeAuthor = async (role: 'member' | 'limited' | 'care' | 'admin' = 'member', part: object = {}) => {
    author = await makeUser(app.ctx, { role })
    token = await app.open(author)
    id = await makePrayer(app.ctx, author, part)
  }
  const account = () =>
    app.ctx.db.selectFrom('users').select(['role', 'status']).where('id', '=', author).executeTakeFirstOrThrow()
  const status = async (as_token = token) => (await app.ask('sessions.current', {}, { as: as_token })).status
  beforeEach(() => makeAuthor())

  it('limit it: their sessions end, what they share waits, and ten minutes later it can be taken back no more', async () => {
    const { data } = await decide(await report('tomas'), { decision: 'limited' })
    expect(data).toMatchObject({ status: 'actioned', decision: 'limited' })
    expect(await account()).toEqual({ role: 'limited', status: 'active' })
    expect(await status()).toBe(401)
    token = await app.open(author)
    const shared = await app.ask('prayers.create', { content: 'Please pray for my neighbour.' }, { as: token })
    expect((await app.ask('prayers.one', { id: shared.data.id })).status).toBe(404)
    expect(await acts('accounts.set_role', author)).toMatchObject([{ detail: { from: 'member', to: 'limited' } }])
    expect((await undo(data.decision_id)).status).toBe(200)
    expect(await account()).toEqual({ role: 'member', status: 'active' })
    const again = await decide(data.id, { decision: 'limited' })
    app.advance(10 * 60_000 + 1)
    const ruth = await app.signIn('ruth')
    const late = await app.ask('decisions.undo', { ids: [again.data.decision_id] }, { as: ruth })
    expect(late.problem.code).toBe('decisions.undo_too_late')
    as.ruth = ruth
    as.tomas = await app.signIn('tomas')
    as.peter = await app.signIn('peter')
    expect(await account()).toEqual({ role: 'limited', status: 'active' })
  })

  it('close it: nothing of theirs works at once, and it is open again when that is taken back', async () => {
    const made = await report('tomas')
    const { data } = await decide(made, { decision: 'banned', message: 'You threatened people.' })
    expect(data.decision).toBe('banned')
    expect(await account()).toEqual({ role: 'member', status: 'suspended' })
    expect(await status()).toBe(401)
    const mail = await app.ctx.db.selectFrom('jobs').select('payload').where('kind', '=', 'mail.send').execute()
    expect(JSON.stringify(mail)).toContain('You threatened people.')
    expect(await acts('accounts.suspend', author)).toMatchObject([{ reason: 'A reason.' }])
    await undo(data.decision_id)
    expect(await account()).toEqual({ role: 'member', status: 'active' })
    expect(await status(await app.open(author))).toBe(200)
    expect((await list()).items).toMatchObject([{ status: 'open', decision: 'none' }])
  })

  it('limit it and close it: undone the earlier first, it is as it was', async () => {
    const made = await report('tomas')
    const limited = await decide(made, { decision: 'limited' })
    const banned = await decide(made, { decision: 'banned' })
    await undo(limited.data.decision_id)
    expect(await account()).toEqual({ role: 'member', status: 'suspended' })
    await undo(banned.data.decision_id)
    expect(await account()).toEqual({ role: 'member', status: 'active' })
  })

  it('leave alone what somebody else has done with it since', async () => {
    const { data } = await decide(await report('tomas'), { decision: 'limited' })
    await app.ask('accounts.suspend', { id: author, reason: 'Spam.' }, { as: as.peter })
    await undo(data.decision_id)
    expect(await account()).toEqual({ role: 'member', status: 'suspended' })
  })

  it('are only written down about who hid their name', async () => {
    await makeAuthor('member', { is_anonymous: true })
    const { data } = await decide(await report('tomas'), { decision: 'banned' })
    expect(data.decision).toBe('referred')
    expect(await account()).toEqual({ role: 'member', status: 'active' })
    expect(await status()).toBe(200)
  })

  it('are an administrator’s about staff, and about limiting staff nobody’s here', async () => {
    await makeAuthor('care')
    const made = await report('tomas')
    for (const decision of ['limited', 'banned']) expect((await decide(made, { decision })).status).toBe(403)
    expect((await decide(made, { decision: 'limited' }, 'peter')).status).toBe(403)
    expect(await account()).toEqual({ role: 'care', status: 'active' })
    expect((await list()).items).toMatchObject([{ status: 'open', decision: 'none' }])
    expect((await decide(made, { decision: 'banned' }, 'peter')).status).toBe(200)
  })

  it('never take the last administrator, nor the one who decides', async () => {
    await makeAuthor('admin')
    const made = await report('tomas')
    // There are two administrators: the first may be banned, and then only one is left.
    expect((await decide(made, { decision: 'banned' })).status).toBe(403)
    expect((await decide(made, { decision: 'banned' }, 'peter')).status).toBe(200)
    const admins = await app.ctx.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .execute()
    expect(admins.map((admin) => admin.id)).toEqual([await app.person('peter')])
    id = await makePrayer(app.ctx, await app.person('peter'))
    const own = await report('tomas')
    expect((await decide(own, { decision: 'banned' }, 'peter')).status).toBe(404)
    expect((await decide(own, { decision: 'banned' })).status).toBe(403)
  })
})
