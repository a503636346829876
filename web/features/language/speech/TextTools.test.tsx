import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Prayer } from '../../../../contract/prayers.ts'
import type { Services } from '../../../../contract/render.ts'
import { hannah, json, makePrayer, storeToken, problem, renderPage, mockServer, signedIn } from '../../../test.tsx'
import CardMenu from '../../community/prayers/CardMenu.tsx'
import { TextTools } from './TextTools.tsx'

const service = 'translate.example.org'
const services: Services = { translation: { service }, speech: null }
const spanish = makePrayer({ language: 'es', content: 'Oren por mi padre.\n\nEstá enfermo.', title: 'Mi padre' })
const translated = {
  title: 'My father',
  content: 'Pray for my father.\n\nHe is ill.',
  language: 'en',
  is_translated: true,
  has_failed: false,
}
const show = async (part: Partial<Prayer> = {}, siteOverrides: Services = services) =>
  await renderPage(<TextTools prayer={{ ...spanish, ...part }} />, '/', { services: siteOverrides })

describe('a translation', () => {
  it('is asked for once the visitor agreed to the service by its name, and hidden again', async () => {
    const create = vi.fn(() => json(translated))
    mockServer({ 'POST /api/translations': create })
    const { screen } = await show()
    await screen.getByRole('button', { name: 'Translate' }).click()
    await expect.element(screen.getByText(/send only the text to translate.example.org/)).toBeVisible()
    expect(create).not.toHaveBeenCalled()
    await screen.getByRole('button', { name: 'Agree and translate' }).click()
    await expect.element(screen.getByText('He is ill.')).toBeVisible()
    await expect.element(screen.getByText(/^Translated by translate.example.org/)).toBeVisible()
    expect(create).toHaveBeenCalledWith(
      expect.objectContaining({ body: { prayer_request_id: spanish.id, target: 'en', consent: service } }),
    )
    await screen.getByRole('button', { name: 'Hide translation' }).click()
    await expect.element(screen.getByText('He is ill.')).not.toBeInTheDocument()
    // The consent is asked once: the next translation appears at once.
    await screen.getByRole('button', { name: 'Translate' }).click()
    await expect.element(screen.getByText('He is ill.')).toBeVisible()
  })

  it('is kept from the service by a no', async () => {
    const create = vi.fn(() => json(translated))
    mockServer({ 'POST /api/translations': create })
    const { screen } = await show()
    await screen.getByRole('button', { name: 'Translate' }).click()
    await screen.getByRole('button', { name: 'Don’t translate' }).click()
    await expect.element(screen.getByRole('button', { name: 'Translate' })).toBeVisible()
    expect(create).not.toHaveBeenCalled()
    expect(localStorage.getItem('translation_consent')).toBe(null)
  })

  it('keeps what a member agreed to with their account', async () => {
    storeToken()
    let agreed = false
    const write = vi.fn(() => {
      agreed = true
      return json({})
    })
    mockServer({
      ...signedIn,
      'POST /api/translations': () => (agreed ? json(translated) : problem(403, 'translations.consent_needed')),
      [`PUT /api/users/${hannah.id}/preferences`]: write,
    })
    const { screen } = await show()
    await screen.getByRole('button', { name: 'Translate' }).click()
    await screen.getByRole('button', { name: 'Agree and translate' }).click()
    await expect.element(screen.getByText('My father')).toBeVisible()
    expect(write).toHaveBeenCalledWith(expect.objectContaining({ body: { translation_consent: service } }))
    expect(localStorage.getItem('translation_consent')).toBe(null)
  })

  it('takes who presses before their session has answered for the member they are', async () => {
    storeToken()
    const { promise: session, resolve: know } = Promise.withResolvers<Response>()
    mockServer({ 'GET /api/auth/session': () => session, 'POST /api/translations': () => json(translated) })
    const { screen } = await show()
    await screen.getByRole('button', { name: 'Translate' }).click()
    await expect.element(screen.getByText('My father')).toBeVisible()
    know(signedIn['GET /api/auth/session']())
  })

  it.each([
    ['the service gave nothing', () => json({ ...translated, has_failed: true }), 'You can still read the original.'],
    ['too much was asked', () => problem(429, 'request.too_many'), 'Sentence of request.too_many'],
    ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch')), /offline/],
  ])('that failed says so calmly, and can be tried again: %s', async (_, answer, sentence) => {
    localStorage.setItem('translation_consent', service)
    const answers = [answer, () => json(translated)]
    mockServer({ 'POST /api/translations': () => (answers.shift() ?? answer)() })
    const { screen } = await show()
    await screen.getByRole('button', { name: 'Translate' }).click()
    await expect.element(screen.getByText('We couldn’t translate this just now.')).toBeVisible()
    await expect.element(screen.getByText(sentence)).toBeVisible()
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('He is ill.')).toBeVisible()
  })

  it('of a card opens from its menu, in front of the wall', async () => {
    storeToken()
    mockServer({ ...signedIn, 'POST /api/translations': () => json(translated) })
    const { screen } = await renderPage(<CardMenu prayer={spanish} />, '/', { services })
    await screen.getByLabelText('More actions').click()
    await screen.getByRole('button', { name: 'Translate' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Translation' })).toBeVisible()
    await expect.element(screen.getByText('He is ill.')).toBeVisible()
  })

  it.each<[string, Partial<Prayer>, Services]>([
    ['there is no service', {}, { translation: null, speech: null }],
    ['it is in the language of the reader', { language: 'en' }, services],
    ['it is about somebody at risk', { is_guarded: true }, services],
    ['it is for a group', { visibility: 'group' }, services],
    ['it waits', { publication: 'held' }, services],
  ])('is not offered when %s', async (_, part, siteOverrides) => {
    mockServer({})
    const { screen } = await show(part, siteOverrides)
    await expect.element(screen.getByRole('button', { name: 'Translate' })).not.toBeInTheDocument()
  })

  it.each([
    [
      'google',
      { provider: 'google', url: 'https://google.example/language/translate/v2', key: 'k-1' } as const,
      'https://google.example/language/translate/v2',
      () => json({ data: { translations: [{ translatedText: 'He is ill.' }, { translatedText: 'My father' }] } }),
    ],
    [
      'libretranslate',
      { provider: 'libretranslate', url: 'https://libre.example/' } as const,
      'https://libre.example/translate',
      () => json({ translatedText: ['He is ill.', 'My father'] }),
    ],
  ])('comes straight from %s where the operator wants it so', async (_, direct, url, answer) => {
    localStorage.setItem('translation_consent', service)
    const asked = vi.fn(answer)
    mockServer({ [`POST ${url}`]: asked })
    const { screen } = await show({}, { translation: { service, direct }, speech: null })
    await screen.getByRole('button', { name: 'Translate' }).click()
    await expect.element(screen.getByText('He is ill.')).toBeVisible()
    expect(asked).toHaveBeenCalledWith(
      expect.objectContaining({
        body: expect.objectContaining({ q: [spanish.content, 'Mi padre'], source: 'es', target: 'en', format: 'text' }),
      }),
    )
  })
})

describe('reading aloud', () => {
  beforeEach(() => {
    vi.spyOn(speechSynthesis, 'cancel').mockImplementation(() => {})
  })
  const voice = (lang: string, localService: boolean) => ({ lang, localService }) as SpeechSynthesisVoice

  it('is done by a voice of the device that knows the language, and can be stopped', async () => {
    vi.spyOn(speechSynthesis, 'getVoices').mockReturnValue([voice('en-US', true), voice('es-MX', true)])
    const spoken: SpeechSynthesisUtterance[] = []
    vi.spyOn(speechSynthesis, 'speak').mockImplementation((utterance) => void spoken.push(utterance))
    // The browser refuses to set a voice that is not its own.
    vi.spyOn(SpeechSynthesisUtterance.prototype, 'voice', 'set').mockImplementation(() => {})
    mockServer({})
    const { screen } = await show({}, { translation: null, speech: null })
    await screen.getByRole('button', { name: 'Read aloud' }).click()
    await expect.element(screen.getByRole('button', { name: 'Stop reading', pressed: true })).toBeVisible()
    expect(spoken.map(({ lang, text }) => [lang, text])).toEqual([['es', `Mi padre. ${spanish.content}`]])
    await screen.getByRole('button', { name: 'Stop reading' }).click()
    await expect.element(screen.getByRole('button', { name: 'Read aloud', pressed: false })).toBeVisible()
  })

  it('is done by the service where the device has no voice, after a yes, and only of what may leave', async () => {
    // A remote voice would receive the text.
    vi.spyOn(speechSynthesis, 'getVoices').mockReturnValue([voice('es-ES', false), voice('en-US', true)])
    const speechOnly: Services = { translation: null, speech: { service: 'speech.example.org' } }
    const synthesize = vi.fn(() => problem(502, 'voices.failed'))
    mockServer({ 'POST /api/voices/synthesize': synthesize })
    const { screen } = await show({}, speechOnly)
    await screen.getByRole('button', { name: 'Read aloud' }).click()
    await expect.element(screen.getByText(/send only the text to speech.example.org/)).toBeVisible()
    await screen.getByRole('button', { name: 'Agree and listen' }).click()
    await expect.element(screen.getByText('We couldn’t read this aloud just now.')).toBeVisible()
    expect(synthesize).toHaveBeenCalledWith(
      expect.objectContaining({
        body: { prayer_request_id: spanish.id, part: 0, consent: 'speech.example.org' },
      }),
    )
  })

  it('is not offered when nothing can', async () => {
    const voices = vi.spyOn(speechSynthesis, 'getVoices').mockReturnValue([])
    mockServer({})
    const { screen } = await show({ is_guarded: true }, { translation: null, speech: { service: 's.example' } })
    // The part is there, and has looked.
    await expect.poll(() => voices).toHaveBeenCalled()
    await expect.element(screen.getByRole('button', { name: 'Read aloud' })).not.toBeInTheDocument()
  })
})
