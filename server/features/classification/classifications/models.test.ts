import { describe, expect, it } from 'vitest'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { suggest } from './models.rules.ts'

const TEXT = 'My father is in hospital and has surgery tomorrow. Please pray for his healing. canary-classify'

describe('classifying for others', () => {
  const app = sharedTestApp({ limit_scale: 1 })

  it('answers pages of any origin, without credentials, and limits each address', async () => {
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    const { status, data, headers: answered } = await app.ask('models.classify', { text: TEXT, _t: 1 }, { headers })
    expect(status).toBe(200)
    expect(data.success).toBe(true)
    expect(data.results[0]?.categories[0]?.name).toBe('Health')
    expect(data.predictions).toEqual(data.results[0]?.categories)
    expect(data.model).toBe('built-in')
    expect(data).not.toHaveProperty('error')
    expect(answered.get('access-control-allow-origin')).toBe('*')
    expect(answered.get('access-control-allow-credentials')).toBe(null)
    const elsewhere = await app.ask('sessions.sign_in', { email: 'a@example.org', password: 'x' }, { headers })
    expect(elsewhere.problem.code).toBe('request.cross_site')
    const preflight = await app.fetch('/api/classify', {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')

    expect((await app.ask('models.classify', { text: '  ' })).problem.detail).toBe('Prayer has no content to classify')
    expect((await app.ask('models.classify', { text: 'a'.repeat(5001) })).status).toBe(400)
    for (let count = 2; count < 10; count += 1) await app.ask('models.classify', { text: TEXT })
    const late = await app.ask('models.classify', { text: TEXT })
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    // The limit per IP address does not affect signed-in authors behind it.
    const as = await app.signIn('hannah')
    const own = await app.ask('models.suggest', { text: TEXT }, { as })
    expect(own.data).toMatchObject({ categories: [{ name: 'Health' }], language: 'en' })
  })

  it.each([
    ['Please pray for rain.', false],
    ['I am so tired of everything. I do not know whether I want to go on.', true],
    ['I am going to end it tonight.', true],
  ])('says while somebody writes whether to show where help is: %s', async (text, offers_help) => {
    const { data } = await app.ask('models.suggest', { text }, { as: await app.signIn('hannah') })
    expect(data.offers_help).toBe(offers_help)
  })

  it('tells administrators which models there are', async () => {
    const { data } = await app.ask('models.models', {}, { as: await app.signIn('peter') })
    expect(data).toMatchObject({ default_model: 'instructor-large', active_model: 'built-in' })
    expect(data.models.filter(({ is_active }) => is_active).map(({ id }) => id)).toEqual(['built-in'])
    expect(data.models).toMatchObject([
      { id: 'built-in', is_available: true, problem: null },
      {
        id: 'instructor-large',
        is_available: false,
        problem: 'No folder with this model is set. MODEL_DIR names one.',
      },
    ])
  })

  it('speaks the site’s own names, and finds a category without a key by what is said of it', () => {
    const known = [
      { id: '1', key: 'health', name: 'Sickness', description: '' },
      { id: '2', key: null, name: 'Sundays', description: 'The church and its work' },
      { id: '3', key: null, name: 'Pets', description: 'Animals' },
    ]
    const said = ['health', 'church', 'money', 'health'].map((name) => ({ name, score: 0.5 }))
    expect(suggest(said, known).map(({ name }) => name)).toEqual(['Sickness', 'Sundays'])
    expect(suggest([{ name: 'health', score: 0.49 }], known)).toEqual([])
  })
})
