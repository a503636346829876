import type { Context } from '../../../context.ts'
import { Refusal, check, ensureFound } from '../../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import { addressKey, HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'
import { limitConcurrency } from '../../../http/overload/concurrency.ts'
import { RemoteError } from '../../../outgoing/service.ts'
import { splitText } from '../../../outgoing/speech.ts'
import { hasConsented } from '../../identity/accounts/preferences.queries.ts'
import type { ReadPrayerText } from '../translations/prayer-text.ts'

// Each call of the service costs the site money.
const voicesOfAddress = defineLimit('voices_of_address', 30, HOUR)
const voicesOfMember = defineLimit('voices_of_member', 200, HOUR)

const askConcurrently = limitConcurrency(8)

/** Calls the service. Stores neither recordings nor texts. */
async function callSpeechService<Result>(ctx: Context, question: () => Promise<Result>): Promise<Result> {
  try {
    return await askConcurrently(question)
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    ctx.log.warn({ failure: error.failure, status: error.values?.['status'] }, 'a speech service failed')
    throw new Refusal('voices.failed')
  }
}

/** The endpoints. `readPrayerText` reads the text of a request. */
export const speech = (readPrayerText: ReadPrayerText) =>
  ({
    'speech.recognize': opensTransaction(async ({ ctx, limits, viewer, input: { audio, language } }) => {
      const service = ensureFound(ctx.speech, 'voices.unavailable')
      const asked = { kind: 'speech_consent', service: service.service } as const
      check(await hasConsented(ctx.db, viewer.id, asked), 'voices.consent_needed')
      await limits.count(voicesOfMember, viewer.id)
      return { text: await callSpeechService(ctx, () => service.recognize(audio, language)) }
    }),

    'speech.synthesize': opensTransaction(async ({ ctx, limits, viewer, input, exchange }) => {
      const source = await readPrayerText(ctx.db, viewer, input)
      check(source.may_send, 'voices.stays_here')
      const service = ensureFound(ctx.speech, 'voices.unavailable')
      const asked = { kind: 'speech_consent', service: service.service, said: input.consent } as const
      check(await hasConsented(ctx.db, viewer?.id ?? null, asked), 'voices.consent_needed')
      if (viewer) await limits.count(voicesOfMember, viewer.id)
      else await limits.count(voicesOfAddress, addressKey(exchange?.request.ip ?? ''))
      const parts = splitText([source.title, source.content].filter(Boolean).join('.\n'))
      const text = parts[input.part ?? 0]
      check(text, 'request.invalid')
      const audio = await callSpeechService(ctx, () => service.synthesize(text, source.language ?? 'en'))
      return { audio, parts: parts.length }
    }),
  }) satisfies Handlers<'speech'>
