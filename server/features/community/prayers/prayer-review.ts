import { sql } from 'kysely'
import type { AlertKind, HeldReason, NewPrayer } from '../../../../contract/prayers.ts'
import type { ParsedInput } from '../../../../contract/schemas.ts'
import type { Language } from '../../../../contract/fields.ts'
import { type Context, now } from '../../../context.ts'
import type { Viewer } from '../../../http/session.ts'
import { readSetting } from '../../../settings/settings.ts'
import { openCase } from './care-cases.commands.ts'
import {
  TRUSTED_MIN_PUBLISHED,
  type PrayerRow,
  type AuthorHistory,
  type PostedPrayer,
  decideHeldReason,
  decideHeldReasonOfChange,
  isOwnOf,
} from './prayers.rules.ts'

/** Holds a request. One that waits already has waited since then, and nobody has looked at its new words. */
export const heldSince = (held_reason: HeldReason, at: string) => ({
  publication: 'held' as const,
  held_reason,
  held_at: sql<string>`case when publication = 'held' and kept_at is null then held_at else ${at} end`,
  kept_at: null,
  alert_cleared_at: null,
})

/** The changes that an author makes to a request. */
export type PrayerChange = Omit<ParsedInput<'prayers.edit'>, 'id' | 'categoryIds' | 'categories' | 'updated_at'> & {
  /** Default: unchanged. */
  held?: ReturnType<typeof heldSince>
  alert?: AlertKind | null
}

export const toPostedPrayer = ({ title, content, visibility, is_urgent }: NewPrayer): PostedPrayer => ({
  title: title ?? null,
  content,
  visibility: visibility ?? 'public',
  is_urgent: is_urgent ?? false,
})

async function readAuthorHistory(
  { db }: Context,
  { id, role }: Viewer,
  except: string | undefined,
): Promise<AuthorHistory> {
  const [{ created_at }, published] = await Promise.all([
    db.selectFrom('users').select('created_at').where('id', '=', id).executeTakeFirstOrThrow(),
    db
      .selectFrom('prayers')
      .select('id')
      .where(isOwnOf(id))
      .where('publication', '=', sql.lit('published'))
      // A request that moderators cannot read makes nobody known to them: see `isModerated`.
      .where('visibility', 'in', ['public', 'members'])
      .where('line_of', 'is', null)
      .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
      .limit(TRUSTED_MIN_PUBLISHED)
      .execute(),
  ])
  return { role, created_at, published: published.length }
}

type PostedText = Pick<PostedPrayer, 'title' | 'content'>

const joinText = ({ title, content }: PostedText): string => [title, content].filter(Boolean).join('\n')

/**
 * Holds what a text suggests about danger. `alert`: the kind of danger, where that is certain: the request is held and the care
 * team called. `is_quiet`: true where somebody is perhaps in danger: see `setQuietAlert`.
 */
interface Danger {
  alert: AlertKind | null
  is_quiet: boolean
}

export function detectDanger(ctx: Context, text: PostedText): Danger {
  const found = ctx.classifier().classify(joinText(text)).alert
  return { alert: found?.level === 'certain' ? found.kind : null, is_quiet: found?.level === 'perhaps' }
}

/** The language in which a request is written, for one whose author names none. */
export const detectLanguage = (ctx: Context, text: PostedText): Language | null =>
  ctx.classifier().detectLanguage(joinText(text))

/**
 * The reason to hold what a limited person writes beside requests. Where everything waits it is the same as for all, see
 * `decideHeldReason`.
 */
export const reasonOfLimited = async (ctx: Context): Promise<HeldReason> =>
  (await readSetting(ctx, 'moderation_mode')) === 'all_held' ? 'all_held' : 'limited'

/** Evaluates a request before it is shared: whether it suggests danger, and the reason to hold it, if any. */
export async function evaluatePostedPrayer(
  ctx: Context,
  author: Viewer,
  posted: PostedPrayer,
  except?: string,
): Promise<Danger & { reason: HeldReason | null }> {
  const danger = detectDanger(ctx, posted)
  const [history, mode] = await Promise.all([
    readAuthorHistory(ctx, author, except),
    readSetting(ctx, 'moderation_mode'),
  ])
  return { ...danger, reason: decideHeldReason(history, posted, { mode, alert: danger.alert, at: now(ctx) }) }
}

/**
 * Evaluates a change of a request. Sets `alert` when the changed text suggests danger, or one that was never taken for it and is shared
 * with others now, `is_quiet` when the text changed, and `held` when the request must be held again.
 */
export async function evaluatePrayerChange(
  ctx: Context,
  author: Viewer,
  row: PrayerRow,
  change: PrayerChange,
): Promise<{ alert?: AlertKind; is_quiet?: boolean; held?: PrayerChange['held'] }> {
  const after: PostedPrayer = {
    title: change.title === undefined ? row.title : change.title,
    content: change.content ?? row.content,
    visibility: change.visibility ?? row.visibility,
    is_urgent: change.is_urgent ?? row.is_urgent,
  }
  const { alert, is_quiet, reason: fresh } = await evaluatePostedPrayer(ctx, author, after, row.id)
  const changesText = after.content !== row.content || after.title !== row.title
  const found = changesText ? { is_quiet, ...(alert !== null && { alert }) } : {}
  if (row.publication !== 'published' && row.publication !== 'held') return found
  const held_reason = decideHeldReasonOfChange(row, after, fresh)
  const isSame = row.publication === 'held' && row.held_reason === held_reason && !changesText
  if (held_reason === null || isSame) return found
  // Words in which the model of their time found no danger have no case yet.
  const isNewDanger = held_reason === 'crisis' && alert !== null && row.alert === null
  return { ...found, ...(isNewDanger && { alert }), held: heldSince(held_reason, now(ctx)) }
}

/** Opens a case because of the words of a request. Tells nobody of a private one. */
export async function openCaseOfWords(
  ctx: Context,
  { id, visibility }: Pick<PrayerRow, 'id' | 'visibility'>,
  how: { is_copy?: boolean } = {},
): Promise<void> {
  if (visibility !== 'private') await openCase(ctx, id, 'words', how)
}
