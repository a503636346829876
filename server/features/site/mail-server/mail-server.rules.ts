import { MAIL_TIMEOUTS, type MailError } from '../../../mail/transport.ts'

/** Nodemailer's codes: nobody answers under this name and port, or not as a mail server with encryption does. */
const UNREACHABLE = new Set([
  'ECONNECTION',
  'EDNS',
  'ESOCKET',
  'ETIMEDOUT',
  'ETLS',
  'EPROTOCOL',
  'ECONNREFUSED',
  'ENOTFOUND',
])

/** Returns what kept a test email from leaving, in the words of the form. */
export function problemOf({ code, isAnswered }: Pick<MailError, 'code' | 'isAnswered'>) {
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'mail_server.wrong_password'
  return UNREACHABLE.has(code) && !isAnswered ? 'mail_server.unreachable' : 'mail_server.refused'
}

/**
 * How long the answer about a server that was not reached waits still: a port that is closed says so at once and a silent one never, and
 * nobody is to learn which. Milliseconds.
 */
export const restOfTry = (elapsed_ms: number): number => Math.max(0, MAIL_TIMEOUTS.connect_ms - elapsed_ms)
