import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makePrayer, makeUpdate } from '../../../test/make.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

describe('reactions', () => {
  const app = sharedTestApp()
  let hannah: string
  let tomas: string
  let grace: string
  let id: string

  beforeAll(async () => {
    // To noon of tomorrow: thanks are told by the day, and none of these tests may cross midnight.
    app.advance(DAY_MS * 1.5 - (app.ctx.clock().getTime() % DAY_MS))
    ;[hannah, tomas, grace] = await Promise.all([app.signIn('hannah'), app.signIn('tomas'), app.signIn('grace')])
  })
  beforeEach(async () => {
    id = await makePrayer(app.ctx, await app.person('hannah'))
  })

  const react = (type: string, as = tomas) => app.ask('reactions.create', { prayer_request_id: id, type }, { as })
  const read = async (as?: string) => (await app.ask('prayers.one', { id }, { as })).data

  it('are counted, one of a kind for each person, and tell each reader their own', async () => {
    const { data } = await react('amen')
    expect((await react('amen')).data.id).toBe(data.id)
    const heart = await react('heart')
    await react('amen', grace)
    expect(await read(tomas)).toMatchObject({
      reactions: { amen: 2, heart: 1 },
      my_reactions: { amen: data.id, heart: heart.data.id },
    })
    expect((await read(hannah)).my_reactions).toEqual({})
    expect((await app.ask('prayers.list', {}, { as: tomas })).data.items[0]).toMatchObject({
      reactions: { amen: 2, heart: 1 },
      my_reactions: { amen: data.id },
    })
  })

  it('are taken back by who gave them', async () => {
    const { data } = await react('thanks')
    expect((await app.ask('reactions.delete', { id: data.id }, { as: tomas })).data).toEqual({ id: data.id })
    expect((await read(tomas)).reactions).toEqual({})
    expect((await app.ask('reactions.delete', { id: data.id }, { as: tomas })).problem.code).toBe('reactions.not_found')
  })

  it('are given to updates', async () => {
    const update_id = await makeUpdate(app.ctx, await app.person('hannah'), id)
    const { data } = await app.ask('reactions.create', { update_id, type: 'with_you' }, { as: tomas })
    const { updates, reactions } = await read(tomas)
    expect(updates[0]).toMatchObject({ reactions: { with_you: 1 }, my_reactions: { with_you: data.id } })
    expect(reactions).toEqual({})
  })

  it.each([
    ['both', () => ({ prayer_request_id: id, update_id: id })],
    ['neither', () => ({})],
  ])('refuse %s targets at once', async (_, target) => {
    expect((await app.ask('reactions.create', { ...target(), type: 'amen' }, { as: tomas })).status).toBe(400)
  })

  it('know five kinds', async () => {
    expect((await react('angry')).status).toBe(400)
  })

  it('are counted rightly when one person reacts 100 times at once and many do', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => react('amen')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect((await read(tomas)).reactions.amen).toBe(1)
    const crowd = await app.createMembers(100)
    expect(new Set((await Promise.all(crowd.map((as) => react('amen', as)))).map(({ status }) => status))).toEqual(
      new Set([200]),
    )
    expect((await read(tomas)).reactions.amen).toBe(101)
  })

  it('tell the author how many gave thanks for an answer, after a while, and nothing else', async () => {
    const thanked = async () => {
      const { data } = await app.ask('notifications.list', {}, { as: await app.signIn('hannah') })
      return data.items.filter(({ kind, prayer_request_id }) => kind === 'thanked' && prayer_request_id === id)
    }
    // Another word, the author's own thanks, and thanks while nothing is answered: of none is told.
    await react('thanks', grace)
    await react('praise')
    await app.ask('updates.create', { id, content: 'He is at home.', status: 'answered' }, { as: hannah })
    await react('thanks', hannah)
    app.advance(16 * 60_000)
    await app.runJobs()
    expect(await thanked()).toEqual([])
    await react('thanks', await app.signIn('tomas'))
    expect(await thanked()).toEqual([])
    app.advance(16 * 60_000)
    await app.runJobs()
    expect(await thanked()).toMatchObject([{ people: 2 }])
  })
})
