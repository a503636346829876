import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../../contract/time.values.ts'
import { DANGER, alarmSite } from '../../../test/alarm-site.ts'
import { makeGroup } from '../../../test/make.ts'
import type { PersonName } from '../../../test/people.ts'

const texts = {
  none: 'Please pray for rain.',
  perhaps: 'I am so tired of everything. I do not know whether I want to go on.',
  certain: DANGER,
}
type Level = keyof typeof texts

const site = alarmSite()

const askAs = async (name: PersonName) => ({ as: await site.app.signIn(name) })
const todayOf = async (name: PersonName) => (await site.app.ask('desk.today', {}, await askAs(name))).data.quiet_alerts
const waiting = async () => (await todayOf('ines'))?.map(({ id }) => id)
const readAs = async (name: PersonName, id: string) => await site.app.ask('prayers.one', { id }, await askAs(name))
const offersHelp = async (id: string) => (await readAs('hannah', id)).data.offers_help
const edit = async (id: string, change: object) => {
  const { status, data } = await site.app.ask('prayers.edit', { id, ...change }, await askAs('hannah'))
  expect(status).toBe(200)
  expect(data.offers_help).toBe(await offersHelp(id))
}
const markSeen = async (name: PersonName, id: string) =>
  (await site.app.ask('review.mark_seen', { id }, await askAs(name))).status

describe('how sure it is that somebody is in danger', () => {
  it.each<[Level, object, is_listed: boolean, told: string[]]>([
    ['none', { publication: 'published', held_reason: null, alert: null, offers_help: false }, false, []],
    ['perhaps', { publication: 'published', held_reason: null, alert: null, offers_help: true }, true, []],
    [
      'certain',
      { publication: 'held', held_reason: 'crisis', alert: 'self_harm', offers_help: false },
      false,
      ['ines'],
    ],
  ])('%s: what the author sees, who finds it and who is called', async (level, shown, is_listed, told) => {
    const id = await site.share(texts[level])
    const jobs = (await site.app.ctx.db.selectFrom('jobs').select('kind').execute()).map(({ kind }) => kind)
    expect(jobs.includes('notifications.tell_care')).toBe(level === 'certain')
    await site.app.runJobs()
    await site.wait(90)
    expect([...new Set(site.takeTold())].filter((name) => name === 'ines')).toEqual(told)
    expect((await readAs('hannah', id)).data).toMatchObject(shown)
    expect(await waiting()).toEqual(is_listed ? [id] : [])
    for (const name of ['ruth', 'peter'] as const) expect(await todayOf(name)).toBe(null)
    const notices = await site.app.ask('notifications.list', {}, await askAs('ines'))
    expect(notices.data.items.some(({ prayer_request_id }) => prayer_request_id === id)).toBe(level === 'certain')
  })

  it('nobody but the author can tell what is perhaps from what is not, and the wall has both', async () => {
    const [none, perhaps] = [await site.share(texts.none), await site.share(texts.perhaps)]
    for (const name of ['tomas', 'ines', 'ruth', 'peter'] as const) {
      const [one, other] = [await readAs(name, none), await readAs(name, perhaps)]
      const same = { id: '', content: '', categories: [], created_at: '', updated_at: '' }
      expect({ ...other.data, ...same }).toEqual({ ...one.data, ...same })
    }
    const wall = await site.app.ask('prayers.list', {})
    expect(wall.data.items.map(({ id }) => id)).toEqual(expect.arrayContaining([none, perhaps]))
    const events = await site.app.ctx.db.selectFrom('events').select('kind').execute()
    expect(events.filter(({ kind }) => kind.includes('care') || kind.includes('alert'))).toEqual([])
  })
})

it('says to the care team alone how many more wait than the hundred that are listed', async () => {
  const id = await site.share(texts.none)
  const found_at = site.app.ctx.clock().toISOString()
  const more = Array.from({ length: 103 }, () => ({ text_id: randomUUID(), prayer_request_id: id, found_at }))
  await site.app.ctx.db.insertInto('quiet_alerts').values(more).execute()
  const read = async (name: PersonName) => (await site.app.ask('desk.today', {}, await askAs(name))).data
  const [ines, ruth] = [await read('ines'), await read('ruth')]
  expect([ines.quiet_alerts?.length, ines.more_quiet_alerts]).toEqual([100, 3])
  expect([ruth.quiet_alerts, ruth.more_quiet_alerts]).toEqual([null, 0])
  expect(await markSeen('ines', id)).toBe(200)
  expect((await read('ines')).more_quiet_alerts).toBe(0)
})

const levels: Level[] = ['none', 'perhaps', 'certain']
it.each(levels.flatMap((from) => levels.map((to) => [from, to] as const)))(
  'a request that was %s and is changed to %s',
  async (from, to) => {
    const id = await site.share(texts[from])
    await edit(id, { content: `${texts[to]} Still.` })
    const isHeld = from === 'certain' || to === 'certain'
    expect((await readAs('hannah', id)).data.publication).toBe(isHeld ? 'held' : 'published')
    expect(await waiting()).toEqual(to === 'perhaps' && !isHeld ? [id] : [])
    expect(await offersHelp(id)).toBe(to === 'perhaps')
  },
)

