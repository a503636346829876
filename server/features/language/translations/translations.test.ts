import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { NewPrayer } from '../../../../contract/prayers.ts'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { makeGroup, makePrayer, makeUpdate } from '../../../test/make.ts'
import { respondAsGoogle, respondJson, sharedStubService, startStubService } from '../../../test/stand-in.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'

describe('translations', () => {
  const service = sharedStubService(respondAsGoogle)
  const app = sharedTestApp(() => ({
    environment: { TRANSLATE_URL: `${service.url}/language/translate/v2`, TRANSLATE_KEY: 'k-1' },
  }))
  let hannah: string
  let tomas: string
  let author: string
  let host: string

  beforeAll(async () => {
    host = new URL(service.url).host
    author = await app.person('hannah')
    hannah = await app.signIn('hannah')
    tomas = await app.signIn('tomas')
    await app.ask('preferences.write', { id: await app.person('tomas'), translation_consent: host }, { as: tomas })
  })
  beforeEach(async () => {
    // The clock has advanced, and tokens last for ten minutes.
    hannah = await app.signIn('hannah')
    tomas = await app.signIn('tomas')
    service.asked.length = 0
    service.behave(respondAsGoogle)
  })

  const make = (part: Partial<NewPrayer> = {}) => makePrayer(app.ctx, author, { language: 'en', ...part })
  const translate = (input: Record<string, unknown>, as: string | null = tomas) =>
    app.ask('translations.create', { target: 'es', ...input }, { as: as ?? undefined })
  const kept = () => app.ctx.db.selectFrom('translations').selectAll().execute()

  it('give a request in the language of its reader, asked for once', async () => {
    const prayer_request_id = await make({ title: 'For my father', is_anonymous: true })
    const { status, data } = await translate({ prayer_request_id })
    expect(status).toBe(200)
    expect(data).toMatchObject({ title: '[es] For my father', language: 'es', is_translated: true, has_failed: false })
    expect(data.content).toMatch(/^\[es\] Please pray for my father/)
    expect(Object.keys(data).toSorted()).toEqual(['content', 'has_failed', 'is_translated', 'language', 'title'])
    expect((await translate({ prayer_request_id, consent: host }, null)).data).toEqual(data)
    expect(service.asked).toHaveLength(1)
    // The request contains nothing about the author or the reader.
    expect(Object.keys(service.asked[0]?.body ?? {}).toSorted()).toEqual(['format', 'q', 'source', 'target'])
    await translate({ prayer_request_id, target: 'fr' })
    expect(service.asked).toHaveLength(2)
  })

  it('give an update', async () => {
    const prayer_request_id = await make()
    const update_id = await makeUpdate(app.ctx, author, prayer_request_id)
    expect((await translate({ update_id })).data).toMatchObject({
      title: null,
      content: '[es] He is at home again.',
      is_translated: true,
    })
  })

  it('are made anew when the language of the words is corrected', async () => {
    const prayer_request_id = await make({ language: 'es' })
    await translate({ prayer_request_id, target: 'fr' })
    await app.ask('prayers.edit', { id: prayer_request_id, language: 'pt' }, { as: hannah })
    await translate({ prayer_request_id, target: 'fr' })
    expect(service.asked.map(({ body }) => body)).toMatchObject([{ source: 'es' }, { source: 'pt' }])
  })

  it('are skipped when the words are in that language', async () => {
    const prayer_request_id = await make()
    const { data } = await translate({ prayer_request_id, target: 'en' })
    expect(data).toMatchObject({ language: 'en', is_translated: false, has_failed: false })
    expect(data.content).toMatch(/^Please pray/)
    expect(service.asked).toEqual([])
  })

  it('wait until the reader has agreed to this service', async () => {
    const prayer_request_id = await make()
    const refused = await translate({ prayer_request_id }, hannah)
    expect([refused.status, refused.problem.code]).toEqual([403, 'translations.consent_needed'])
    // A member's consent is stored: passing it with the call is not enough.
    expect((await translate({ prayer_request_id, consent: host }, hannah)).status).toBe(403)
    expect((await translate({ prayer_request_id }, null)).problem.code).toBe('translations.consent_needed')
    expect((await translate({ prayer_request_id, consent: 'another.example' }, null)).status).toBe(403)
    const consent = { id: author, translation_consent: 'another.example' }
    await app.ask('preferences.write', consent, { as: hannah })
    expect((await translate({ prayer_request_id }, hannah)).status).toBe(403)
    expect(service.asked).toEqual([])
    await app.ask('preferences.write', { ...consent, translation_consent: host }, { as: hannah })
    expect((await translate({ prayer_request_id }, hannah)).data.is_translated).toBe(true)
  })

  it.each<[string, Partial<NewPrayer>]>([
    ['about somebody at risk', { is_guarded: true }],
    ['for members', { visibility: 'members' }],
    ['for the team', { visibility: 'team' }],
    ['for its author alone', { visibility: 'private' }],
    ['of a group', { visibility: 'group' }],
  ])('never take a request %s out of the site', async (_, part) => {
    const consent = { id: author, translation_consent: host }
    await app.ask('preferences.write', consent, { as: hannah })
    const group_id = part.visibility === 'group' ? await makeGroup(app.ctx, [author]) : null
    const prayer_request_id = await make({ ...part, group_id })
    const update_id = await makeUpdate(app.ctx, author, prayer_request_id)
    for (const input of [{ prayer_request_id }, { update_id }]) {
      const { status, problem } = await translate(input, hannah)
      expect([status, problem.code]).toEqual([403, 'translations.stays_here'])
    }
    expect(service.asked).toEqual([])
  })

  it('never take one out that waits for a moderator', async () => {
    const prayer_request_id = await make()
    await app.ctx.db.updateTable('prayers').set({ publication: 'held' }).where('id', '=', prayer_request_id).execute()
    expect((await translate({ prayer_request_id }, hannah)).problem.code).toBe('translations.stays_here')
    expect((await translate({ prayer_request_id })).problem.code).toBe('prayers.not_found')
    expect(service.asked).toEqual([])
  })

  it.each([[{}], [{ prayer_request_id: MISSING, update_id: MISSING }], [{ text: 'Send this', target: 'es' }]])(
    'refuse %o: a client names a text and sends none',
    async (input) => {
      expect((await translate(input)).status).toBe(400)
    },
  )

  it('give the original when the service fails', async () => {
    const prayer_request_id = await make({ title: 'For rain' })
    service.behave(respondJson({}, 500))
    const { status, data } = await translate({ prayer_request_id })
    expect(status).toBe(200)
    expect(data).toMatchObject({ title: 'For rain', language: 'en', is_translated: false, has_failed: true })
    // A service that failed is called again after a minute.
    app.advance(61_000)
    service.behave(respondAsGoogle)
    expect((await translate({ prayer_request_id })).data.is_translated).toBe(true)
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['is changed', (id) => app.ask('prayers.edit', { id, content: 'Please pray for rain.' }, { as: hannah })],
    ['is closed', (id) => app.ask('prayers.edit', { id, visibility: 'members' }, { as: hannah })],
    ['is guarded', (id) => app.ask('prayers.edit', { id, is_guarded: true }, { as: hannah })],
    ['is deleted', (id) => app.ask('prayers.delete', { id }, { as: hannah })],
  ])('are forgotten when the request %s, with those of its updates', async (_, act) => {
    await app.ctx.db.deleteFrom('translations').execute()
    const prayer_request_id = await make()
    await translate({ prayer_request_id })
    await translate({ update_id: await makeUpdate(app.ctx, author, prayer_request_id) })
    expect(await kept()).toHaveLength(2)
    await act(prayer_request_id)
    expect(await kept()).toEqual([])
  })

  it('of an update go with it', async () => {
    await app.ctx.db.deleteFrom('translations').execute()
    const id = await make()
    const updateId = await makeUpdate(app.ctx, author, id)
    await translate({ update_id: updateId })
    expect(await kept()).toHaveLength(1)
    await app.ask('updates.edit', { id, updateId, content: 'He is worse.' }, { as: hannah })
    expect(await kept()).toEqual([])
  })

  it('of words that are changed while the service is asked are not kept', async () => {
    await app.ctx.db.deleteFrom('translations').execute()
    const id = await make()
    let changed: Promise<unknown> = Promise.resolve()
    service.behave((response, body) => {
      changed = app
        .ask('prayers.edit', { id, content: 'Please pray for rain.' }, { as: hannah })
        .then(() => respondAsGoogle(response, body))
    })
    await translate({ prayer_request_id: id })
    await changed
    expect(await kept()).toEqual([])
  })

  it('are forgotten after a month', async () => {
    await app.ctx.db.deleteFrom('translations').execute()
    await translate({ prayer_request_id: await make() })
    app.advance(29 * DAY_MS)
    await app.ctx.addJob('translations.forget_old', {})
    await app.runJobs()
    expect(await kept()).toHaveLength(1)
    app.advance(2 * DAY_MS)
    await app.ctx.addJob('translations.forget_old', {})
    await app.runJobs()
    expect(await kept()).toEqual([])
  })
})

