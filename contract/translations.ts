import { z } from 'zod'
import type { Schemas } from './define.ts'
import { language, uuid } from './fields.ts'

/** True for a request, or an update of one: exactly one of both. */
export const hasExactlyOneId = ({
  prayer_request_id,
  update_id,
}: {
  prayer_request_id?: unknown
  update_id?: unknown
}) => (prayer_request_id === undefined) !== (update_id === undefined)

/** Name of the service to which a visitor consented, sent with every call; for members it is stored. */
export const consent = z.string().max(300).optional()

export const translations = {
  'translations.create': {
    /** The server reads the text itself and never forwards text that a client sends. */
    input: z
      .strictObject({
        prayer_request_id: uuid.optional(),
        update_id: uuid.optional(),
        target: language,
        consent,
      })
      .refine(hasExactlyOneId),
    /** The text, translated if possible, else as it was written. */
    output: z.object({
      title: z.string().nullable(),
      content: z.string(),
      /** Language of the returned text; null when unknown. */
      language: language.nullable(),
      is_translated: z.boolean(),
      /** True when the service returned nothing usable. */
      has_failed: z.boolean(),
    }),
    keyless: true,
    errors: [
      'prayers.not_found',
      'updates.not_found',
      'translations.stays_here',
      'translations.unavailable',
      'translations.consent_needed',
      'request.too_many',
      'server.unavailable',
    ],
  },
} satisfies Schemas<'translations'>
