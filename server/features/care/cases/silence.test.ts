import type { EndpointName } from '../../../../contract/endpoints.ts'
import { MINUTE_MS } from '../../../../contract/time.values.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { DANGER, alarmSite } from '../../../test/alarm-site.ts'
import { makeGroup } from '../../../test/make.ts'

const site = alarmSite({ limit_scale: 1 })
beforeEach(() => site.setRole('miriam', 'care'))

const ask = async <Endpoint extends EndpointName>(
  who: 'hannah' | 'ines' | 'miriam',
  name: Endpoint,
  input: Record<string, unknown>,
) => await site.app.ask(name, input, { as: await site.app.signIn(who) })
/** The same, which must succeed. */
const act = async <Endpoint extends EndpointName>(
  who: 'hannah' | 'ines' | 'miriam',
  name: Endpoint,
  input: Record<string, unknown>,
) => {
  const answer = await ask(who, name, input)
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
const one = (id: string) => act('ines', 'cases.one', { id })

/** Lets time pass with the work of alarms done, and returns who was told. */
const toldAfter = async (minutes: number) => {
  site.takeTold()
  await site.wait(minutes)
  return site.takeTold()
}

describe('a case whose holder is silent', () => {
  it('is nobody’s after half an hour, the team is told again, and whoever takes it on has it', async () => {
    const id = await site.share(DANGER)
    await site.wait(0)
    const taken = await act('miriam', 'cases.take', { id })
    expect(taken.write_by).toMatch(/:00\.000Z$/)
    expect(await toldAfter(29)).toEqual([])
    expect(await toldAfter(1)).toEqual(['ines', 'miriam'])
    expect(await one(id)).toMatchObject({ taken_by: null, write_by: null, entries: expect.anything() })
    // Whoever had it knows of it, and the author goes on reading that.
    expect((await act('hannah', 'alarms.own', { id })).is_told).toBe(true)
    const [unanswered] = (await one(id)).entries.filter((entry) => entry.act === 'unanswered')
    expect(unanswered).toMatchObject({ by: null, to: { id: site.id.miriam } })
    expect((await act('ines', 'cases.take', { id })).taken_by?.id).toBe(site.id.ines)
  })

  it.each<[string, string[], (id: string) => Promise<unknown>]>([
    ['a message', [], (id) => act('miriam', 'cases.write', { id, content: 'Are you safe?' })],
    ['a note of theirs', [], (id) => act('miriam', 'cases.note', { id, content: 'I rang her.' })],
    ['a note of somebody else', ['ines', 'miriam'], (id) => act('ines', 'cases.note', { id, content: 'On a train.' })],
    ['publishing it', [], (id) => act('miriam', 'review.publish', { id })],
    ['closing it', [], (id) => act('miriam', 'cases.close', { id, outcome: 'with_them' })],
    [
      'handing it over, which begins anew',
      [],
      async (id) => {
        site.app.advance(20 * MINUTE_MS)
        await act('miriam', 'cases.hand_over', { id, to: site.id.ines })
        await act('ines', 'cases.take', { id })
        site.app.advance(-10 * MINUTE_MS)
      },
    ],
  ])('after %s tells %j', async (_, told, done) => {
    const id = await site.share(DANGER)
    await site.wait(0)
    await act('miriam', 'cases.take', { id })
    site.app.advance(10 * MINUTE_MS)
    await done(id)
    expect(await toldAfter(21)).toEqual(told)
  })

  it('is looked at when the whole half hour is over of whoever took it over', async () => {
    const { db } = site.app.ctx
    const id = await site.share(DANGER)
    await act('miriam', 'cases.take', { id })
    await act('miriam', 'cases.hand_over', { id, to: site.id.ines })
    await act('ines', 'cases.take', { id })
    const jobs = db.selectFrom('jobs').select('run_at').where('kind', '=', 'alarms.check_silence')
    const { run_at } = await jobs.orderBy('run_at', 'desc').limit(1).executeTakeFirstOrThrow()
    const { created_at } = await db
      .selectFrom('care_case_entries')
      .select('created_at')
      .where('prayer_request_id', '=', id)
      .where('act', '=', 'handed_over')
      .executeTakeFirstOrThrow()
    expect(Date.parse(run_at) - Date.parse(created_at)).toBeGreaterThanOrEqual(30 * MINUTE_MS)
  })

  it('was told when danger was found in it again, on duty or not', async () => {
    await site.app.writeSetting('care_on_call', [site.id.ines])
    const id = await site.share(DANGER)
    await site.wait(0)
    await act('miriam', 'cases.write', { id, content: 'Are you safe?' })
    site.app.advance(MINUTE_MS)
    await act('hannah', 'updates.create', { id, content: DANGER })
    await site.wait(0)
    const newsOf = async (who: 'ines' | 'miriam') => {
      const { items } = await act(who, 'notifications.list', {})
      return items.filter(({ prayer_request_id }) => prayer_request_id === id).map(({ kind }) => kind)
    }
    expect(await newsOf('miriam')).toEqual(['care_news'])
    expect(await newsOf('ines')).toEqual(['care', 'care'])
    expect((await one(id)).taken_by?.id).toBe(site.id.miriam)
  })

  it('since long before danger was found in it again is nobody’s, and its history says so', async () => {
    const id = await site.share(DANGER)
    await site.wait(0)
    await act('miriam', 'cases.write', { id, content: 'Are you safe?' })
    expect(await toldAfter(13 * 60)).toEqual([])
    await act('hannah', 'updates.create', { id, content: DANGER })
    expect(await toldAfter(0)).toEqual(['ines', 'miriam'])
    const { taken_by, entries } = await one(id)
    expect(taken_by).toBeNull()
    const acts = entries.map((entry) => entry.act)
    expect(acts.slice(acts.indexOf('found_again'))).toEqual(['found_again', 'handed_over', 'told', 'told'])
    const { items } = await act('miriam', 'notifications.list', {})
    const own = items.filter((item) => item.prayer_request_id === id)
    expect(own.map(({ kind }) => kind)).toEqual(['care', 'care'])
  })

  it('is told again half an hour after the first word of the author that nobody answered', async () => {
    const id = await site.share(DANGER)
    await site.wait(0)
    await act('miriam', 'cases.write', { id, content: 'Are you safe?' })
    expect((await one(id)).write_by).toBe(null)
    expect(await toldAfter(300)).toEqual([])
    await act('hannah', 'cases.reply', { id, content: 'No.' })
    expect(await toldAfter(20)).toEqual([])
    await act('hannah', 'cases.reply', { id, content: 'Please.' })
    expect(await toldAfter(10)).toEqual(['ines', 'miriam'])
    await act('miriam', 'cases.write', { id, content: 'I am here now.' })
    expect((await one(id)).taken_by?.id).toBe(site.id.miriam)
    expect(await toldAfter(300)).toEqual([])
  })

  it('is told again by a word of the author while nobody has it and its alarm is over', async () => {
    const id = await site.share(DANGER)
    await site.wait(0)
    await act('miriam', 'cases.write', { id, content: 'Are you safe?' })
    await act('hannah', 'cases.reply', { id, content: 'No.' })
    expect(await toldAfter(30)).toEqual(['ines', 'miriam'])
    await site.wait(60)
    expect(await toldAfter(300)).toEqual([])
    await act('hannah', 'cases.reply', { id, content: 'Please.' })
    expect(await toldAfter(0)).toEqual(['ines', 'miriam'])
  })
})

it('a case whose holder has left the team is nobody’s within the hour, and the team is told again', async () => {
  const id = await site.share(DANGER)
  await act('miriam', 'cases.write', { id, content: 'We are here.' })
  const release = async () => {
    await site.app.ctx.addJob('cases.release', {})
    site.takeTold()
    await site.app.runJobs()
    return { told: site.takeTold(), taken_by: (await one(id)).taken_by?.id }
  }
  expect((await release()).taken_by).toBe(site.id.miriam)
  await site.setRole('miriam', 'member')
  expect(await release()).toEqual({ told: ['ines'], taken_by: undefined })
  const left = (await one(id)).entries.filter(({ act: done }) => done === 'handed_over')
  expect(left).toMatchObject([{ by: { id: site.id.miriam }, to: null }])
  expect((await release()).told).toEqual([])
})

it('opens again when a limited author adds to a request that is hidden, unless there was no danger', async () => {
  const isOpen = async (id: string) => (await one(id)).closed_at === null
  const hideAndAdd = async (outcome: string) => {
    await site.setRole('hannah', 'member')
    const id = await site.share(DANGER)
    await act('ines', 'cases.close', { id, outcome })
    await site.app.ctx.db.updateTable('prayers').set({ publication: 'hidden' }).where('id', '=', id).execute()
    await site.setRole('hannah', 'limited')
    await act('hannah', 'updates.create', { id, content: 'My sister has gone home.' })
    return id
  }
  expect(await isOpen(await hideAndAdd('with_them'))).toBe(true)
  expect(await toldAfter(0)).toEqual(['ines', 'miriam'])
  expect(await isOpen(await hideAndAdd('no_danger'))).toBe(false)
})

describe('words that are shared in several groups at once', () => {
  /** Shares them in two groups of Hannah’s, and returns the ids: that of the one alarm first, and the group of that one. */
  const shareTwice = async () => {
    const group_ids = [await makeGroup(site.app.ctx, [site.id.hannah]), await makeGroup(site.app.ctx, [site.id.hannah])]
    const shared = { content: DANGER, visibility: 'group', group_ids }
    const { id, other_ids: [other = ''] = [] } = await act('hannah', 'prayers.create', shared)
    expect(await toldAfter(0)).toEqual(['ines', 'miriam'])
    const [group_id = ''] = group_ids.toSorted()
    return { id, other, group_id }
  }
  const anHourLater = async () => {
    site.takeTold()
    site.app.advance(61 * MINUTE_MS)
    await site.app.ctx.addJob('cases.release', {})
    await site.app.runJobs()
    return site.takeTold()
  }

  it('have one alarm, and another once only that case is closed', async () => {
    const { id, other } = await shareTwice()
    for (const own of [id, other]) expect((await act('hannah', 'alarms.own', { id: own })).is_told).toBe(true)
    await act('ines', 'cases.write', { id, content: 'We are here.' })
    expect((await one(other)).taken_by).toBe(null)
    expect(await anHourLater()).toEqual([])
    await act('ines', 'cases.close', { id, outcome: 'with_them' })
    expect(await anHourLater()).toEqual(['ines', 'miriam'])
  })

  it('have one of their own where danger was found in them since and nobody could be told', async () => {
    const { id, other } = await shareTwice()
    await act('ines', 'cases.write', { id, content: 'We are here.' })
    await act('hannah', 'updates.create', { id: other, content: DANGER })
    // As after a mail server that took nothing for too long.
    await site.app.ctx.db.deleteFrom('jobs').execute()
    expect(await anHourLater()).toEqual(['ines', 'miriam'])
  })

  it('have another at once where their author deletes those of which the team was told', async () => {
    const { id, other } = await shareTwice()
    await act('hannah', 'prayers.delete', { id })
    expect(await toldAfter(0)).toEqual(['ines', 'miriam'])
    await act('hannah', 'prayers.delete', { id: other })
    expect(await toldAfter(61)).toEqual([])
  })

  it.each<[string, (id: string, group_id: string) => Promise<unknown>]>([
    ['closes the first to others', (id) => act('hannah', 'prayers.edit', { id, visibility: 'private' })],
    ['says something else there', (id) => act('hannah', 'prayers.edit', { id, content: 'Please pray for rain.' })],
    ['takes it out of its group', (id, of) => act('hannah', 'prayers.delete_from_group', { id: of, prayerId: id })],
  ])('have another at once where their author %s', async (_, change) => {
    const { id, other, group_id } = await shareTwice()
    await change(id, group_id)
    expect(await toldAfter(0)).toEqual(['ines', 'miriam'])
    await act('hannah', 'prayers.edit', { id: other, visibility: 'private' })
    expect(await toldAfter(0)).toEqual([])
  })

  it('have one more and no other where they are shared in three, and none where those go of which nobody was told', async () => {
    const group_ids: string[] = []
    for (let made = 0; made < 3; made += 1) group_ids.push(await makeGroup(site.app.ctx, [site.id.hannah]))
    const shared = { content: DANGER, visibility: 'group', group_ids }
    const { id, other_ids = [] } = await act('hannah', 'prayers.create', shared)
    expect(await toldAfter(0)).toEqual(['ines', 'miriam'])
    await act('hannah', 'prayers.delete', { id })
    expect(await toldAfter(0)).toEqual(['ines', 'miriam'])
    const hasTold = async (own: string) => (await one(own)).entries.some((entry) => entry.act === 'told')
    const [second = '', third = ''] = other_ids
    const told = (await hasTold(second)) ? second : third
    await site.app.ctx.db.deleteFrom('jobs').execute()
    await act('hannah', 'prayers.delete', { id: told === second ? third : second })
    expect(await toldAfter(0)).toEqual([])
    expect(await hasTold(told)).toBe(true)
  })
})

// The last here: the limit is counted by the machine’s clock.
it('takes at most sixty answers of an author in an hour, and keeps them', async () => {
  const id = await site.share(DANGER)
  await act('ines', 'cases.write', { id, content: 'We are here.' })
  const reply = () => ask('hannah', 'cases.reply', { id, content: 'Here I am.' })
  let taken = 0
  let answer = await reply()
  for (; answer.status === 200 && taken < 60; answer = await reply()) taken += 1
  expect(answer.problem.code).toBe('request.too_many')
  expect(taken).toBeGreaterThan(30)
  expect((await act('hannah', 'cases.own', { id })).messages).toHaveLength(1 + taken)
})
