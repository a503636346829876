import { z } from 'zod'
import type { Schemas } from './define.ts'
import { email } from './sessions.ts'

/** A name or an address, without a port. */
const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([\da-z](-*[\da-z]){0,62}\.){0,8}[\da-z](-*[\da-z]){0,62}$|^\[[\d:a-f]{2,45}\]$/)

/** The way in which emails leave. */
export const MailServer = z.object({
  /**
   * `environment`: as the server was started, which nothing here changes. `site`: as administrators set it. `none`: emails become
   * files in the data folder.
   */
  source: z.enum(['environment', 'site', 'none']),
  /** The server that administrators set; null when the source is another one. The password is never told. */
  server: z.object({ host: z.string(), port: z.int(), username: z.string(), from: z.string() }).nullable(),
  /** Number of emails that wait to be sent. */
  waiting: z.int(),
})
export type MailServer = z.infer<typeof MailServer>

const tried = ['mail_server.unreachable', 'mail_server.wrong_password', 'mail_server.refused'] as const

export const mailServer = {
  'mail_server.read': { input: z.strictObject({}), output: MailServer, errors: [] },
  /** Sends a test email to the administrator through this server, and keeps it only when the server takes that email. */
  'mail_server.write': {
    input: z.strictObject({
      host,
      port: z.int().min(1).max(65_535),
      /** The address that people see, and that signs in when there is no `username`. */
      from: email,
      /** Empty: the server wants no signing in. */
      username: z.string().trim().max(320).optional(),
      /** Left out: the one that is kept for the same server and user name. */
      password: z.string().max(1024).optional(),
    }),
    output: MailServer,
    errors: [
      'mail_server.in_environment',
      'mail_server.password_needed',
      ...tried,
      'sessions.confirmation_needed',
      'request.too_many',
    ],
  },
  'mail_server.remove': {
    input: z.strictObject({}),
    output: MailServer,
    errors: ['mail_server.in_environment', 'sessions.confirmation_needed'],
  },
} satisfies Schemas<'mail_server'>
