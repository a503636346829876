import { randomUUID } from 'node:crypto'
import type { SendMailOptions } from 'nodemailer'
import type { Logger } from 'pino'
import { mailboxOf } from '../../contract/addresses.ts'
import { type Language, timeZone } from '../../contract/fields.ts'
import { IMPRINT_SLUG } from '../../contract/imprint.values.ts'
import { isLanguage } from '../../contract/languages.ts'
import { DAY_MS, HOUR_MS } from '../../contract/time.values.ts'
import type { Config } from '../config.ts'
import { readStoredSetting } from '../db/settings-cache.ts'
import {
  type LinkContext,
  type MailLink,
  createLink,
  dropLink,
  endEarlierLinks,
  noteInvitationMail,
  postponeLink,
  resolveLink,
} from './links.ts'
import { type Mail, type MailQueue, type MailTemplate, type QueuedMail, attemptsOf } from './queue.ts'
import { readLogo } from './logo.ts'
import type { MailRoute } from './mail-server.ts'
import { MAIL_TIMEOUTS, QUEUE_TIMEOUTS, type MailTimeouts, MailError, deliver, purgeMailFiles } from './transport.ts'
import { isCodeOpen, postponeCode } from './sign-in-codes.ts'
import { type MailText, renderHtml, renderText, composeText, helpNow, plainNameOf, withoutIsolates } from './words.ts'

/** The parts of the context that mail jobs need. */
export interface MailContext extends LinkContext, MailQueue {
  config: Config
  log: Logger
  siteName: () => Promise<string>
  mailRoute: () => Promise<MailRoute>
}

// An unverified address may belong to a stranger: it only gets what its owner needs to verify it.
const ALLOWED_TO_UNVERIFIED = new Set<MailTemplate>(['verify_email', 'change_email', 'reset_password', 'invitation'])
/** Mails to an address that is not, or no longer, that of the account. */
const ALLOWED_TO_OTHER_ADDRESS = new Set<MailTemplate>(['change_email', 'email_changed'])
/** Mails that anybody can ask for again: of those that wait for the same mailbox the newest counts. */
const ASKED_FOR = new Set<MailTemplate>([
  'verify_email',
  'change_email',
  'reset_password',
  'already_a_member',
  'sign_in_code',
])

/** Mails that tell people to write to those who run the site. */
const SAYS_TO_WRITE = new Set<MailTemplate>([
  'email_changed',
  'role_changed',
  'second_factor_changed',
  'suspended',
  'deletion_decided',
])

/** Mails to who cannot sign in any more, nor read there what the care team writes to them. */
const LEADS_TO_HELP = new Set<MailTemplate>(['suspended', 'deletion_decided'])

const DEFAULT_PATHS: Record<MailTemplate, string> = {
  reset_password: '/reset-password',
  verify_email: '/verify-email',
  change_email: '/verify-email',
  email_changed: '/',
  already_a_member: '/signin',
  invitation: '/signup',
  approved: '/signin',
  password_changed: '/reset-password',
  role_changed: '/signin',
  suspended: '/content/community-rules',
  deletion_decided: '/content/community-rules',
  unsuspended: '/signin',
  deletion_planned: '/signin',
  session_ended: '/reset-password',
  second_factor_changed: '/reset-password',
  sign_in_code: '/signin',
  test: '/admin/check',
}

/** docs/security/limits.md: at most so many mails of all kinds to one address within so many milliseconds. */
const MAX_MAILS = 5
const QUOTA_WINDOW_MS = 30 * 60_000
/** Names and addresses of who did not come are not kept for ever. */
const INVITATION_RETENTION_MS = 90 * 24 * 3_600_000
const FILE_RETENTION_MS = 7 * 24 * 3_600_000
/** A sign-up outlives its link, which works for 24 hours from when its mail leaves, at most three days later. */
const SIGN_UP_RETENTION_MS = 5 * 24 * 3_600_000

