import { z } from 'zod'
import type { Schemas } from './define.ts'
import { entityBody } from './entities.ts'
import { byId, language, namedTime, themeChoice, uuid } from './fields.ts'
import { AppearancePreferences } from './users.ts'
import { appearances, textSizes } from './users.values.ts'
import { mailStates, notifyKinds, rhythms } from './notifications.values.ts'

export type NotifyKind = (typeof notifyKinds)[number]

const Notify = z.record(z.enum(notifyKinds), z.boolean())

/** A whole hour of the person's wall clock. */
const hour = z.int().min(0).max(23)

export const Preferences = AppearancePreferences.extend({
  notify: Notify,
  /** The rhythm of the emails about each kind of notice. */
  notices: z.record(z.enum(notifyKinds), z.enum(rhythms)),
  /** The hour at which what comes daily or weekly comes; weekly on Sundays. */
  notice_hour: z.int(),
  /** Null: hours are in `site_time_zone`. */
  time_zone: z.string().nullable(),
  site_time_zone: z.string(),
  /** No email about notices comes from this hour until `quiet_to`. Null, or both the same: there is no quiet time. */
  quiet_from: z.int().nullable(),
  quiet_to: z.int().nullable(),
  /** No email and nothing on a device tells of notices until then; null, or a time gone by: nothing is paused. */
  paused_until: z.string().nullable(),
  /** Says whether these emails reach the person. */
  mail_state: z.enum(mailStates),
  /** True when this reader sees how many people prayed. */
  shows_pray_counts: z.boolean(),
  /** False: nobody may leave a line under this person's requests with a name. Nobody else learns which of the switches it was. */
  takes_lines: z.boolean(),
  /**
   * Host of the translation service to which requests may be sent; null: no consent. A different service needs new
   * consent.
   */
  translation_consent: z.string().nullable(),
  /** The same for speech services. */
  speech_consent: z.string().nullable(),
  /** True when name, icon, emails and messages of the site say nothing of what it is. Nobody else learns it. */
  is_discreet: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>

const theme = z.object({ themeId: z.string().nullable() })

export const preferences = {
  'preferences.read': { input: byId, output: Preferences, errors: ['request.forbidden'] },
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
          takes_lines: z.boolean(),
          translation_consent: z.string().min(1).max(300).nullable(),
          speech_consent: z.string().min(1).max(300).nullable(),
          is_discreet: z.boolean(),
          /** Kinds that are left out stay unchanged. */
          notify: z.partialRecord(z.enum(notifyKinds), z.boolean()),
          /** The same. */
          notices: z.partialRecord(z.enum(notifyKinds), z.enum(rhythms)),
          notice_hour: hour,
          /** One that the server does not know is refused alone, and left out where something else is chosen with it. */
          time_zone: z.string().max(64).nullable(),
          quiet_from: hour.nullable(),
          quiet_to: hour.nullable(),
          /** At most a year from now: a later time becomes that one. Null ends the pause. */
          paused_until: namedTime.nullable(),
          /** False tries an address again that the mail server refused. */
          mail_paused: z.literal(false),
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
