import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { type SendMailOptions, createTransport } from 'nodemailer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Config } from '../config.ts'
import type { MailRoute } from './mail-server.ts'

/** Milliseconds. */
export interface MailTimeouts {
  /** Until the connection is established. */
  connect_ms: number
  /** For one mail from the first packet to the last response, however slowly the server responds. */
  total_ms: number
  /** For the response to a mail that was wholly transmitted, counted from then, where that may take longer. */
  answer_ms?: number
}
export const MAIL_TIMEOUTS: MailTimeouts = { connect_ms: 3000, total_ms: 30_000 }
/**
 * Some servers look through a mail before they say that they take it: who gives up sends it again, and its receiver gets it twice.
 * RFC 5321, 4.5.3.2.6, says ten minutes; a job has five.
 */
export const QUEUE_TIMEOUTS: MailTimeouts = { ...MAIL_TIMEOUTS, answer_ms: 4 * 60_000 }

/** True for the codes of certificates that do not hold. https://nodejs.org/api/tls.html#x509-certificate-error-codes */
export const isOfCertificate = (code: string): boolean => /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS/.test(code)

/**
 * Instead of nodemailer's `EENVELOPE` where it was no receiver that the server refused, but `MAIL_FROM`, or whoever does not sign in or
 * encrypt: that keeps every mail of the site from leaving, and may be mended.
 */
const SENDER_REFUSED = 'ESENDER'

/** Answers to a receiver that say that there is no such mailbox (RFC 5321, 4.3.2); the others are about the session, the mail, or for now. */
const NO_MAILBOX = ['550', '551', '553']
/** Enhanced statuses (RFC 3463) that say so, whatever stands before them: there is none, or it takes nothing any more. */
const SAYS_NO_MAILBOX = /^5\.(?:1\.(?:[0-6]|10)|2\.1)$/
/** Those that name a sender, a full mailbox, the server, a limit for the day, or policy: all of it may be mended. */
const MENDABLE = /^5\.(?:1\.[78]|2\.2|3\.\d{1,3}|4\.5|7\.\d{1,3})$/

/** An answer that says that the mailbox is full: its owner alone can mend that. */
const SAYS_FULL = /^[45]\d\d[ -][45]\.2\.2\b/
/** How `MailError` says so. */
export const MAILBOX_FULL = 'the mailbox is full'

/** Returns the enhanced status of a refusal (RFC 3463), which says more than its first number. */
const enhancedOf = (response: string): string | undefined => /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]

/** True for an answer after which the address is not tried again. `command`: the one that it answers, by nodemailer's name. */
export function isOfMailbox(command: string | undefined, response: string): boolean {
  const enhanced = enhancedOf(response) ?? ''
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  if (SAYS_NO_MAILBOX.test(enhanced)) return true
  return command === 'RCPT TO' && NO_MAILBOX.includes(response.slice(0, 3)) && !MENDABLE.test(enhanced)
}

/** Returns what happened, by nodemailer's code and the status of RFC 5321; nothing of what the server wrote, which may repeat the address. */
function explain(code: string, status: number | undefined, is_of_mailbox: boolean): string {
  if (is_of_mailbox) return 'the mail server does not take mails to this address'
  const isForGood = status !== undefined && status >= 500
  switch (code) {
    case 'EAUTH':
      return 'the mail server refused the user or the password'
    case SENDER_REFUSED:
      return isForGood
        ? 'the mail server does not take mails from this sender'
        : 'the mail server does not take the mail now'
    case 'EENVELOPE':
    case 'EMESSAGE':
      return isForGood ? 'the mail server refused the mail' : 'the mail server does not take the mail now'
    case 'ETLS':
      return 'no encrypted connection to the mail server'
    case 'EDNS':
      return 'the host of the mail server was not found'
    case 'EABORT':
    case 'ETIMEDOUT':
      return 'the mail server did not answer in time'
    default:
      return 'the mail could not be handed in to the mail server'
  }
}