const fetchRecipient = ({ db }: MailContext, user_id: string) =>
  db
    .selectFrom('users')
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .where('users.id', '=', user_id)
    .select(['users.email', 'users.email_verified_at', 'users.display_name', 'preferences.preferred_language'])
    .select(['preferences.is_discreet', 'preferences.time_zone', 'users.mail_language'])
    .executeTakeFirst()

type Recipient = NonNullable<Awaited<ReturnType<typeof fetchRecipient>>>

/** Remembers that there is no such mailbox, until a mail gets through or its owner wants to try again. */
export async function noteRefusedAddress(
  { db }: Pick<MailContext, 'db'>,
  user_id: string,
  refused_address_hash: string,
): Promise<void> {
  await db
    .insertInto('preferences')
    .values({ user_id, notify: '{}', refused_address_hash })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ refused_address_hash }))
    .execute()
}

const forgetRefusal = ({ db }: MailContext, user_id: string, refused_address_hash: string): Promise<unknown> =>
  db
    .updateTable('preferences')
    .set({ refused_address_hash: null })
    .where('user_id', '=', user_id)
    .where('refused_address_hash', '=', refused_address_hash)
    .execute()

/** True when the reason for a mail still holds at the time of sending. */
function isStillNeeded(
  { to, template }: Pick<Mail, 'to' | 'template'>,
  person: Pick<Recipient, 'email' | 'email_verified_at'> | undefined,
): boolean {
  if (!person) return false
  if (ALLOWED_TO_OTHER_ADDRESS.has(template)) return true
  return person.email === to && (person.email_verified_at !== null || ALLOWED_TO_UNVERIFIED.has(template))
}

/** Returns when an address may get its next mail: now, or later when its quota is used up. */
export async function nextSendTime({ db, clock }: MailContext, address_hash: string): Promise<Date> {
  const now = clock()
  const recent = await db
    .selectFrom('sent_mails')
    .select('sent_at')
    .where('address_hash', '=', address_hash)
    .where('sent_at', '>', new Date(now.getTime() - QUOTA_WINDOW_MS).toISOString())
    .orderBy('sent_at', 'desc')
    .limit(MAX_MAILS)
    .execute()
  const oldest = recent[MAX_MAILS - 1]
  return oldest ? new Date(Date.parse(oldest.sent_at) + QUOTA_WINDOW_MS + 1) : now
}

const toSafePath = (path: string | undefined): string | undefined =>
  path !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : undefined

/** The name of the site in messages to this person, which says nothing to somebody in discreet mode. */
export const siteNameFor = async (
  { siteName }: Pick<MailContext, 'siteName'>,
  { hides_site, language }: { hides_site: boolean; language: Language | null },
): Promise<string> => (hides_site ? plainNameOf(language ?? 'en') : await siteName())

/** The imprint, once somebody has filled it in: nobody reads answers to a mail. */
async function findContact({ db, config }: Pick<MailContext, 'db' | 'config'>, language: Language) {
  const page = await db
    .selectFrom('content')
    .where('slug', '=', IMPRINT_SLUG)
    .where('language', '=', language)
    .where('status', '=', 'published')
    .where((eb) => eb.or([eb('created_by', 'is not', null), eb('updated_at', '>', eb.ref('created_at'))]))
    .select('title')
    .executeTakeFirst()
  return page && { contact: { label: page.title, url: `${config.public_url}/content/${IMPRINT_SLUG}` } }
}

/** The language of what is sent to somebody: the first that is known, theirs (`preferred_language`) before `mail_language`; else the site's. */
export async function languageFor(
  { db }: Pick<MailContext, 'db'>,
  ...known: (Language | null | undefined)[]
): Promise<Language> {
  const first = known.find((one) => one !== null && one !== undefined)
  if (first) return first
  const usual = (await readStoredSetting(db, 'default_language'))?.value
  return isLanguage(usual) ? usual : 'en'
}

