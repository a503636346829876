import { beforeEach, describe, expect, it } from 'vitest'
import { openingQuestions, openingSteps } from '../../../../contract/settings.values.ts'
import { eachTestApp } from '../../../test/shared-app.ts'
import { issueSetUpSecret } from '../../identity/sessions/sessions.commands.ts'

const password = 'a quiet river in the morning'

describe('the opening of a site', () => {
  const app = eachTestApp({ environment: { PUBLIC_URL: 'https://pray.example', BACKUPS: 'on' } })
  let as: string
  const today = async () => (await app.ask('desk.today', {}, { as })).data
  const done = async (): Promise<string[]> =>
    (await today()).opening?.tasks.flatMap(({ name, is_done }) => (is_done ? [name] : [])) ?? ['closed']
  beforeEach(async () => {
    const token = await issueSetUpSecret(app.ctx)
    as = (await app.ask('sessions.set_up', { token, email: 'ruth@parish.example', password })).data.token
  })

  it('begins with the first administrator, with every question and task open', async () => {
    const { opening, has_people } = await today()
    expect(opening?.questions).toEqual(openingQuestions)
    expect(await done()).toEqual([])
    expect(has_people).toBe(false)
  })

  it('sees what was done, whoever did it', async () => {
    await app.ask(
      'invitations.create_list',
      {
        list_id: '019a0000-0000-7000-8000-000000000001',
        people: [{ email: 'anna@parish.example' }],
        language: 'en',
        role: 'member',
      },
      { as },
    )
    expect(await done()).toEqual(['invite'])
    const imprint = await app.ctx.db
      .selectFrom('content')
      .selectAll()
      .where('slug', '=', 'imprint')
      .where('language', '=', 'en')
      .executeTakeFirstOrThrow()
    await app.ask(
      'content.update',
      { id: imprint.id, content: 'St Joseph’s, Ballymore', updated_at: imprint.updated_at },
      { as },
    )
    expect(await done()).toEqual(['invite', 'imprint'])
    await app.ask(
      'content.create',
      { title: 'Welcome', content: 'We begin today.', content_type: 'notification' },
      { as },
    )
    expect(await done()).toEqual(['invite', 'imprint', 'announcement'])
  })

  it('counts as people who was let in, not who asks to join', async () => {
    await app.ask('settings.write', { name: 'sign_up_mode', value: 'approval' }, { as })
    await app.ask('sessions.sign_up', { email: 'anna@parish.example', password })
    const { joining, has_people } = await today()
    expect(joining?.count).toBe(1)
    expect(has_people).toBe(false)
    expect(await done()).toEqual([])
    await app.ask('invitations.approve', { id: joining?.people[0]?.id ?? '' }, { as })
    expect((await today()).has_people).toBe(true)
    expect(await done()).toEqual(['invite'])
  })

  it('keeps what was answered or put off, until it is taken up again', async () => {
    const mark = async (step: string, is_done = true) =>
      (await app.ask('desk.mark_step', { step, is_done }, { as })).data.opening
    expect((await mark('name'))?.questions).toEqual(['address', 'join', 'mail', 'look'])
    await mark('poster')
    await mark('poster')
    expect(await done()).toEqual(['poster'])
    await mark('poster', false)
    expect(await done()).toEqual([])
    // The record does not say which questions were answered.
    expect((await app.ask('audit.list', {}, { as })).data.items).toEqual([])
  })

  it('is over when everything is done, or its list was put away', async () => {
    for (const step of openingSteps.filter((one) => one !== 'list')) {
      await app.ask('desk.mark_step', { step, is_done: true }, { as })
    }
    expect((await today()).opening).toBeNull()
    await app.ask('desk.mark_step', { step: 'look', is_done: false }, { as })
    expect((await today()).opening?.questions).toEqual(['look'])
    await app.ask('desk.mark_step', { step: 'list', is_done: true }, { as })
    expect((await today()).opening).toBeNull()
  })
})
