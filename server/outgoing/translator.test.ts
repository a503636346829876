import { beforeEach, describe, expect, it } from 'vitest'
import { respondAsGoogle, respondJson, misbehaviours, sharedStubService } from '../test/stand-in.ts'
import { RemoteError } from './service.ts'
import { Translator } from './translator.ts'

const clock = () => new Date(1_800_000_000_000)
const texts = ['My father is ill.', 'For my father']

describe('translation', () => {
  const service = sharedStubService(respondAsGoogle)
  beforeEach(() => {
    service.asked.length = 0
    service.behave(respondAsGoogle)
  })

  const google = (key: string | undefined = 'k-1', time_out?: number) =>
    new Translator({
      provider: 'google',
      url: `${service.url}/language/translate/v2`,
      key,
      clock,
      ...(time_out !== undefined && { time_out }),
    })
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
    ['too few', { data: { translations: [{ translatedText: 'one' }] } }],
    ['an empty one', { data: { translations: [{ translatedText: 'one' }, { translatedText: ' ' }] } }],
  ])('gives as many texts as it took: %s', async (_, answer) => {
    service.behave(respondJson(answer))
    await expect(google().translate(texts, { source: 'en', target: 'es' })).rejects.toMatchObject({
      failure: 'invalid_format',
    })
  })

  it.each(misbehaviours)('from a service that answers %s is %s', async (_, failure, behaviour) => {
    service.behave(behaviour)
    const error: unknown = await google('k', failure === 'timed_out' ? 150 : undefined)
      .translate(texts, { source: 'en', target: 'es' })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(RemoteError)
    expect(error).toMatchObject({ failure })
    expect(service.asked).toHaveLength(1)
  })

  it('leaves a service alone that failed five times', async () => {
    service.behave(respondJson({}, 500))
    const translator = google()
    for (let count = 0; count < 6; count += 1)
      await translator.translate(texts, { source: 'en', target: 'es' }).catch(() => {})
    expect(service.asked).toHaveLength(5)
  })
})
