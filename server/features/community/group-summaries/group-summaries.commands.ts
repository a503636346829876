import { v7 as uuidv7 } from 'uuid'
import { mailboxOf } from '../../../../contract/addresses.ts'
import type { Language } from '../../../../contract/fields.ts'
import { MAX_READERS } from '../../../../contract/group-summaries.values.ts'
import { type Context, now } from '../../../context.ts'
import { hasEffect } from '../../../db/open.ts'
import type { SummaryLinkTarget } from '../../../mail/notice-links.ts'
import { readSetting } from '../../../settings/settings.ts'
import { type DueMail, countNews } from './group-summaries.queries.ts'
import {
  ASK_PAUSE_MS,
  type SummaryTimes,
  UNANSWERED_MS,
  askTime,
  isWorthTelling,
  nextSummaryAt,
  summaryPeriod,
} from './group-summaries.rules.ts'

type QueueContext = Pick<Context, 'addJob'>

/** Queues the job that sends what is due at this time. */
export const scheduleSummaryMails = (ctx: QueueContext, run_at: string): Promise<void> =>
  ctx.addJob('group_summaries.mail', {}, { run_at, unique_key: `group_summaries.mail ${run_at}` })

async function scheduleSummary(ctx: QueueContext, summary_at: string | null): Promise<void> {
  if (summary_at === null) return
  const unique_key = `group_summaries.plan ${summary_at}`
  await ctx.addJob('group_summaries.plan', {}, { run_at: summary_at, unique_key })
}

/** Sets when the group's summary goes out. */
export async function chooseTimes(ctx: Context, group_id: string, times: SummaryTimes): Promise<void> {
  const summary_at = nextSummaryAt(times, await readSetting(ctx, 'time_zone'), now(ctx))
  await ctx.db
    .updateTable('groups')
    .set({ summary_rhythm: times.rhythm, summary_weekday: times.weekday, summary_hour: times.hour, summary_at })
    .where('id', '=', group_id)
    .execute()
  await scheduleSummary(ctx, summary_at)
}

/**
 * Lets the summaries of a group hold words, or no more. What was shared before stays out: it was written under another promise.
 * Resolves to false when nothing changes.
 */
export async function setHasWords({ db }: Context, group_id: string, has_words: boolean): Promise<boolean> {
  const isChanged = await db
    .updateTable('groups')
    .set({ summary_has_words: has_words })
    .where('id', '=', group_id)
    .where('summary_has_words', '!=', has_words)
    .$call(hasEffect)
  if (!isChanged) return false
  if (has_words)
    await db
      .updateTable('prayers')
      .set({ in_summary: false })
      .where('group_id', '=', group_id)
      .where('in_summary', '=', true)
      .execute()
  return true
}

/** Works out anew when summaries are due. */
export async function rescheduleSummaries(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .selectFrom('groups')
    .where('summary_at', 'is not', null)
    .select(['id', 'summary_rhythm as rhythm', 'summary_weekday as weekday', 'summary_hour as hour'])
    .execute()
  for (const { id, ...times } of rows) await chooseTimes(ctx, id, times)
}

