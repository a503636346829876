import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Services } from '../../../../contract/render.ts'
import { hannah, json, storeToken, problem, renderPage, mockServer, signedIn } from '../../../test.tsx'
import { readStoredDraft } from '../../../storedDraft.ts'
import { TOKEN_KEY } from '../../../token.ts'
import Dictate from './Dictate.tsx'
import { emptyDraft } from '../../community/prayers/composer/draft.ts'
import { PrayerForm } from '../../community/prayers/composer/PrayerForm.tsx'

/** Fake recogniser whose results the test controls. */
class FakeRecognition extends EventTarget {
  static last: FakeRecognition | undefined
  lang = ''
  continuous = false
  interimResults = false
  stopped = false
  start() {
    FakeRecognition.last = this
  }
  stop() {
    this.stopped = true
    this.dispatchEvent(new Event('end'))
  }
  abort() {}
  hear(transcript: string, isFinal: boolean) {
    const results = [Object.assign([{ transcript }], { isFinal })]
    this.dispatchEvent(Object.assign(new Event('result'), { results, resultIndex: 0 }))
  }
  fail(error: string) {
    this.dispatchEvent(Object.assign(new Event('error'), { error }))
    this.dispatchEvent(new Event('end'))
  }
}
const recogniser = () => {
  if (!FakeRecognition.last) throw new Error('Nothing was started')
  return FakeRecognition.last
}

const services: Services = { translation: null, speech: { service: 'speech.example.org' } }
const none: Services = { translation: null, speech: null }

beforeEach(storeToken)
afterEach(() => {
  FakeRecognition.last = undefined
})

