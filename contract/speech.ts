import { z } from 'zod'
import type { Schemas } from './define.ts'
import { language, uuid } from './fields.ts'
import { consent, hasExactlyOneId } from './translations.ts'

/** One minute of 16-bit samples at 16 kHz. Bytes. */
export const MAX_RECORDING_BYTES = 60 * 16_000 * 2

export const speech = {
  'speech.recognize': {
    /** Recorded speech of a member: 16-bit samples, little-endian, one channel, 16 kHz, in base64. */
    input: z.strictObject({
      audio: z
        .base64()
        .min(4)
        .max(Math.ceil(MAX_RECORDING_BYTES / 3) * 4),
      language,
    }),
    /** Empty when nothing was recognized. */
    output: z.object({ text: z.string() }),
    keyless: true,
    errors: ['voices.unavailable', 'voices.consent_needed', 'voices.failed', 'request.too_many', 'server.unavailable'],
  },
  'speech.synthesize': {
    /** Long texts are read in parts, counted from 0. */
    input: z
      .strictObject({
        prayer_request_id: uuid.optional(),
        update_id: uuid.optional(),
        part: z.int().min(0).max(50).optional(),
        consent,
      })
      .refine(hasExactlyOneId),
    /** MP3 in base64, and the number of parts. */
    output: z.object({ audio: z.string(), parts: z.int() }),
    keyless: true,
    errors: [
      'prayers.not_found',
      'updates.not_found',
      'voices.stays_here',
      'voices.unavailable',
      'voices.consent_needed',
      'voices.failed',
      'request.too_many',
      'server.unavailable',
    ],
  },
} satisfies Schemas<'speech'>
