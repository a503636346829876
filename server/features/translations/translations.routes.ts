import type { Language } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { Refusal, check, found } from '../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../http/implement.ts'
import { addressKey } from '../../http/rate-limit.ts'
import type { Viewer } from '../../http/session.ts'
import { RemoteError } from '../../outgoing/service.ts'
import type { Translator } from '../../outgoing/translator.ts'
import { hasConsented } from '../preferences/preferences.queries.ts'
import { type Words, readWords } from '../updates/updates.queries.ts'
import { hashOf, keepTranslation, keptTranslation } from './translations.queries.ts'

/** Texts that are being translated at one time; the next is asked to come back. */
const MOST_AT_ONCE = 8
let running = 0

interface Translated {
  title: string | null
  content: string
}

/** Asks the service. Null when it gave nothing to use: then the original is shown. */
async function translate(
  ctx: Context,
  translator: Translator,
  { title, content, language }: Words,
  target: Language,
): Promise<Translated | null> {
  if (running >= MOST_AT_ONCE) throw new Refusal('server.unavailable', { retry_after: 1 })
  running += 1
  try {
    const texts = title === null ? [content] : [content, title]
    const [translated = '', heading = null] = await translator.translate(texts, { source: language, target })
    return { title: heading, content: translated }
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    ctx.log.warn({ failure: error.failure, status: error.values?.['status'] }, 'a translation failed')
    return null
  } finally {
    running -= 1
  }
}

/** What was kept, else what the service says, which is then kept. */
async function findTranslation(
  ctx: Context,
  translator: Translator,
  words: Words,
  { viewer, target, count }: { viewer: Viewer | null; target: Language; count: () => Promise<void> },
): Promise<Translated | null> {
  const { service } = translator
  const text_hash = hashOf(words, service)
  const kept = await keptTranslation(ctx, text_hash, target)
  if (kept) return kept
  await count()
  const translated = await translate(ctx, translator, words, target)
  if (translated) await keepTranslation(ctx, viewer, words, { text_hash, service, target, ...translated })
  return translated
}

export const translations = {
  'translations.create': opensTransaction(async ({ ctx, limits, viewer, input, exchange }) => {
    const { target, consent } = input
    const words = await readWords(ctx.db, viewer, input)
    const { title, content, language } = words
    const original = { title, content, language, is_translated: false, has_failed: false }
    if (language === target) return original
    check(words.may_leave, 'translations.stays_here')
    const translator = found(ctx.translator, 'translations.unavailable')
    const asked = { kind: 'translation_consent', service: translator.service, said: consent } as const
    check(await hasConsented(ctx.db, viewer?.id ?? null, asked), 'translations.consent_needed')
    const count = () =>
      viewer
        ? limits.count('translations_of_member', viewer.id)
        : limits.count('translations_of_address', addressKey(exchange?.request.ip ?? ''))
    const translated = await findTranslation(ctx, translator, words, { viewer, target, count })
    return translated
      ? { ...translated, language: target, is_translated: true, has_failed: false }
      : { ...original, has_failed: true }
  }),
} satisfies Handlers<'translations'>
