import type { Context } from '../../context.ts'
import { Refusal, check, found } from '../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../http/implement.ts'
import { addressKey } from '../../http/rate-limit.ts'
import { RemoteError } from '../../outgoing/service.ts'
import { inParts } from '../../outgoing/speech.ts'
import { hasConsented } from '../preferences/preferences.queries.ts'
import { readWords } from '../updates/updates.queries.ts'

/** Recordings and texts that are with the service at one time. */
const MOST_AT_ONCE = 8
let running = 0

/** Asks the service. Neither what was said nor what is read out is kept. */
async function ask<Result>(ctx: Context, question: () => Promise<Result>): Promise<Result> {
  if (running >= MOST_AT_ONCE) throw new Refusal('server.unavailable', { retry_after: 1 })
  running += 1
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    ctx.log.warn({ failure: error.failure, status: error.values?.['status'] }, 'a speech service failed')
    throw new Refusal('voices.failed')
  } finally {
    running -= 1
  }
}

export const voices = {
  'voices.recognize': opensTransaction(async ({ ctx, limits, viewer, input: { audio, language } }) => {
    const speech = found(ctx.speech, 'voices.unavailable')
    const asked = { kind: 'speech_consent', service: speech.service } as const
    check(await hasConsented(ctx.db, viewer.id, asked), 'voices.consent_needed')
    await limits.count('voices_of_member', viewer.id)
    return { text: await ask(ctx, () => speech.recognize(audio, language)) }
  }),

  'voices.synthesize': opensTransaction(async ({ ctx, limits, viewer, input, exchange }) => {
    const words = await readWords(ctx.db, viewer, input)
    check(words.may_leave, 'voices.stays_here')
    const speech = found(ctx.speech, 'voices.unavailable')
    const asked = { kind: 'speech_consent', service: speech.service, said: input.consent } as const
    check(await hasConsented(ctx.db, viewer?.id ?? null, asked), 'voices.consent_needed')
    if (viewer) await limits.count('voices_of_member', viewer.id)
    else await limits.count('voices_of_address', addressKey(exchange?.request.ip ?? ''))
    const parts = inParts([words.title, words.content].filter(Boolean).join('.\n'))
    const text = parts[input.part ?? 0]
    check(text, 'request.invalid')
    const audio = await ask(ctx, () => speech.synthesize(text, words.language ?? 'en'))
    return { audio, parts: parts.length }
  }),
} satisfies Handlers<'voices'>