it('an update is judged as a request is, changed and deleted', async () => {
  const id = await site.share(texts.none)
  const as = site.as.hannah
  const { data } = await site.app.ask('updates.create', { id, content: texts.perhaps }, { as })
  expect(data.is_held).toBe(false)
  expect([await waiting(), await offersHelp(id)]).toEqual([[id], true])
  expect((await todayOf('ines'))?.[0]?.excerpt).toContain('I am so tired')
  await site.app.ask('updates.edit', { id, updateId: data.id, content: texts.none }, { as })
  expect([await waiting(), await offersHelp(id)]).toEqual([[], false])
  await site.app.ask('updates.edit', { id, updateId: data.id, content: texts.perhaps }, { as })
  await edit(id, { content: 'Please pray for snow.' })
  expect([await waiting(), await offersHelp(id)]).toEqual([[id], true])
  await site.app.ask('updates.delete', { id, updateId: data.id }, { as })
  expect([await waiting(), await offersHelp(id)]).toEqual([[], false])
  expect(site.takeTold()).toEqual([])
})

it('whoever has looked takes it off the list for the team, the author sees no change, and new words come back', async () => {
  const id = await site.share(texts.perhaps)
  await site.setRole('miriam', 'care')
  expect([await markSeen('hannah', id), await markSeen('ruth', id)]).toEqual([403, 404])
  expect(await markSeen('ines', await site.share(texts.none))).toBe(404)
  expect(await waiting()).toEqual([id])
  expect([await markSeen('ines', id), await markSeen('miriam', id)]).toEqual([200, 200])
  expect([await waiting(), await todayOf('miriam'), await offersHelp(id)]).toEqual([[], [], true])
  const acts = site.app.ctx.db.selectFrom('audit_log').select('action').where('target_id', '=', id)
  expect(await acts.execute()).toEqual([{ action: 'holds.mark_seen' }])
  await edit(id, { content: `${texts.perhaps} Still.` })
  expect(await waiting()).toEqual([id])
  await site.app.ask('prayers.delete', { id }, { as: site.as.hannah })
  expect(await waiting()).toEqual([])
})

it('an update that nobody can read yet is found when it is shown, whatever was looked at before', async () => {
  const id = await site.share(texts.perhaps)
  expect([await markSeen('ines', id), await waiting()]).toEqual([200, []])
  await site.setRole('hannah', 'limited')
  const { data } = await site.app.ask('updates.create', { id, content: texts.perhaps }, await askAs('hannah'))
  expect([data.is_held, await waiting()]).toEqual([true, []])
  await site.app.ask('review.publish', { id }, await askAs('ruth'))
  expect(await waiting()).toEqual([id])
})

it('the team finds what it may read as anybody else may, and not its own', async () => {
  const group_id = await makeGroup(site.app.ctx, [site.id.hannah])
  const shared: Record<string, string> = {}
  for (const visibility of ['public', 'members', 'team', 'group', 'private'] as const)
    shared[visibility] = await site.share(texts.perhaps, { visibility, ...(visibility === 'group' && { group_id }) })
  await site.app.ask('prayers.create', { content: texts.perhaps }, { as: site.as.ines })
  expect(new Set(await waiting())).toEqual(new Set([shared['public'], shared['members'], shared['team']]))
  for (const id of Object.values(shared)) expect(await offersHelp(id)).toBe(true)
  expect(await markSeen('ines', shared['group'] ?? '')).toBe(404)
  await edit(shared['private'] ?? '', { visibility: 'members' })
  expect(await waiting()).toContain(shared['private'])
})

it('has a way to each of them, also to the sixth, whatever becomes of the first', async () => {
  const shared: string[] = []
  for (let made = 0; made < 6; made += 1) shared.push(await site.share(texts.perhaps))
  expect(new Set(await waiting())).toEqual(new Set(shared))
})

it('tells no minute of an anonymous author', async () => {
  await site.share(texts.perhaps, { is_anonymous: true })
  expect((await todayOf('ines'))?.[0]?.since).toMatch(/:00:00\.000Z$/)
})

it('tells none by the place between others either', async () => {
  site.app.advance(HOUR_MS - (site.app.ctx.clock().getTime() % HOUR_MS) + 10 * MINUTE_MS)
  const before = await site.share(texts.perhaps)
  site.app.advance(MINUTE_MS)
  const hidden = await site.share(texts.perhaps, { is_anonymous: true })
  site.app.advance(MINUTE_MS)
  const after = await site.share(texts.perhaps)
  expect(await waiting()).toEqual([hidden, before, after])
})

it('is forgotten where the care team has published what it read as danger', async () => {
  const id = await site.share(DANGER)
  await edit(id, { content: texts.perhaps })
  await site.app.ask('review.publish', { id }, { as: site.as.ines })
  expect([await waiting(), await offersHelp(id)]).toEqual([[], true])
})
