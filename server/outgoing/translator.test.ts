import { beforeEach, describe, expect, it } from 'vitest'
import { respondAsGoogle, respondJson, sharedStubService } from '../test/stand-in.ts'
import { Translator } from './translator.ts'

const clock = () => new Date(1_800_000_000_000)
const texts = ['My father is ill.', 'For my father']

describe('translation', () => {
  const service = sharedStubService(respondAsGoogle)
  beforeEach(() => {
    service.asked.length = 0
    service.behave(respondAsGoogle)
  })

  const google = () =>
    new Translator({ provider: 'google', url: `${service.url}/language/translate/v2`, key: 'k-1', clock })
  const libre = (key?: string) => new Translator({ provider: 'libretranslate', url: service.url, key, clock })

  it('by Google is asked as its second version is', async () => {
    expect(await google().translate(texts, { source: 'en', target: 'es' })).toEqual([
      '[es] My father is ill.',
      '[es] For my father',
    ])
    const [{ url, headers, body } = { url: '', headers: {}, body: {} }] = service.asked
    expect(url).toBe('/language/translate/v2')
    expect(headers).toMatchObject({ 'x-goog-api-key': 'k-1', 'content-type': 'application/json' })
    expect(headers).not.toHaveProperty('cookie')
    expect(body).toEqual({ q: texts, source: 'en', target: 'es', format: 'text' })
  })

  it('by Google finds out the language when nobody knows it, and may need no key', async () => {
    await new Translator({ provider: 'google', url: service.url, key: undefined, clock }).translate(['Hi'], {
      source: null,
      target: 'fr',
    })
    expect(service.asked[0]?.body).toEqual({ q: ['Hi'], target: 'fr', format: 'text' })
    expect(service.asked[0]?.headers).not.toHaveProperty('x-goog-api-key')
  })

  it.each([
    ['with a key', 'secret', { api_key: 'secret' }],
    ['without one', undefined, {}],
  ])('by LibreTranslate is asked as it is, %s', async (_, key, more) => {
    service.behave(respondJson({ translatedText: ['Mi padre está enfermo.', 'Por mi padre'], detectedLanguage: [] }))
    expect(await libre(key).translate(texts, { source: 'en', target: 'es' })).toEqual([
      'Mi padre está enfermo.',
      'Por mi padre',
    ])
    expect(service.asked).toMatchObject([{ url: '/translate' }])
    expect(service.asked[0]?.body).toEqual({ q: texts, source: 'en', target: 'es', format: 'text', ...more })
  })

  it('by LibreTranslate finds out the language when nobody knows it', async () => {
    service.behave(respondJson({ translatedText: ['Hola'] }))
    await libre().translate(['Hi'], { source: null, target: 'es' })
    expect(service.asked[0]?.body).toMatchObject({ source: 'auto' })
  })

  it.each([
    ['another form', { data: 7, translatedText: 7 }],
    ['too few', { data: { translations: [{ translatedText: 'one' }] } }],
    ['an empty one', { data: { translations: [{ translatedText: 'one' }, { translatedText: ' ' }] } }],
  ])('gives as many texts as it took: %s', async (_, answer) => {
    service.behave(respondJson(answer))
    await expect(google().translate(texts, { source: 'en', target: 'es' })).rejects.toMatchObject({
      failure: 'invalid_format',
    })
  })
})