/** Decides to whom a due summary goes, and when the next one is due. Does nothing where another process did. */
export async function planSummary(ctx: Context, group_id: string): Promise<void> {
  const at = now(ctx)
  const row = await ctx.db
    .selectFrom('groups')
    .where('id', '=', group_id)
    .select(['summary_rhythm as rhythm', 'summary_weekday as weekday', 'summary_hour as hour'])
    .select(['summary_at', 'summary_until'])
    .executeTakeFirst()
  if (!row || row.rhythm === 'off' || row.summary_at === null || row.summary_at > at) return
  const { rhythm, weekday, hour } = row
  const { since, until } = summaryPeriod(rhythm, {
    due_at: row.summary_at,
    at,
    last_until: row.summary_until,
  })
  const summary_at = nextSummaryAt({ rhythm, weekday, hour }, await readSetting(ctx, 'time_zone'), at)
  const isPlanned = await ctx.db
    .updateTable('groups')
    .set({ summary_at, summary_since: since, summary_until: until })
    .where('id', '=', group_id)
    .where('summary_at', '=', row.summary_at)
    .$call(hasEffect)
  if (!isPlanned) return
  await scheduleSummary(ctx, summary_at)
  if (!isWorthTelling(await countNews(ctx.db, group_id, { since, until }, null))) return
  await ctx.db
    .updateTable('memberships')
    .set({ summary_mail_at: at })
    .where('group_id', '=', group_id)
    .where('status', '=', 'active')
    .where('gets_summary', '=', true)
    .execute()
  await ctx.db
    .updateTable('group_readers')
    .set({ summary_mail_at: at })
    .where('group_id', '=', group_id)
    .where('confirmed_at', 'is not', null)
    .where('refused_at', 'is', null)
    .execute()
  await scheduleSummaryMails(ctx, at)
}

/** Puts off a due summary, unless another process planned it. */
export async function postponeSummary(ctx: Context, group_id: string, to: string): Promise<void> {
  await ctx.db
    .updateTable('groups')
    .set({ summary_at: to })
    .where('id', '=', group_id)
    .where('summary_at', '<=', now(ctx))
    .execute()
  await scheduleSummary(ctx, to)
}

/** Moves a message to another time: see `move` of `sendNews`. */
export async function moveMail(ctx: Context, due: DueMail, to: string | null, was_claimed = false): Promise<boolean> {
  const from = was_claimed ? null : due.mail_at
  const isMoved =
    due.kind === 'member'
      ? await ctx.db
          .updateTable('memberships')
          .set({ summary_mail_at: to })
          .where('group_id', '=', due.group_id)
          .where('user_id', '=', due.user_id)
          .where('summary_mail_at', 'is not distinct from', from)
          .$call(hasEffect)
      : await ctx.db
          .updateTable('group_readers')
          .set(due.kind === 'ask' ? { ask_at: to } : { summary_mail_at: to })
          .where('id', '=', due.id)
          .where(due.kind === 'ask' ? 'ask_at' : 'summary_mail_at', 'is not distinct from', from)
          .$call(hasEffect)
  if (to !== null && isMoved) await scheduleSummaryMails(ctx, to)
  return isMoved
}

/** Remembers that the mail server refuses an address for good. */
export async function pauseReaders(ctx: Context, address_hash: string): Promise<void> {
  await ctx.db
    .updateTable('group_readers')
    .set({ refused_at: now(ctx), ask_at: null, summary_mail_at: null })
    .where('address_hash', '=', address_hash)
    .execute()
}

/** Gives words from then on to a person who takes the summary again: see `wordsSince`. */
export const setGetsSummary = async (
  ctx: Context,
  group_id: string,
  user_id: string,
  gets_summary: boolean,
): Promise<void> => {
  await ctx.db
    .updateTable('memberships')
    .set({ gets_summary, updated_at: now(ctx), ...(!gets_summary && { summary_mail_at: null }) })
    .where('group_id', '=', group_id)
    .where('user_id', '=', user_id)
    .where('gets_summary', '!=', gets_summary)
    .execute()
}

/** Stops the summaries of a group to a member, or forgets the address. */
export async function stopSummary(ctx: Context, { group_id, user_id, address_hash }: SummaryLinkTarget): Promise<void> {
  if (user_id !== null) return await setGetsSummary(ctx, group_id, user_id, false)
  await ctx.db
    .deleteFrom('group_readers')
    .where('group_id', '=', group_id)
    .where('address_hash', '=', address_hash)
    .execute()
}