/** The time zone in which the times of a mail are: the one that its reader has chosen, else the site's. */
export async function timeZoneFor({ db }: Pick<MailContext, 'db'>, chosen: string | null | undefined): Promise<string> {
  const choices = [chosen, (await readStoredSetting(db, 'time_zone'))?.value]
  return choices.map((zone) => timeZone.safeParse(zone).data).find((zone) => zone !== undefined) ?? 'UTC'
}

/** Builds the message, with the address of its button. `id` becomes the message id. */
async function composeMail(
  { db, config, secrets, siteName, mailRoute }: MailContext,
  mail: QueuedMail,
  person: Recipient | undefined,
  link?: MailLink,
): Promise<{ message: ReturnType<typeof toMessage>; url: string }> {
  const mail_language = await languageFor({ db }, person?.preferred_language, mail.language, person?.mail_language)
  const hides_site = person?.is_discreet === true
  const site = await siteNameFor({ siteName }, { hides_site, language: mail_language })
  const url = link?.url ?? config.public_url + (toSafePath(mail.values['path']) ?? DEFAULT_PATHS[mail.template])
  const said = composeText(
    mail.template,
    mail_language,
    {
      ...mail.values,
      // Neither the words of staff about the person nor what they do here are for whoever sees their screen.
      ...(hides_site && { reason: '', role: '' }),
      ...(link && { expires_at: link.expires_at }),
      ...(mail.ticket_hash !== undefined && { code: secrets.deriveSignInCode(mail.ticket_hash) }),
      // At an unverified address, a name would be text chosen by whoever entered the address.
      ...(person?.email === mail.to && person.email_verified_at !== null && { name: person.display_name }),
      site,
      address: config.public_url,
    },
    await timeZoneFor({ db }, person?.time_zone),
  )
  // A site's owner may have put its name into the title of the page.
  const saysToWrite = SAYS_TO_WRITE.has(mail.template) && !hides_site
  const text = {
    ...said,
    ...(saysToWrite && (await findContact({ db, config }, mail_language))),
    // Somebody who sees the screen of a person in discreet mode is not to read this either.
    ...(LEADS_TO_HELP.has(mail.template) && !hides_site && { help: helpNow(mail_language, config.public_url) }),
  }
  const logo = (await readLogo(db))?.png
  const parts = { site, id: mail.id, to: mail.to, text, url, language: mail_language, hides_site, logo }
  return { message: toMessage({ ...config, ...(await mailRoute()) }, parts), url }
}

export interface MessageParts {
  /** The name of the site, or the one that it bears for somebody in discreet mode. */
  site: string
  /** True for somebody in discreet mode: `site` is the sender, whatever name the operator has given it. */
  hides_site: boolean
  id: string
  to: string
  text: MailText
  /** A PNG; undefined for a site without a logo. It says who writes: somebody in discreet mode does not get it. */
  logo: Buffer | undefined
  /** Where the button leads. */
  url: string
  language: Language
}

/** The address of `MAIL_FROM`, without the name that may stand before it. */
const bareAddress = ({ mail_from }: Pick<Config, 'mail_from'>): string =>
  mail_from.includes('<') ? mail_from.slice(mail_from.lastIndexOf('<') + 1, mail_from.lastIndexOf('>')) : mail_from

