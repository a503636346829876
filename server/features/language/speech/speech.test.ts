import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePrayer, makeUpdate } from '../../../test/make.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { respondJson, sharedStubService } from '../../../test/stand-in.ts'

const SOUND = Buffer.from('sound-canary-of-a-voice').toString('base64')

describe('voices', () => {
  const service = sharedStubService(respondJson({}))
  const app = sharedTestApp(() => ({
    environment: {
      SPEECH_KEY: 'k-2',
      SPEECH_TO_TEXT_URL: `${service.url}/v1/speech:recognize`,
      TEXT_TO_SPEECH_URL: `${service.url}/v1/text:synthesize`,
    },
  }))
  let tomas: string
  let hannah: string
  let author: string
  let host: string

  beforeAll(async () => {
    host = new URL(service.url).host
    author = await app.person('hannah')
    hannah = await app.signIn('hannah')
    tomas = await app.signIn('tomas')
    await app.ask('preferences.write', { id: await app.person('tomas'), speech_consent: host }, { as: tomas })
  })
  beforeEach(async () => {
    // The clock has advanced, and tokens last for ten minutes.
    hannah = await app.signIn('hannah')
    tomas = await app.signIn('tomas')
    service.asked.length = 0
  })
  const hear = (as: string | undefined = tomas) => app.ask('speech.recognize', { audio: SOUND, language: 'en' }, { as })

  it('write down what a member said, and keep nothing of it', async () => {
    service.behave(respondJson({ results: [{ alternatives: [{ transcript: 'please pray' }] }] }))
    expect((await hear()).data).toEqual({ text: 'please pray' })
    expect(service.asked[0]?.body).toMatchObject({ audio: { content: SOUND } })
    const files = readdirSync(app.ctx.config.data_dir, { recursive: true, withFileTypes: true })
    const stored = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name))
    for (const file of stored) {
      const bytes = readFileSync(file)
      expect(bytes.includes('sound-canary'), file).toBe(false)
      expect(bytes.includes(SOUND), file).toBe(false)
    }
  })

  it('write down a minute, which is more than any other call may send', async () => {
    service.behave(respondJson({}))
    const audio = Buffer.alloc(60 * 32_000, 7).toString('base64')
    expect((await app.ask('speech.recognize', { audio, language: 'ar' }, { as: tomas })).data).toEqual({ text: '' })
    const longer = await app.ask('speech.recognize', { audio: `${audio}AAAA`, language: 'ar' }, { as: tomas })
    expect(longer.status).toBe(400)
    const huge = await app.ask('speech.recognize', { audio: audio + audio, language: 'ar' }, { as: tomas })
    expect(huge.status).toBe(413)
  })

  it('hear nobody who has not agreed', async () => {
    expect((await hear(hannah)).problem.code).toBe('voices.consent_needed')
    expect(service.asked).toEqual([])
  })

  it('say calmly that the service fails', async () => {
    service.behave(respondJson({}, 500))
    const { status, problem } = await hear()
    expect([status, problem.code]).toEqual([502, 'voices.failed'])
    app.advance(61_000)
    service.behave(respondJson({}))
    expect((await hear()).status).toBe(200)
  })

  it('read out a request and an update, in parts', async () => {
    service.behave(respondJson({ audioContent: SOUND }))
    const prayer_request_id = await makePrayer(app.ctx, author, {
      content: 'Pray for rain. '.repeat(330),
      title: 'Rain',
    })
    const read = (input: object, as?: string) => app.ask('speech.synthesize', { consent: host, ...input }, { as })
    expect((await read({ prayer_request_id })).data).toEqual({ audio: SOUND, parts: 2 })
    expect((await read({ prayer_request_id, part: 1 }, tomas)).data.parts).toBe(2)
    expect((await read({ prayer_request_id, part: 2 }, tomas)).status).toBe(400)
    const update_id = await makeUpdate(app.ctx, author, prayer_request_id)
    await read({ update_id }, tomas)
    expect(service.asked.at(-1)?.body).toMatchObject({ input: { text: 'He is at home again.' } })
    expect((await app.ask('speech.synthesize', { prayer_request_id })).problem.code).toBe('voices.consent_needed')
    expect((await read({ prayer_request_id }, hannah)).problem.code).toBe('voices.consent_needed')
  })

  it.each([{ is_guarded: true }, { visibility: 'members' }, { visibility: 'private' }] as const)(
    'never read out %o by a service',
    async (part) => {
      await app.ask('preferences.write', { id: author, speech_consent: host }, { as: hannah })
      const prayer_request_id = await makePrayer(app.ctx, author, part)
      const { problem } = await app.ask('speech.synthesize', { prayer_request_id }, { as: hannah })
      expect(problem.code).toBe('voices.stays_here')
      expect(service.asked).toEqual([])
      await app.ask('preferences.write', { id: author, speech_consent: null }, { as: hannah })
    },
  )
})
