import { z } from 'zod'
import { language, siteAddress, text, timeZone } from '../../contract/fields.ts'
import {
  MAX_JOIN_QUESTION_LENGTH,
  MAX_SITE_NAME_LENGTH,
  MAX_SITE_SENTENCE_LENGTH,
  openingSteps,
} from '../../contract/settings.values.ts'
import { type Config, ownAddress } from '../config.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { openSettingsCache, readStoredSetting } from '../db/settings-cache.ts'
import { HOUR_MS } from '../../contract/time.values.ts'
import { storeSetting } from './stored.ts'

/** Settings that administrators change while the site runs, with their defaults. */
export const settings = {
  /** Name of the site on its pages and in its mails. Empty: `SITE_NAME`. */
  site_name: text({ min: 0, max: MAX_SITE_NAME_LENGTH, lines: false }).default(''),
  /**
   * Description of the site in the footer of every page. Empty: the product's own sentence, in the reader's language.
   */
  site_sentence: text({ min: 0, max: MAX_SITE_SENTENCE_LENGTH, lines: false }).default(''),
  /** The address that people open, where the environment sets none. Empty: this machine's. */
  site_address: z.literal('').or(siteAddress).default(''),
  /** Steps of the opening that were answered or put off. A site that was set up before there was an opening has had them all. */
  opening: z
    .array(z.enum(openingSteps))
    .max(openingSteps.length)
    .default([...openingSteps]),
  /** Language of readers whose browser requests no supported language, and of what is sent to who has chosen none. */
  default_language: language.default('en'),
  /** The people who may sign up: everybody, people with an invitation, or people whom staff approve. */
  sign_up_mode: z.enum(['open', 'invite', 'approval']).default('open'),
  /** The question to people who ask to join, where staff approve them. Empty: nothing. */
  join_question: text({ min: 0, max: MAX_JOIN_QUESTION_LENGTH, lines: false }).default(''),
  /** True when an address must be verified before its person may share a request. */
  require_verified_email: z.boolean().default(false),
  /**
   * Hours, from when it is set, in which many people may sign up and in from one network address: an event in a hall. 0
   * is off, and it goes back to that by itself.
   */
  event_hours: z.literal([0, 2, 4, 8, 24]).default(0),
  /** True when moderators and administrators need a second factor to use their role. */
  staff_second_factor: z.boolean().default(false),
  /** Days without use after which a device is signed out. Administrators are always signed out after twelve hours. */
  session_days: z.literal([1, 7, 14, 30, 90]).default(14),
  /** Maximum number of requests that one person may share within an hour. */
  prayers_per_hour: z.literal([5, 10, 20, 50, 100]).default(20),
  /** Which requests wait for review. Signs of danger, and links from new accounts, wait in every mode. */
  moderation_mode: z.enum(['open', 'first_post_held', 'all_held']).default('open'),
  /**
   * People notified first when somebody may be in danger: an id, or an id and the weekdays (1 is Monday, in `time_zone`) as `<id>
   * 1 3`. When nobody is on duty that day: the care team, else moderators and administrators.
   */
  care_on_call: z
    .array(z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}( [1-7]){0,7}$/))
    .max(50)
    .default([]),
  /** IANA name. On-call days begin at its midnight, alarms name its hours, and summaries of groups come at them. */
  time_zone: timeZone.default('UTC'),
  /** True when anybody sees how many people prayed. */
  shows_pray_counts: z.boolean().default(true),
} satisfies Record<string, z.ZodType>

export type SettingName = keyof typeof settings
export type Setting<Name extends SettingName> = z.output<(typeof settings)[Name]>

/** Returns the value in force. A stored value that is no longer valid after an upgrade counts as not set. */
export async function readSetting<Name extends SettingName>(
  { db }: Pick<Context, 'db'>,
  name: Name,
): Promise<Setting<Name>> {
  const row = await readStoredSetting(db, name)
  const parsed = settings[name].safeParse(row?.value)
  return (parsed.success ? parsed.data : settings[name].parse(undefined)) as Setting<Name>
}

/** True during the hours of an event: see `event_hours`. */
export async function isEventOn({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const row = await readStoredSetting(db, 'event_hours')
  const hours = settings.event_hours.safeParse(row?.value).data ?? 0
  return row !== undefined && clock().getTime() < Date.parse(row.updated_at) + hours * HOUR_MS
}

/** Keeps settings in memory until a commit changes one, here or in another process. */
export function cacheSettings(ctx: Context): void {
  const drop = openSettingsCache(ctx.db)
  // Only the commits of another process are known, not what they changed.
  ctx.onCommit(({ due_jobs }) => due_jobs === undefined && drop())
}

/** The address of the site with this value of `site_address`. */
export const addressWith = (config: Config, value: string): string =>
  config.has_public_url ? config.public_url : value || ownAddress(config)

/** Lets the site's address be that of its setting, now and after each change, here or in another process. */
export async function followSiteAddress(ctx: Context): Promise<void> {
  if (ctx.config.has_public_url) return
  const read = async (): Promise<void> => {
    ctx.config.public_url = addressWith(ctx.config, await readSetting(ctx, 'site_address'))
  }
  await read()
  ctx.onCommit(({ due_jobs }) => {
    if (due_jobs === undefined)
      read().catch((error: unknown) => ctx.log.warn({ err: error }, 'the site address was not read'))
  })
}

/** Stores a value and records who set it; null is the site itself. */
export async function writeSetting<Name extends SettingName>(
  ctx: Context,
  actor_id: string | null,
  name: Name,
  value: Setting<Name>,
): Promise<void> {
  const from = await readSetting(ctx, name)
  const since = await storeSetting(ctx, actor_id, name, settings[name].parse(value))
  ctx.afterCommit(() => {
    if (name === 'site_address') ctx.config.public_url = addressWith(ctx.config, settings.site_address.parse(value))
  })
  await ctx.addJob('settings.follow', { name, since })
  // Which questions were answered is no decision; the answers are.
  if (name === 'opening') return
  await recordAudit(ctx, actor_id, {
    action: 'settings.write',
    target_type: 'setting',
    target_id: name,
    detail: { from, value },
  })
}
