import { z } from 'zod'
import type { Schemas } from './define.ts'
import { language, uuid } from './fields.ts'

/** A request, or an update to one: exactly one of them. */
export const hasExactlyOneId = ({
  prayer_request_id,
  update_id,
}: {
  prayer_request_id?: unknown
  update_id?: unknown
}) => (prayer_request_id === undefined) !== (update_id === undefined)

/** Visitors say with every call that they agree; of members it is known. The name of the service that was agreed to. */
export const consent = z.string().max(300).optional()

export const translations = {
  'translations.create': {
    /** The server reads the words itself: what it is sent, it never passes on. */
    input: z
      .strictObject({
        prayer_request_id: uuid.optional(),
        update_id: uuid.optional(),
        target: language,
        consent,
      })
      .refine(hasExactlyOneId),
    /** The words, in the other language if they could be translated, else as they were written. */
    output: z.object({
      title: z.string().nullable(),
      content: z.string(),
      /** Of these words; null when it is not known. */
      language: language.nullable(),
      is_translated: z.boolean(),
      /** Whether the service gave nothing to use. */
      has_failed: z.boolean(),
    }),
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
