import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MINUTE_MS } from '../../../../contract/time.values.ts'
import { makeGroup, makePrayer, setPrayers } from '../../../test/make.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { type Responder, respondJson, respondWith, sharedStubService } from '../../../test/stand-in.ts'
import { classificationJobs } from './classifications.jobs.ts'

const ILL = 'My mother has cancer and begins chemotherapy'
const right = { success: true, results: [{ categories: [{ name: 'Family', score: 0.8 }, { name: 'Nonsense' }] }] }
const html = respondWith('<html>', { 'content-type': 'text/html' })

describe('sorting by a service elsewhere', () => {
  const service = sharedStubService(respondJson(right))
  const app = sharedTestApp(() => ({ environment: { CLASSIFIER_URL: service.url } }))
  let ruth: string
  let peter: string
  const answer = (value: unknown, status = 200) => service.behave(respondJson(value, status))

  beforeEach(async () => {
    answer(right)
    // Ends the pause after failures of the previous test.
    app.advance(60_000)
    ;[ruth, peter] = await Promise.all([app.signIn('ruth'), app.signIn('peter')])
    await app.ctx.remoteClassifier?.classify('x')
    service.asked.length = 0
  })

  const share = async (part: object = {}, publication: 'published' | 'held' = 'published') => {
    const id = await makePrayer(app.ctx, await app.person('hannah'), { content: ILL, ...part })
    const held = { publication, held_reason: 'links' as const, held_at: app.ctx.clock().toISOString() }
    if (publication === 'held') await app.ctx.db.updateTable('prayers').set(held).where('id', '=', id).execute()
    await app.ctx.addJob('prayers.classify', { id })
    await app.runJobs()
    return id
  }
  const names = async (id: string) => {
    const { data } = await app.ask('prayers.one', { id }, { as: await app.signIn('hannah') })
    return data.categories.map(({ name, is_machine_generated, confidence }) => [name, is_machine_generated, confidence])
  }

  it('is what the self-check tries', async () => {
    const run = async () => (await app.ask('checks.run', { name: 'classifier' }, { as: peter })).data
    expect(await run()).toMatchObject({ outcome: 'recognised', is_well: true })
    answer({ success: true, results: [{ categories: [{ name: 'Nonsense' }] }] })
    expect(await run()).toMatchObject({ outcome: 'unrecognised', is_well: false })
    answer('<html>', 500)
    expect(await run()).toMatchObject({ outcome: 'failed', is_well: false })
  })

  it('puts a request where the service says, and says which one is active', async () => {
    expect(await names(await share())).toEqual([['Family', true, 0.8]])
    const { data } = await app.ask('models.models', {}, { as: peter })
    expect(data.active_model).toBe('remote')
    expect(data.models.filter(({ is_active }) => is_active)).toMatchObject([{ id: 'remote', is_available: true }])
  })

  it('gives a request only what the service is sure of, wherever it names that', async () => {
    const scores = (...all: number[]) => ({
      success: true,
      results: [{ categories: ['Work', 'Family', 'Health', 'Faith'].map((name, at) => ({ name, score: all[at] })) }],
    })
    answer(scores(0.1, 0.49, 0.2, 0.9))
    const id = await share()
    expect(await names(id)).toEqual([['Faith', true, 0.9]])
    const open = await app.ask('models.classify', { text: ILL })
    expect(open.data.predictions).toEqual([{ name: 'Faith', score: 0.9 }])
    answer(scores(0.1, 0.49, 0.2, 0.3))
    const sorted = await app.ask('classifications.recategorize', { id }, { as: ruth })
    expect(sorted.data.results).toEqual([{ prayer_request_id: id, categories: [], changed: false }])
    expect((await app.ask('models.classify', { text: ILL })).data.predictions).toEqual([])
  })

  it('sends only what everybody may read, and nothing that is still being written', async () => {
    const group_id = await makeGroup(app.ctx, [await app.person('hannah')])
    for (const part of [
      { visibility: 'private' },
      { visibility: 'members' },
      { visibility: 'team' },
      { visibility: 'group', group_id },
      { is_guarded: true },
    ]) {
      expect(await names(await share(part))).toMatchObject([['Health', true, expect.any(Number)]])
    }
    expect(await names(await share({}, 'held'))).toMatchObject([['Health', true, expect.any(Number)]])
    const suggested = await app.ask('models.suggest', { text: ILL }, { as: ruth })
    expect(suggested.data.categories).toMatchObject([{ name: 'Health' }])
    expect(service.asked).toEqual([])
  })

  it('sends a request once everybody may read it', async () => {
    const held = await share({}, 'held')
    const quiet = await share({ visibility: 'members' })
    expect(service.asked).toEqual([])
    expect((await app.ask('review.publish', { id: held }, { as: ruth })).status).toBe(200)
    await app.ask('prayers.edit', { id: quiet, visibility: 'public' }, { as: await app.signIn('hannah') })
    await app.runJobs()
    expect(service.asked).toHaveLength(2)
    expect([await names(held), await names(quiet)]).toEqual([[['Family', true, 0.8]], [['Family', true, 0.8]]])
  })

  it('sorts by the built-in model while the service fails, and by the service when it is back', async () => {
    answer({}, 500)
    const id = await share()
    expect(await names(id)).toMatchObject([['Health', true, expect.any(Number)]])
    answer(right)
    app.advance(120_000)
    await app.runJobs()
    expect(await names(id)).toEqual([['Family', true, 0.8]])
  })

  it.each<[string, number, string, Responder]>([
    ['HTML', 502, 'Server returned HTML instead of JSON response', html],
    [
      'an error',
      502,
      'Server error: 503 Service Unavailable',
      (response) => response.writeHead(503).end('the secret of the service'),
    ],
    ['cut JSON', 502, 'Invalid response from classification service', respondWith('{"succ')],
    ['another form', 502, 'Invalid classification response format', respondJson({ success: true, results: [] })],
    ['that it failed', 502, 'Failed to recategorize prayer', respondJson({ success: false })],
    [
      'nothing, and hangs up',
      503,
      'Could not connect to the classification server. Please check if the server is running.',
      (response) => response.destroy(),
    ],
  ])('tells a moderator when it answers %s', async (_, status, sentence, behaviour) => {
    const id = await share()
    service.behave(behaviour)
    const { problem, text } = await app.ask('classifications.recategorize', { id }, { as: ruth })
    expect(problem).toMatchObject({ status, detail: sentence })
    expect(text).not.toContain('secret')
    expect(await names(id)).toEqual([['Family', true, 0.8]])
  })

  it('tells an administrator of many, with the first words of the answer', async () => {
    const ids = [await share(), await share()]
    service.behave(respondWith('no model '.repeat(100), { 'content-type': 'text/plain' }, 500))
    const failed = await app.ask('classifications.recategorize_many', { ids }, { as: peter })
    expect(failed.problem.detail).toMatch(/^Server returned 500 Internal Server Error: no model/)
    expect(failed.problem.detail.length).toBeLessThan(260)
    answer({})
    expect((await app.ask('classifications.recategorize_many', { ids }, { as: peter })).problem.detail).toBe(
      'Failed to recategorize prayers',
    )
  })

  it('sorts the others of many when one is changed meanwhile, and names those that are sorted', async () => {
    const ids = [await share(), await share()]
    // Whichever is asked about first.
    let changes = 0
    service.behave((response, body) => {
      changes += 1
      const write = setPrayers(app.ctx, { content: `For my new job, ${changes}` }, ids[0] ?? '')
      void write.then(() => respondJson(right)(response, body))
    })
    const { data } = await app.ask('classifications.recategorize_many', { ids }, { as: peter })
    expect(data.results.map(({ prayer_request_id }) => prayer_request_id)).toEqual([ids[1]])
  })

  it('says so when only the storing failed', async () => {
    const id = await share()
    answer({ success: true, results: [{ categories: ['Work'] }] })
    const { db } = app.ctx
    await db.schema.alterTable('classifications').renameColumn('scores', 'scores_away').execute()
    const { problem } = await app.ask('classifications.recategorize', { id }, { as: ruth })
    await db.schema.alterTable('classifications').renameColumn('scores_away', 'scores').execute()
    expect(problem.detail).toBe('Classification succeeded but database update failed')
    expect(await names(id)).toEqual([['Family', true, 0.8]])
  })

  it('never puts what was said of an old text on a new one', async () => {
    const id = await share()
    const work = respondJson({ success: true, results: [{ categories: ['Work'] }] })
    service.behave((response, body) => {
      void setPrayers(app.ctx, { content: 'Another text altogether' }, id).then(() => work(response, body))
    })
    const { problem } = await app.ask('classifications.recategorize', { id }, { as: ruth })
    expect(problem.detail).toBe('Prayer not found in database')
    expect(await names(id)).toEqual([['Family', true, 0.8]])
  })

  it('walks through all, and answers the open call, by the built-in model when the service fails', async () => {
    await share()
    const { data } = await app.ask('classifications.recategorize_many', {}, { as: peter })
    await app.runJobs()
    const { job } = (await app.ask('classifications.progress', {}, { as: peter })).data
    expect(job).toMatchObject({ id: data.job?.id, status: 'done' })
    const open = async (model?: string) => (await app.ask('models.classify', { text: ILL, model })).data
    expect(await open()).toEqual({
      success: true,
      model: 'remote',
      results: [{ categories: [{ name: 'Family', score: 0.8 }] }],
      predictions: [{ name: 'Family', score: 0.8 }],
    })
    expect(await open('built-in')).toMatchObject({ model: 'built-in', predictions: [{ name: 'Health' }] })
    answer({}, 500)
    expect(await open('built-in')).not.toHaveProperty('error')
    expect(await open()).toMatchObject({
      success: true,
      model: 'built-in',
      error: 'Server error: 500 Internal Server Error',
      predictions: [{ name: 'Health' }],
    })
    service.behave(html)
    expect((await open()).error).toBe('Server returned HTML instead of JSON response')
    service.behave((response) => response.destroy())
    expect((await open()).error).toBe(
      'Could not connect to the classification server. Please check if the server is running.',
    )
  })

  it('looks at the others again when it fails on whichever is asked about first', async () => {
    const ids = [await share({ content: 'For my son' }), await share({ content: 'For my daughter' })]
    const { db } = app.ctx
    const changed = db.updateTable('classifications').set({ model_id: 'older' })
    await changed.where('prayer_request_id', 'in', ids).execute()
    const countOutdated = async () =>
      (await db.selectFrom('classifications').select('model_id').where('model_id', '=', 'older').execute()).length
    service.asked.length = 0
    service.behave((response, body) => {
      if (service.asked.at(-1)?.body['text'] === service.asked[0]?.body['text']) response.writeHead(500).end()
      else respondJson(right)(response, body)
    })
    await app.ctx.addJob('classifications.judge', {})
    await app.runJobs()
    expect(await countOutdated()).toBe(1)
    answer(right)
    app.advance(120_000)
    await app.runJobs()
    expect(await countOutdated()).toBe(0)
  })

  it('looks at others again for a minute at a time: what is shared meanwhile waits for it', async () => {
    const ids = [await share({ content: 'For my aunt' }), await share({ content: 'For my uncle' })]
    const changed = app.ctx.db.updateTable('classifications').set({ model_id: 'older' })
    await changed.where('prayer_request_id', 'in', ids).execute()
    service.asked.length = 0
    const read = performance.now.bind(performance)
    let later_ms = 0
    const watch = vi.spyOn(performance, 'now').mockImplementation(() => read() + later_ms)
    onTestFinished(() => watch.mockRestore())
    service.behave((response, body) => {
      later_ms += 2 * MINUTE_MS
      respondJson(right)(response, body)
    })
    const job = { is_last: false, finish: () => Promise.resolve() }
    await classificationJobs(app.ctx)['classifications.judge']({}, job)
    expect(service.asked).toHaveLength(1)
  })

  it('walks on past a text on which it fails in every try', async () => {
    await share({ content: 'One that it never sorts' })
    service.behave((response, body) => {
      if (body.includes('never sorts')) response.writeHead(500).end()
      else respondJson(right)(response, body)
    })
    await app.ask('classifications.recategorize_many', {}, { as: peter })
    for (let tries = 0; tries < 6; tries += 1) {
      await app.runJobs()
      app.advance(10 * 60_000)
    }
    const { job } = (await app.ask('classifications.progress', {}, { as: await app.signIn('peter') })).data
    expect(job).toMatchObject({ status: 'done', done: job?.total })
  })

  it('says while it rests how it failed, to all who ask', async () => {
    const id = await share()
    service.behave((response) =>
      response.writeHead(500, 'my dear John', { 'content-type': 'text/plain' }).end('my dear John'),
    )
    const recategorize = () => app.ask('classifications.recategorize', { id }, { as: ruth })
    for (let count = 0; count < 5; count += 1) await recategorize()
    answer(right)
    service.asked.length = 0
    const sentence = 'Server error: 500 Internal Server Error'
    expect((await recategorize()).problem).toMatchObject({ status: 502, detail: sentence })
    const many = await app.ask('classifications.recategorize_many', { ids: [id] }, { as: peter })
    expect(many.problem.detail).toBe('Server returned 500 Internal Server Error: …')
    const open = await app.ask('models.classify', { text: ILL })
    expect(open.data).toMatchObject({ model: 'built-in', error: sentence })
    const listed = await app.ask('models.models', {}, { as: peter })
    expect(listed.data.models.find((one) => one.id === 'remote')).toMatchObject({
      is_available: false,
      problem: sentence,
    })
    expect([many.text, open.text, listed.text].join('')).not.toContain('John')
    expect(service.asked).toEqual([])
    app.advance(60_000)
    const [now] = (await app.ask('models.models', {}, { as: await app.signIn('peter') })).data.models.slice(-1)
    expect(now).toMatchObject({ id: 'remote', is_available: true, problem: null })
  })
})