interface Details {
  certificate?: string | undefined
  enhanced?: string | undefined
  is_of_mailbox?: boolean
  is_full?: boolean
}

/** A mail that could not be delivered. Does not contain the receiver, because it is logged. */
export class MailError extends Error {
  /** Nodemailer's code, such as `EAUTH`, or `ESENDER`. */
  readonly code: string
  /** True when the server refused the mail, its sender or its receiver (5xx). */
  readonly isNo: boolean
  /** True when the server said that there is no such mailbox: trying again is useless. */
  readonly isPermanent: boolean
  /** True when the server answered that it does not take the mail, now or ever; else nobody knows whether it took it. */
  readonly isAnswered: boolean
  /** True when the refusal is about this receiver or this mail, so that another mail may be taken. */
  readonly isAboutMail: boolean
  /** True when the mailbox is full: nobody but its owner can mend that. */
  readonly isFull: boolean

  /** `certificate` says what is wrong with that of the server, by Node's code. `enhanced`: the status of RFC 3463. */
  constructor(
    code: string,
    status: number | undefined,
    { certificate, enhanced, is_of_mailbox = false, is_full = false }: Details = {},
  ) {
    const answer = is_full ? MAILBOX_FULL : explain(code, status, is_of_mailbox)
    const reason = certificate === undefined ? answer : 'the certificate of the mail server does not hold'
    super(`${reason} (${[code, certificate, status, enhanced].filter((part) => part !== undefined).join(' ')})`)
    this.code = code
    this.isAnswered = status !== undefined && status >= 400 && status < 600
    this.isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
    const isRefusal = this.isAboutMail || code === SENDER_REFUSED
    this.isNo = isRefusal && status !== undefined && status >= 500 && status < 600
    this.isPermanent = is_of_mailbox
    this.isFull = is_full
  }
}

// Nothing in a mail is ever read from a file or an address, whatever its text contains.
const noExternalAccess = { disableFileAccess: true, disableUrlAccess: true }

type TransportConfig = Pick<Config, 'data_dir'> & MailRoute

/** Folder in which mails are stored as files when there is no mail server. */
export const mailFolder = ({ data_dir }: Pick<Config, 'data_dir'>): string => path.join(data_dir, 'mail')

/** True if what stands before the @ is beyond ASCII: only servers with SMTPUTF8 (RFC 6531) write to it. */
export const needsUnicode = (address: string): boolean => /[^ -~]/.test(address.slice(0, address.lastIndexOf('@')))

/** Asks the mail server whether it has SMTPUTF8. Rejects when it does not answer. */
async function hasUnicode(smtp_url: string, limits: MailTimeouts): Promise<boolean> {
  const connection = new SMTPConnection({
    ...parseConnectionUrl(smtp_url),
    dnsTimeout: limits.connect_ms,
    connectionTimeout: limits.connect_ms,
    greetingTimeout: limits.connect_ms,
    socketTimeout: limits.connect_ms,
  })
  const connected = new Promise<void>((resolve, reject) => {
    connection.once('error', reject)
    connection.connect((error) => (error ? reject(error) : resolve()))
  })
  try {
    await connected
    // The answer to EHLO, which is asked for again once the connection is encrypted.
    return /^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse))
  } finally {
    connection.close()
  }
}

/**
 * False when the mail server says that it cannot write to the address, or to one of them. One that does not answer is asked again when a mail
 * leaves.
 */
export async function isInReach(
  { smtp_url }: MailRoute,
  addresses: string | string[],
  limits: MailTimeouts = MAIL_TIMEOUTS,
): Promise<boolean> {
  if (smtp_url === undefined || ![addresses].flat().some(needsUnicode)) return true
  return await hasUnicode(smtp_url, limits).catch(() => true)
}

/** A message whose end waits until `atEnd` resolves. Read only once the server has said that it wants it. */
async function* withEnd(message: Readable, atEnd: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const part of message) yield part as Buffer
  await atEnd()
}