it('are limited for each address, and not there without a service', async () => {
  const service = await startStubService(respondAsGoogle)
  onTestFinished(() => service.stop())
  const app = await newTestApp({ limit_scale: 1, environment: { TRANSLATE_URL: service.url } })
  const author = await app.person('hannah')
  const consent = new URL(service.url).host
  for (let count = 0; count < 30; count += 1) {
    const prayer_request_id = await makePrayer(app.ctx, author)
    expect((await app.ask('translations.create', { prayer_request_id, target: 'es', consent })).status).toBe(200)
  }
  const prayer_request_id = await makePrayer(app.ctx, author)
  const late = await app.ask('translations.create', { prayer_request_id, target: 'es', consent })
  expect(late.status).toBe(429)
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)

  const bare = await newTestApp()
  const id = await makePrayer(bare.ctx, await bare.person('hannah'))
  const { problem } = await bare.ask('translations.create', { prayer_request_id: id, target: 'es' })
  expect(problem.code).toBe('translations.unavailable')
})

it.each([
  ['off', "connect-src 'self';"],
  ['on', "connect-src 'self' https://translate.example.org;"],
])('a page has the key of the service, and may call it, only where that is switched on: %s', async (is_on, policy) => {
  const environment = {
    TRANSLATE_URL: 'https://translate.example.org',
    TRANSLATE_KEY: 'key-of-the-operator',
    BROWSER_SERVICES: is_on,
  }
  const app = await newTestApp({ without_pages: false, environment })
  const id = await makePrayer(app.ctx, await app.person('hannah'), { language: 'es' })
  const answer = await fetch(`${app.url}/prayers/${id}`)
  expect(answer.status).toBe(200)
  expect((await answer.text()).includes('key-of-the-operator')).toBe(is_on === 'on')
  expect(answer.headers.get('content-security-policy')).toContain(policy)
  expect(answer.headers.get('permissions-policy')).toContain('microphone=(self)')
})
