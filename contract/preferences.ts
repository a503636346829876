import { z } from 'zod'
import type { Schemas } from './define.ts'
import { entityBody } from './entities.ts'
import { language, themeChoice, uuid } from './fields.ts'
import { AppearancePreferences } from './users.ts'
import { appearances, textSizes } from './users.values.ts'
import { notifyKinds } from './notifications.values.ts'

export type NotifyKind = (typeof notifyKinds)[number]

const Notify = z.record(z.enum(notifyKinds), z.boolean())

export const Preferences = AppearancePreferences.extend({
  notify: Notify,
  /** True when this reader sees how many people prayed. */
  shows_pray_counts: z.boolean(),
  /**
   * Host of the translation service to which requests may be sent; null: no consent. A different service needs new
   * consent.
   */
  translation_consent: z.string().nullable(),
  /** The same for speech services. */
  speech_consent: z.string().nullable(),
})
export type Preferences = z.infer<typeof Preferences>

const theme = z.object({ themeId: z.string().nullable() })

export const preferences = {
  'preferences.read': { input: z.strictObject({ id: uuid }), output: Preferences, errors: ['request.forbidden'] },
  'preferences.write': {
    input: entityBody(
      z
        .object({
          id: uuid,
          /** By id or by name; the answer has the id. */
          theme_preference: themeChoice.nullable(),
          preferred_language: language.nullable(),
          appearance: z.enum(appearances).nullable(),
          text_size: z.enum(textSizes).nullable(),
          shows_pray_counts: z.boolean(),
          translation_consent: z.string().min(1).max(300).nullable(),
          speech_consent: z.string().min(1).max(300).nullable(),
          /** Kinds that are left out stay unchanged. */
          notify: z.partialRecord(z.enum(notifyKinds), z.boolean()),
        })
        .partial()
        .required({ id: true }),
      Preferences,
    ),
    output: Preferences,
    errors: ['request.forbidden', 'themes.not_found'],
  },
  'preferences.theme': { input: z.strictObject({ userId: uuid }), output: theme, errors: ['request.forbidden'] },
  'preferences.choose_theme': {
    input: z.strictObject({ userId: uuid, themeId: themeChoice.nullable() }),
    output: theme,
    errors: ['request.forbidden', 'themes.not_found'],
  },
} satisfies Schemas<'preferences'>
