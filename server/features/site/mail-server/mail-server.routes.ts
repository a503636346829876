import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { Refusal, check } from '../../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import { MINUTE, defineLimit } from '../../../http/limits/rate-limit.ts'
import { checkRecentlyConfirmed } from '../../../http/session.ts'
import { type StoredMailServer, readStoredMailServer, routeOf } from '../../../mail/mail-server.ts'
import { sendTestMail } from '../../../mail/send.ts'
import { MailError } from '../../../mail/transport.ts'
import { leadsToLinkLocal } from '../../../outgoing/public-address.ts'
import { saveCheckResult } from '../checks/checks.commands.ts'
import { keepMailServer, removeMailServer } from './mail-server.commands.ts'
import { describeMailServer } from './mail-server.queries.ts'
import { problemOf, restOfTry } from './mail-server.rules.ts'

/** Apart from other mails: whoever tries settings goes on to confirm their address. */
const serverTries = defineLimit('mail_server_tries', 5, 30 * MINUTE)

const checkIsChangeable = ({ config }: Pick<Context, 'config'>): void =>
  check(config.smtp_url === undefined, 'mail_server.in_environment')

/** Sends a test email through the server. Returns how long it took, in milliseconds. */
async function tryServer(ctx: Context, user_id: string, server: StoredMailServer): Promise<number> {
  const route = routeOf(server, ctx.secrets)
  const start = performance.now()
  try {
    if (await leadsToLinkLocal(server.host)) throw new MailError('ECONNREFUSED', undefined)
    await sendTestMail({ ...ctx, mailRoute: () => Promise.resolve(route) }, user_id)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const problem = problemOf(error)
    if (problem === 'mail_server.unreachable') await pause(restOfTry(performance.now() - start))
    throw new Refusal(problem)
  }
  return Math.round(performance.now() - start)
}

export const mailServer = {
  'mail_server.read': ({ ctx }) => describeMailServer(ctx),

  // Outside a transaction: a mail server may be slow.
  'mail_server.write': opensTransaction(async ({ ctx, once, limits, viewer, input }) => {
    checkIsChangeable(ctx)
    checkRecentlyConfirmed(ctx, viewer)
    const { host, port, from, username = from, password } = input
    const kept = await readStoredMailServer(ctx.db, ctx.secrets)
    // Else whoever took over a session could send the kept password to a server of their own.
    const canKeep = kept?.host === host && kept.port === port && kept.username === username
    check(password !== undefined || username === '' || canKeep, 'mail_server.password_needed')
    await limits.count(serverTries, viewer.id)
    const sealed_password =
      password === undefined ? (canKeep ? kept.sealed_password : '') : ctx.secrets.encrypt(password)
    const server = { host, port, username, sealed_password, from }
    const ms = await tryServer(ctx, viewer.id, server)
    return await once(async (transaction) => {
      await keepMailServer(transaction, viewer.id, server)
      await saveCheckResult(transaction, 'mail', { outcome: 'handed_in', is_well: true }, ms)
      return await describeMailServer(transaction)
    })
  }),

  'mail_server.remove': async ({ ctx, viewer }) => {
    checkIsChangeable(ctx)
    checkRecentlyConfirmed(ctx, viewer)
    await removeMailServer(ctx, viewer.id)
    return await describeMailServer(ctx)
  },
} satisfies Handlers<'mail_server'>