/** Says yes for an address that was asked. Resolves to the name of the group; undefined when the address is not on its list. */
export async function confirmReader(
  ctx: Context,
  { group_id, address_hash }: { group_id: string; address_hash: string },
): Promise<string | undefined> {
  const group = await ctx.db
    .selectFrom('group_readers')
    .innerJoin('groups', 'groups.id', 'group_readers.group_id')
    .where('group_id', '=', group_id)
    .where('address_hash', '=', address_hash)
    .select(['group_readers.id', 'groups.name', 'confirmed_at', 'refused_at'])
    .executeTakeFirst()
  if (!group) return undefined
  // One that was refused reached nobody, and authors were told so: it gets words from now on.
  const confirmed_at = (group.refused_at === null ? group.confirmed_at : null) ?? now(ctx)
  await ctx.db
    .updateTable('group_readers')
    .set({ confirmed_at, refused_at: null, ask_at: null })
    .where('id', '=', group.id)
    .execute()
  return group.name
}

/** Returns those of the addresses that are not on the group's list yet; undefined when it has no room for them. */
export async function newAddresses({ db }: Context, group_id: string, emails: string[]): Promise<string[] | undefined> {
  const rows = await db.selectFrom('group_readers').where('group_id', '=', group_id).select('email').execute()
  const listed = new Set(rows.map(({ email }) => email))
  const added = emails.filter((email) => !listed.has(email))
  return rows.length + added.length <= MAX_READERS ? added : undefined
}

/**
 * Puts an address on the list of a group, and queues the question whether it wants the summary. An address that the group has asked
 * before is not asked again: it can still say yes by the link that it has.
 */
export async function addReader(
  ctx: Context,
  { group_id, email, language, added_by }: { group_id: string; email: string; language: Language; added_by: string },
): Promise<void> {
  const at = now(ctx)
  const address_hash = ctx.secrets.hashAddress(email)
  // Rows of earlier versions have the hash of the address.
  const mailbox_hash = ctx.secrets.hashAddress(mailboxOf(email))
  const asks = await ctx.db
    .selectFrom('group_reader_asks')
    .where('address_hash', 'in', [mailbox_hash, address_hash])
    .select(['group_id', 'asked_at'])
    .orderBy('asked_at', 'desc')
    .execute()
  const was_asked = asks.some((ask) => ask.group_id === group_id)
  const ask_at = was_asked ? null : askTime(at, asks[0]?.asked_at ?? null)
  const row = { id: uuidv7(), group_id, email, address_hash, language, added_by, created_at: at, ask_at }
  await ctx.db
    .insertInto('group_readers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['group_id', 'address_hash']).doNothing())
    .execute()
  if (ask_at === null) return
  await ctx.db
    .insertInto('group_reader_asks')
    .values({ group_id, address_hash: mailbox_hash, asked_at: ask_at })
    .onConflict((conflict) => conflict.columns(['group_id', 'address_hash']).doNothing())
    .execute()
  await scheduleSummaryMails(ctx, ask_at)
}

/**
 * Takes an address off the list, and the question that has not left yet: it is asked when it is added again. Resolves to false when it is
 * not on it.
 */
export async function removeReader({ db, secrets }: Context, group_id: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('group_readers')
    .where('id', '=', id)
    .where('group_id', '=', group_id)
    .returning(['email', 'address_hash', 'ask_at'])
    .executeTakeFirst()
  if (removed && removed.ask_at !== null)
    await db
      .deleteFrom('group_reader_asks')
      .where('group_id', '=', group_id)
      .where('address_hash', 'in', [secrets.hashAddress(mailboxOf(removed.email)), removed.address_hash])
      .execute()
  return removed !== undefined
}

/** Deletes addresses that did not answer, and which addresses groups asked that are gone. */
export async function purgeReaders({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = (ms: number): string => new Date(clock().getTime() - ms).toISOString()
  await db
    .deleteFrom('group_readers')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before(UNANSWERED_MS))
    .execute()
  await db
    .deleteFrom('group_reader_asks')
    .where('asked_at', '<', before(ASK_PAUSE_MS))
    .where('group_id', 'not in', db.selectFrom('groups').select('id'))
    .execute()
}
