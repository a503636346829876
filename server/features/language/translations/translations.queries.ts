import { createHash } from 'node:crypto'
import type { Language } from '../../../../contract/fields.ts'
import type { Context } from '../../../context.ts'
import type { PrayerText } from './prayer-text.ts'

/**
 * A hash of the text and the ids of what it belongs to, so that equal texts of two requests do not share a translation.
 */
export const hashText = ({ prayer_request_id, update_id, title, content }: PrayerText, service: string): string =>
  createHash('sha256')
    .update(JSON.stringify([prayer_request_id, update_id, title, content, service]))
    .digest('base64url')

export const readSavedTranslation = ({ db }: Pick<Context, 'db'>, text_hash: string, target: Language) =>
  db
    .selectFrom('translations')
    .select(['title', 'content'])
    .where('text_hash', '=', text_hash)
    .where('target', '=', target)
    .executeTakeFirst()
