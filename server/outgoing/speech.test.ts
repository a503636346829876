import { beforeEach, describe, expect, it } from 'vitest'
import { respondJson, sharedStubService } from '../test/stand-in.ts'
import { Speech, splitText } from './speech.ts'

const clock = () => new Date(1_800_000_000_000)
const SOUND = Buffer.from('a sound').toString('base64')

describe('speech', () => {
  const service = sharedStubService(respondJson({}))
  let speech: Speech
  beforeEach(() => {
    service.asked.length = 0
    speech = new Speech({
      key: 'k-2',
      recognition_url: `${service.url}/v1/speech:recognize`,
      synthesis_url: `${service.url}/v1/text:synthesize`,
      clock,
    })
  })

  it('is written down as Google’s first version does', async () => {
    service.behave(
      respondJson({
        results: [
          { alternatives: [{ transcript: 'please pray for my father', confidence: 0.93 }] },
          { alternatives: [{ transcript: ' he is ill' }] },
        ],
        totalBilledTime: '3s',
      }),
    )
    expect(await speech.recognize(SOUND, 'en')).toBe('please pray for my father he is ill')
    expect(service.asked).toMatchObject([{ url: '/v1/speech:recognize', headers: { 'x-goog-api-key': 'k-2' } }])
    expect(service.asked[0]?.body).toEqual({
      config: {
        encoding: 'LINEAR16',
        sampleRateHertz: 16_000,
        languageCode: 'en-US',
        enableAutomaticPunctuation: true,
      },
      audio: { content: SOUND },
    })
  })

  it('puts no spaces between pieces of a script that has none', async () => {
    service.behave(
      respondJson({
        results: ['父が病気です。', '祈ってください。'].map((transcript) => ({ alternatives: [{ transcript }] })),
      }),
    )
    expect(await speech.recognize(SOUND, 'ja')).toBe('父が病気です。祈ってください。')
  })

  it('without words has none', async () => {
    service.behave(respondJson({}))
    expect(await speech.recognize(SOUND, 'pt')).toBe('')
    expect(service.asked[0]?.body).toMatchObject({ config: { languageCode: 'pt-BR' } })
  })

  it('is read out as MP3 by a neutral voice', async () => {
    service.behave(respondJson({ audioContent: SOUND }))
    expect(await speech.synthesize('Bitte betet.', 'de')).toBe(SOUND)
    expect(service.asked).toMatchObject([{ url: '/v1/text:synthesize', headers: { 'x-goog-api-key': 'k-2' } }])
    expect(service.asked[0]?.body).toEqual({
      input: { text: 'Bitte betet.' },
      voice: { languageCode: 'de-DE', ssmlGender: 'NEUTRAL' },
      audioConfig: { audioEncoding: 'MP3' },
    })
  })

  it('in another form is none', async () => {
    service.behave(respondJson({ results: 7, audioContent: '§' }))
    await expect(speech.synthesize('Hello', 'en')).rejects.toMatchObject({ failure: 'invalid_format' })
    await expect(speech.recognize(SOUND, 'en')).rejects.toMatchObject({ failure: 'invalid_format' })
  })
})

describe('parts of a text', () => {
  it.each([
    ['a short one stays whole', 'Pray. Please.', 20, ['Pray. Please.']],
    ['ends where a sentence does', 'Pray for me. I am ill.', 14, ['Pray for me.', 'I am ill.']],
    ['ends where a word does', 'one two three four', 9, ['one two', 'three', 'four']],
    ['cuts what has no end', 'aaaaaaaaaa', 8, ['aaaaaaaa', 'aa']],
  ])('%s', (_, text, longest, parts) => {
    expect(splitText(text, longest)).toEqual(parts)
  })

  it('hold every character of a script without spaces, and none is too long', () => {
    const text = '祈'.repeat(5000)
    const parts = splitText(text)
    expect(parts.join('')).toBe(text)
    expect(Math.max(...parts.map((part) => Buffer.byteLength(part)))).toBeLessThanOrEqual(4500)
  })
})