export interface DeliverOptions {
  limits: MailTimeouts
  /**
   * Called when the whole mail was transmitted, before the server is told that it ends: what this notes is noted before the
   * server takes the mail. The server does not get the mail when it rejects.
   */
  claim?: () => Promise<void>
}

/**
 * Sends a mail to the mail server, or writes it to `DATA_DIR/mail/<name>.eml`, readable by its owner only. Rejects with
 * `MailError`: for good where the server cannot write to the address.
 */
export async function deliver(
  site: TransportConfig,
  mail: SendMailOptions & { to: { address: string } },
  name: string,
  { limits, claim }: DeliverOptions,
): Promise<void> {
  if (site.smtp_url === undefined) return await writeMailFile(site, mail, name, claim)
  // Else a server without it would get bytes that mean nothing to it, or another mailbox.
  if (!(await isInReach(site, mail.to.address, limits))) throw new MailError('EENVELOPE', 553, { is_of_mailbox: true })
  const transport = createTransport({
    ...noExternalAccess,
    url: site.smtp_url,
    dnsTimeout: limits.connect_ms,
    connectionTimeout: limits.connect_ms,
    greetingTimeout: limits.total_ms,
    socketTimeout: limits.answer_ms ?? limits.total_ms,
    socketCloseTimeout: 1000,
    ...(site.dkim && { dkim: site.dkim }),
  })
  const patience = new AbortController()
  const waitFor = (ms: number) => setTimeout(() => patience.abort(), ms)
  let timer = waitFor(limits.total_ms)
  const atEnd = async (): Promise<void> => {
    await claim?.()
    if (limits.answer_ms === undefined) return
    clearTimeout(timer)
    timer = waitFor(limits.answer_ms)
  }
  transport.use('stream', ({ message }, done) => {
    const read = message.createReadStream.bind(message)
    // A stream of a generator asks for nothing until it is read, which happens after the receiver was accepted.
    message.createReadStream = (options) => Readable.from(withEnd(read(options), atEnd), { objectMode: false })
    done()
  })
  try {
    await transport.sendMail({ ...mail, ...noExternalAccess, signal: patience.signal })
  } catch (error) {
    // The server's message may repeat the address, and errors thrown here are stored and logged.
    const {
      code = 'unknown',
      originalCode = '',
      command,
      responseCode,
      response = '',
    } = error as { code?: string; originalCode?: string; command?: string; responseCode?: number; response?: string }
    throw new MailError(code === 'EENVELOPE' && command === 'MAIL FROM' ? SENDER_REFUSED : code, responseCode, {
      certificate: isOfCertificate(originalCode) ? originalCode : undefined,
      enhanced: enhancedOf(response),
      is_of_mailbox: isOfMailbox(command, response),
      is_full: SAYS_FULL.test(response),
    })
  } finally {
    clearTimeout(timer)
  }
}

async function writeMailFile(
  site: TransportConfig,
  mail: SendMailOptions,
  name: string,
  claim?: () => Promise<void>,
): Promise<void> {
  const { message } = await createTransport({ streamTransport: true, buffer: true, ...noExternalAccess }).sendMail({
    ...mail,
    ...noExternalAccess,
  })
  const folder = mailFolder(site)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `${name}.eml`)
  // Uses another name until the file is complete, so that no reader finds a partial one.
  const part = `${file}.part`
  writeFileSync(part, message as Buffer, { mode: 0o600 })
  chmodSync(part, 0o600)
  await claim?.()
  renameSync(part, file)
}

/** Deletes mails written before the time: nobody collects them any more, and they contain addresses. */
export function purgeMailFiles(site: Pick<Config, 'data_dir'>, before: Date): void {
  const folder = mailFolder(site)
  try {
    for (const name of readdirSync(folder)) {
      const file = path.join(folder, name)
      if (/\.eml(\.part)?$/.test(name) && statSync(file).mtime < before) rmSync(file, { force: true })
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
