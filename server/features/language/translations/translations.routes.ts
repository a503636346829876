import type { Language } from '../../../../contract/fields.ts'
import type { Context } from '../../../context.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import { addressKey, HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'
import { limitConcurrency } from '../../../http/overload/concurrency.ts'
import type { Viewer } from '../../../http/session.ts'
import { RemoteError } from '../../../outgoing/service.ts'
import type { Translator } from '../../../outgoing/translator.ts'
import { hasConsented } from '../../identity/accounts/preferences.queries.ts'
import type { PrayerText, ReadPrayerText } from './prayer-text.ts'
import { hashText, readSavedTranslation } from './translations.queries.ts'
import { saveTranslation } from './translations.commands.ts'

const translationsOfAddress = defineLimit('translations_of_address', 30, HOUR)
const translationsOfMember = defineLimit('translations_of_member', 120, HOUR)

const translateConcurrently = limitConcurrency(8)

interface TranslatedText {
  title: string | null
  content: string
}

/** Calls the service. Returns null when the result is unusable: then the page shows the original. */
async function translate(
  ctx: Context,
  translator: Translator,
  { title, content, language }: PrayerText,
  target: Language,
): Promise<TranslatedText | null> {
  try {
    const texts = title === null ? [content] : [content, title]
    const [translated = '', heading = null] = await translateConcurrently(() =>
      translator.translate(texts, { source: language, target }),
    )
    return { title: heading, content: translated }
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    ctx.log.warn({ failure: error.failure, status: error.values?.['status'] }, 'a translation failed')
    return null
  }
}

/** Returns the stored translation; otherwise calls the service and stores its answer. */
async function readOrTranslate(
  ctx: Context,
  translator: Translator,
  text: PrayerText,
  {
    viewer,
    target,
    count,
    readPrayerText,
  }: { viewer: Viewer | null; target: Language; count: () => Promise<void>; readPrayerText: ReadPrayerText },
): Promise<TranslatedText | null> {
  const { service } = translator
  const text_hash = hashText(text, service)
  const kept = await readSavedTranslation(ctx, text_hash, target)
  if (kept) return kept
  await count()
  const translated = await translate(ctx, translator, text, target)
  if (translated)
    await saveTranslation(ctx, viewer, { text, readPrayerText }, { text_hash, service, target, ...translated })
  return translated
}

/** The endpoints. `readPrayerText` reads the text of a request. */
export const translations = (readPrayerText: ReadPrayerText) =>
  ({
    'translations.create': opensTransaction(async ({ ctx, limits, viewer, input, exchange }) => {
      const { target, consent } = input
      const text = await readPrayerText(ctx.db, viewer, input)
      const { title, content, language } = text
      const original = { title, content, language, is_translated: false, has_failed: false }
      if (language === target) return original
      check(text.may_send, 'translations.stays_here')
      const translator = ensureFound(ctx.translator, 'translations.unavailable')
      const asked = { kind: 'translation_consent', service: translator.service, said: consent } as const
      check(await hasConsented(ctx.db, viewer?.id ?? null, asked), 'translations.consent_needed')
      const count = () =>
        viewer
          ? limits.count(translationsOfMember, viewer.id)
          : limits.count(translationsOfAddress, addressKey(exchange?.request.ip ?? ''))
      const translated = await readOrTranslate(ctx, translator, text, { viewer, target, count, readPrayerText })
      return translated
        ? { ...translated, language: target, is_translated: true, has_failed: false }
        : { ...original, has_failed: true }
    }),
  }) satisfies Handlers<'translations'>