/** The message of a text, to one receiver. */
export const toMessage = (
  config: Pick<Config, 'mail_from' | 'public_url'>,
  { site, id, to, text, url, language: mail_language, hides_site, logo }: MessageParts,
): SendMailOptions & { to: { name: string; address: string }; headers: Record<string, string> } => {
  const { hostname } = new URL(config.public_url)
  const cid = `logo@${hostname}`
  const shown = hides_site ? undefined : logo
  return {
    from:
      config.mail_from.includes('<') && !hides_site ? config.mail_from : { name: site, address: bareAddress(config) },
    // An object stays one address, whatever it contains.
    to: { name: '', address: to },
    subject: withoutIsolates(text.subject),
    text: renderText(text, url),
    html: renderHtml(text, url, mail_language, shown && { cid, site }),
    // In the mail itself: a picture that is fetched would tell who reads, and when.
    ...(shown && {
      attachments: [
        { filename: 'logo.png', content: shown, cid, contentType: 'image/png', contentDisposition: 'inline' as const },
      ],
    }),
    // Identical for each attempt: a server that accepted the first one recognizes the second.
    messageId: `<${id}@${hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail_language },
  }
}

export const recordSentMail = async (ctx: MailContext, address_hash: string): Promise<void> => {
  const row = { id: randomUUID(), address_hash, sent_at: ctx.clock().toISOString() }
  await ctx.db.insertInto('sent_mails').values(row).execute()
}

/**
 * Sends a mail to a person's own address at once, without the queue, so that they see the result: delivered to the mail
 * server, or written to the data folder where there is none. To an address that is not confirmed it is the mail that confirms it. Rejects with `MailError`. The caller must apply a rate
 * limit of its own: such a mail does not count among those that may go to the address.
 */
export async function sendTestMail(ctx: MailContext, user_id: string): Promise<'handed_in' | 'in_folder'> {
  const person = await fetchRecipient(ctx, user_id)
  const to = person?.email ?? ''
  // A person who has not confirmed their address yet does so by this very mail.
  const confirms = person !== undefined && person.email_verified_at === null
  const template = confirms ? ('verify_email' as const) : ('test' as const)
  const seed = confirms ? await createLink(ctx, { purpose: 'verify_email', user_id, email: to }) : undefined
  const link = seed === undefined ? undefined : await resolveLink(ctx, seed)
  const mail = { id: randomUUID(), to, user_id, template, values: {} }
  const { message } = await composeMail(ctx, mail, person, link)
  const route = await ctx.mailRoute()
  try {
    await deliver({ ...ctx.config, ...route }, message, mail.id, { limits: MAIL_TIMEOUTS })
  } catch (error) {
    if (seed !== undefined) await dropLink(ctx, seed)
    throw error
  }
  return route.smtp_url === undefined ? 'in_folder' : 'handed_in'
}

/**
 * Puts off a mail of an address that had too many. Nothing is lost: what is asked for works for its whole time once it is sent, and one
 * waits for all of a kind, since the newest link serves whoever reads the mailbox. A code is for one browser, and waits for itself.
 */
async function postponeMail(ctx: MailContext, mail: QueuedMail, address_hash: string, send_at: Date): Promise<void> {
  const options = { run_at: send_at.toISOString(), max_attempts: attemptsOf(mail) }
  if (mail.link !== undefined) await postponeLink(ctx, mail.link, send_at, mail.days)
  if (!ASKED_FOR.has(mail.template)) return await ctx.addJob('mail.send', mail, options)
  if (mail.ticket_hash !== undefined) await postponeCode(ctx, mail.ticket_hash, send_at)
  // The time is part of the key: the job that runs now has the key of its own time.
  const unique_key = ['mail.send', address_hash, mail.template, mail.ticket_hash, options.run_at].join(' ')
  await ctx.addJob('mail.send', mail, { ...options, unique_key, replaces: true })
}

async function sendMail(
  ctx: MailContext,
  mail: QueuedMail,
  { limits, is_last }: { limits: MailTimeouts; is_last: boolean },
): Promise<void> {
  const { config, log } = ctx
  const person = mail.user_id === null ? undefined : await fetchRecipient(ctx, mail.user_id)
  if (mail.user_id !== null && !isStillNeeded(mail, person)) return
  if (mail.link !== undefined && !(await resolveLink(ctx, mail.link))) return
  if (mail.ticket_hash !== undefined && !(await isCodeOpen(ctx, mail.ticket_hash))) return

  const address_hash = ctx.secrets.hashAddress(mail.is_own === true ? `own ${mail.to}` : mailboxOf(mail.to))
  const send_at = await nextSendTime(ctx, address_hash)
  if (send_at > ctx.clock()) {
    log.warn({ template: mail.template }, 'an address has reached its limit of emails')
    return await postponeMail(ctx, mail, address_hash, send_at)
  }

  if (mail.link !== undefined) await postponeLink(ctx, mail.link, ctx.clock(), mail.days)
  if (mail.ticket_hash !== undefined) await postponeCode(ctx, mail.ticket_hash, ctx.clock())
  const link = mail.link === undefined ? undefined : await resolveLink(ctx, mail.link)
  const { message, url } = await composeMail(ctx, mail, person, link)
  const route = await ctx.mailRoute()
  try {
    await deliver({ ...config, ...route }, message, mail.id, { limits })
  } catch (error) {
    const isRefused = error instanceof MailError && error.isPermanent
    // The inviter must know: nothing else tells them that nobody was written to.
    if ((isRefused || is_last) && mail.template === 'invitation' && mail.link !== undefined)
      await noteInvitationMail(ctx, mail.link, 'refused')
    if (!isRefused) {
      // Nobody waits for a code any more, and a full mailbox is its owner’s. Neither is a failure that whoever runs the site could mend, and
      // nothing of it is kept.
      if (is_last && (mail.ticket_hash !== undefined || (error instanceof MailError && error.isFull))) {
        log.warn({ template: mail.template, last_error: String(error) }, 'a mail was given up')
        return
      }
      if (!is_last) {
        // A link or a code lasts until the next attempt, from which its own time counts: that of a code is within an hour.
        const after = (ms: number) => new Date(ctx.clock().getTime() + ms)
        if (mail.link !== undefined) await postponeLink(ctx, mail.link, after(DAY_MS), mail.days)
        if (mail.ticket_hash !== undefined) await postponeCode(ctx, mail.ticket_hash, after(HOUR_MS))
      }
      throw error
    }
    log.warn({ template: mail.template, refusal: error.message }, 'a mail was refused for good')
    if (mail.user_id !== null && mail.to === person?.email)
      await noteRefusedAddress(ctx, mail.user_id, ctx.secrets.hashAddress(mail.to))
    return
  }
  if (mail.link !== undefined) await endEarlierLinks(ctx, mail.link)
  if (mail.user_id !== null) await forgetRefusal(ctx, mail.user_id, ctx.secrets.hashAddress(mail.to))
  if (mail.template === 'invitation' && mail.link !== undefined)
    await noteInvitationMail(ctx, mail.link, route.smtp_url === undefined ? null : 'sent')
  await recordSentMail(ctx, address_hash)
  if (config.logs_mail_links && route.smtp_url === undefined) log.info({ template: mail.template, url }, 'mail')
}

async function purgeMailData(ctx: MailContext): Promise<void> {
  const now = ctx.clock()
  const timeBefore = (ms: number): string => new Date(now.getTime() - ms).toISOString()
  await ctx.db.deleteFrom('sent_mails').where('sent_at', '<', timeBefore(QUOTA_WINDOW_MS)).execute()
  await ctx.db.deleteFrom('one_time_tokens').where('expires_at', '<', timeBefore(FILE_RETENTION_MS)).execute()
  await ctx.db.deleteFrom('invitations').where('expires_at', '<', timeBefore(INVITATION_RETENTION_MS)).execute()
  await ctx.db.deleteFrom('sign_in_codes').where('expires_at', '<', timeBefore(0)).execute()
  await ctx.db.deleteFrom('sign_ups').where('created_at', '<', timeBefore(SIGN_UP_RETENTION_MS)).execute()
  // Files have the machine's time, whatever the clock of the context returns.
  purgeMailFiles(ctx.config, new Date(Date.now() - FILE_RETENTION_MS))
}

export const mailJobs = (ctx: MailContext, limits: MailTimeouts = QUEUE_TIMEOUTS) => ({
  'mail.send': (mail: QueuedMail, { is_last }: { is_last: boolean }): Promise<void> =>
    sendMail(ctx, mail, { limits, is_last }),
})

/** Hourly cleanup, separate from sending, which may be slow. */
export const mailCleanupJobs = (ctx: MailContext) => ({ 'mail.forget': (): Promise<void> => purgeMailData(ctx) })