describe('dictating with the recogniser of the browser', () => {
  beforeEach(() => {
    vi.stubGlobal('SpeechRecognition', FakeRecognition)
    vi.stubGlobal('webkitSpeechRecognition', undefined)
    mockServer(signedIn)
  })
  const showForm = async (send: () => Promise<null> = () => Promise.resolve(null)) => {
    const { screen } = await renderPage(
      <PrayerForm name="test" heading="New" close="/" initial={emptyDraft} failedTitle="Not shared." send={send} />,
    )
    return screen
  }

  it('writes behind what is there, says once who listens, and stops on a press', async () => {
    const screen = await showForm()
    await screen.getByLabelText('Your request').fill('Please pray.')
    await screen.getByRole('button', { name: 'Dictate' }).click()
    await expect.element(screen.getByText(/some browsers send your voice to their maker/)).toBeVisible()
    expect(FakeRecognition.last).toBe(undefined)
    await screen.getByRole('button', { name: 'Dictate' }).last().click()
    await expect.element(screen.getByText('Waiting for the microphone…')).toBeVisible()
    recogniser().dispatchEvent(new Event('start'))
    await expect.element(screen.getByText(/^Listening/)).toBeVisible()
    expect(recogniser().lang).toBe('en')
    recogniser().hear('My fa', false)
    await expect.element(screen.getByText('My fa')).toBeVisible()
    recogniser().hear('My father is ill.', true)
    await expect.element(screen.getByLabelText('Your request')).toHaveValue('Please pray. My father is ill.')
    // Text typed meanwhile stays.
    await screen.getByLabelText('Your request').fill('Please pray. My father is ill. Thank you.')
    recogniser().hear('Amen.', true)
    await expect
      .element(screen.getByLabelText('Your request'))
      .toHaveValue('Please pray. My father is ill. Thank you. Amen.')
    await screen.getByRole('button', { name: 'Stop dictating', pressed: true }).click()
    await expect.element(screen.getByRole('button', { name: 'Dictate', pressed: false })).toBeVisible()
    expect(recogniser().stopped).toBe(true)
    // The explanation is shown once.
    await screen.getByRole('button', { name: 'Dictate' }).click()
    await expect.element(screen.getByText('Waiting for the microphone…')).toBeVisible()
  })

  it('begins no draft anew with what is understood after the request was shared', async () => {
    localStorage.setItem('dictation_told', 'yes')
    await page.viewport(1280, 900)
    const screen = await showForm()
    await screen.getByRole('button', { name: 'Dictate' }).click()
    recogniser().hear('My father is ill.', true)
    await expect.element(screen.getByLabelText('Your request')).toHaveValue('My father is ill.')
    expect(readStoredDraft('test')).toHaveProperty('content', 'My father is ill.')
    await screen.getByRole('button', { name: 'Share with members' }).click()
    await expect.poll(() => readStoredDraft('test')).toEqual({})
    recogniser().hear('Thank you.', true)
    expect(readStoredDraft('test')).toEqual({})
  })

  it('listens no longer than until the request is sent', async () => {
    localStorage.setItem('dictation_told', 'yes')
    await page.viewport(1280, 900)
    const screen = await showForm(() => new Promise(() => {}))
    await screen.getByRole('button', { name: 'Dictate' }).click()
    recogniser().hear('My father is ill.', true)
    await expect.element(screen.getByLabelText('Your request')).toHaveValue('My father is ill.')
    await screen.getByRole('button', { name: 'Share with members' }).click()
    await expect.poll(() => recogniser().stopped).toBe(true)
  })

  it.each([
    ['not-allowed', /isn’t allowed to use your microphone/],
    ['audio-capture', 'We couldn’t find a microphone.'],
    ['no-speech', 'We didn’t catch that. Please try again.'],
    ['network', 'We couldn’t write that down just now.'],
  ])('says what went wrong: %s', async (error, sentence) => {
    localStorage.setItem('dictation_told', 'yes')
    const screen = await showForm()
    await screen.getByRole('button', { name: 'Dictate' }).click()
    recogniser().fail(error)
    await expect.element(screen.getByText(sentence)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Dictate', pressed: false })).toBeVisible()
  })
})

describe('dictating to the service', () => {
  const released = vi.fn()
  let context: AudioContext
  beforeEach(() => {
    vi.stubGlobal('SpeechRecognition', undefined)
    vi.stubGlobal('webkitSpeechRecognition', undefined)
    released.mockReset()
  })
  /** Fake microphone: a tone of some seconds, then silence. */
  const soundFor = (seconds: number) => () => {
    context = new AudioContext()
    const tone = context.createOscillator()
    const { stream } = tone.connect(context.createMediaStreamDestination()) as MediaStreamAudioDestinationNode
    tone.start()
    tone.stop(context.currentTime + seconds)
    for (const track of stream.getTracks()) {
      const stop = track.stop.bind(track)
      vi.spyOn(track, 'stop').mockImplementation(() => {
        released()
        stop()
      })
    }
    return Promise.resolve(stream)
  }
  const microphone = soundFor(0.5)
  const talker = soundFor(30)
  type Screen = Awaited<ReturnType<typeof renderPage>>['screen']
  /** Dictates, and resolves when some of it was heard. */
  const speak = async (screen: Screen): Promise<void> => {
    const looked = vi.spyOn(AnalyserNode.prototype, 'getFloatTimeDomainData')
    await screen.getByRole('button', { name: 'Dictate' }).click()
    await expect.element(screen.getByText(/^Listening/)).toBeVisible()
    const isHeard = () => looked.mock.calls[5]?.[0].some((sample) => Math.abs(sample) > 0.02)
    await expect.poll(isHeard, { timeout: 10_000 }).toBe(true)
  }
  /** Ends it, which a silence does too. */
  const stop = (screen: Screen): Promise<void> =>
    screen.getByRole('button', { name: 'Stop dictating', pressed: true }).click()
  const show = async (siteOverrides: Services, mayLeave = true) => {
    const onWords = vi.fn()
    const { screen } = await renderPage(<Dictate onTranscript={onWords} mayUseService={mayLeave} />, '/', {
      services: siteOverrides,
    })
    return { screen, onWords }
  }

  it('records until nobody speaks, lets the microphone go, and sends what was said once the member agreed', async () => {
    const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(microphone)
    let agreed = false
    const sounds: string[] = []
    mockServer({
      ...signedIn,
      'POST /api/voices/recognize': ({ body }) => {
        if (!agreed) return problem(403, 'voices.consent_needed')
        sounds.push((body as { audio: string }).audio)
        return json({ text: 'my father is ill' })
      },
      [`PUT /api/users/${hannah.id}/preferences`]: () => {
        agreed = true
        return json({})
      },
    })
    const { screen, onWords } = await show(services)
    expect(asked).not.toHaveBeenCalled()
    await screen.getByRole('button', { name: 'Dictate' }).click()
    await expect.element(screen.getByText(/^Listening/)).toBeVisible()
    // Recording stops by itself after the silence.
    await expect.element(screen.getByText(/we send your voice to speech.example.org/)).toBeVisible()
    expect(released).toHaveBeenCalledTimes(1)
    await screen.getByRole('button', { name: 'Agree and dictate' }).click()
    await expect.poll(() => onWords).toHaveBeenCalledWith('my father is ill')
    const bytes = atob(sounds[0] ?? '').length
    // 16-bit samples, 16,000 a second, of about half a second.
    expect(bytes).toBeGreaterThan(8000)
    expect(bytes % 2).toBe(0)
    expect(Object.keys(localStorage)).toEqual([TOKEN_KEY])
    await context.close()
  })

  it('sends what was said once, and records nothing more, however long it takes to agree', async () => {
    const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(talker)
    const agreed = Promise.withResolvers<Response>()
    let hasAgreed = false
    mockServer({
      ...signedIn,
      'POST /api/voices/recognize': () =>
        hasAgreed ? json({ text: 'my father is ill' }) : problem(403, 'voices.consent_needed'),
      [`PUT /api/users/${hannah.id}/preferences`]: () => agreed.promise,
    })
    const { screen, onWords } = await show(services)
    await speak(screen)
    await stop(screen)
    const agree = screen.getByRole('button', { name: 'Agree and dictate' })
    await expect.element(agree).toBeVisible()
    await agree.click()
    await expect.element(agree).not.toBeInTheDocument()
    hasAgreed = true
    agreed.resolve(json({}))
    await expect.poll(() => onWords).toHaveBeenCalledWith('my father is ill')
    expect(asked).toHaveBeenCalledTimes(1)
    await context.close()
  })

  it('keeps what was said when the connection is lost, and sends it again', async () => {
    const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(talker)
    let isLost = true
    mockServer({
      ...signedIn,
      'POST /api/voices/recognize': () =>
        isLost ? Promise.reject(new TypeError('Failed to fetch')) : json({ text: 'my father is ill' }),
    })
    const { screen, onWords } = await show(services)
    await speak(screen)
    await stop(screen)
    const again = screen.getByRole('button', { name: 'Try again' })
    await expect.element(again, { timeout: 10_000 }).toBeVisible()
    await expect.element(screen.getByText(/You seem to be offline/)).toBeVisible()
    isLost = false
    await again.click()
    await vi.waitFor(() => expect(onWords).toHaveBeenCalledWith('my father is ill'))
    await expect.element(again).not.toBeInTheDocument()
    expect(asked).toHaveBeenCalledTimes(1)
    await context.close()
  })

  it('sends nothing once the request is no longer for everybody', async () => {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(talker)
    const recognize = vi.fn(() => json({ text: 'my father is ill' }))
    mockServer({ ...signedIn, 'POST /api/voices/recognize': recognize })
    const Request = () => {
      const [isPublic, setPublic] = useState(true)
      return (
        <>
          <Dictate onTranscript={() => {}} mayUseService={isPublic} />
          <button type="button" onClick={() => setPublic(false)}>
            Members
          </button>
        </>
      )
    }
    const { screen } = await renderPage(<Request />, '/', { services })
    await speak(screen)
    await screen.getByRole('button', { name: 'Members' }).click()
    await stop(screen)
    await expect.element(screen.getByRole('button', { name: /dictat/i })).not.toBeInTheDocument()
    expect(recognize).not.toHaveBeenCalled()
    await context.close()
  })

  it('says when the microphone is refused', async () => {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    mockServer(signedIn)
    const { screen } = await show(services)
    await screen.getByRole('button', { name: 'Dictate' }).click()
    await expect.element(screen.getByText(/isn’t allowed to use your microphone/)).toBeVisible()
  })

  it.each([
    ['there is no service', none, true],
    ['the request is not for everybody, or about somebody at risk', services, false],
  ])('is not offered when %s', async (_, siteOverrides, mayLeave) => {
    mockServer(signedIn)
    const { screen } = await show(siteOverrides, mayLeave)
    await expect.element(screen.getByRole('button', { name: 'Dictate' })).not.toBeInTheDocument()
  })
})
