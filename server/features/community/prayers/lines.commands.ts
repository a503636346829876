import { type SqlBool, sql } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import type { LinePhrase } from '../../../../contract/prayer-lines.ts'
import type { AlertKind } from '../../../../contract/prayers.ts'
import { type Context, now } from '../../../context.ts'
import type { Viewer } from '../../../http/session.ts'
import { deleteCases, openCase } from './care-cases.commands.ts'
import { phraseIn } from './phrases.ts'
import { publishNewPrayer } from './prayer-events.ts'
import { detectLanguage, evaluatePostedPrayer, reasonOfLimited } from './prayer-review.ts'
import { deletePrayers, lockPrayers } from './prayers.commands.ts'
import { type PrayerRow, truncateToHour } from './prayers.rules.ts'
import { enqueueLineNotice } from './praying.commands.ts'
import { setQuietAlert } from './quiet-alerts.commands.ts'

interface WrittenLine {
  content: string | undefined
  phrase: LinePhrase | undefined
  is_signed: boolean
}

/**
 * Stores a line under a request, unless this person's is there already: then returns undefined. It is a request that only two people
 * read, so it is held, reported and decided about like one; nobody judges a phrase.
 */
export async function insertLine(
  ctx: Context,
  writer: Viewer,
  prayer: Pick<PrayerRow, 'id' | 'visibility'>,
  { content, phrase, is_signed }: WrittenLine,
): Promise<{ id: string; alert: AlertKind | null; is_quiet: boolean } | undefined> {
  const words = { title: null, content: content ?? (phrase === undefined ? '' : phraseIn('en', phrase)) }
  const { alert, is_quiet, ...found } =
    phrase === undefined
      ? await evaluatePostedPrayer(ctx, writer, { ...words, visibility: prayer.visibility, is_urgent: false })
      : { alert: null, is_quiet: false, reason: null }
  // Moderators read what a limited person writes to somebody, under whatever request it stands.
  const isOfLimited = phrase === undefined && writer.role === 'limited'
  const reason = found.reason ?? (isOfLimited ? await reasonOfLimited(ctx) : null)
  const id = uuidv4()
  const at = now(ctx)
  const publication = reason === null ? 'published' : 'held'
  const subject = {
    id,
    author_id: writer.id,
    line_of: prayer.id,
    is_anonymous: !is_signed,
    visibility: 'private',
    group_id: null,
    in_summary: false,
    publication,
    held_reason: reason,
  } as const
  const { numInsertedOrUpdatedRows: inserted } = await ctx.db
    .insertInto('prayers')
    .values({
      ...subject,
      ...words,
      phrase: phrase ?? null,
      language: phrase === undefined ? detectLanguage(ctx, words) : 'en',
      is_urgent: false,
      is_guarded: false,
      about_other: false,
      held_at: reason === null ? null : at,
      alert,
      created_at: at,
      listed_at: truncateToHour(at),
      updated_at: at,
      last_activity_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted !== 1n) return undefined
  await publishNewPrayer(ctx, subject)
  if (alert !== null) await openCase(ctx, id, 'words')
  if (is_quiet) await setQuietAlert(ctx, { id, prayer_request_id: id }, true)
  if (reason === null) await enqueueLineNotice(ctx, id)
  return { id, alert, is_quiet }
}

/** Takes back a line of one's own. What was reported or decided about stays for those who look after it, like a request. */
export async function takeBackLine(ctx: Context, id: string): Promise<void> {
  // First, as everybody who changes a case: one who takes it on at this moment would wait for this, and this for them.
  await lockPrayers(ctx.db, [id])
  await deleteCases(ctx.db, [id])
  const { numDeletedRows } = await ctx.db
    .deleteFrom('prayers')
    .where('id', '=', id)
    .where(
      sql<SqlBool>`not exists (select 1 from reports where prayer_request_id = prayers.id)
        and not exists (select 1 from decisions where prayer_request_id = prayers.id)`,
    )
    .executeTakeFirst()
  if (numDeletedRows === 0n) await deletePrayers(ctx, [id])
}
