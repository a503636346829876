import { type SqlBool, sql } from 'kysely'
import type { MailServer } from '../../../../contract/mail-server.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { readStoredMailServer } from '../../../mail/mail-server.ts'
import { MANY_ATTEMPTS } from '../../../mail/queue.ts'
import { MAILBOX_FULL } from '../../../mail/transport.ts'

/** How emails leave, without secrets. */
export async function describeMailServer({
  db,
  config,
  secrets,
}: Pick<Context, 'db' | 'config' | 'secrets'>): Promise<MailServer> {
  const isEnvironment = config.smtp_url !== undefined
  const stored = isEnvironment ? undefined : await readStoredMailServer(db, secrets)
  const waiting = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number | string>().as('n'))
    .where('kind', '=', 'mail.send')
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow()
  return {
    source: isEnvironment ? 'environment' : stored ? 'site' : 'none',
    server: stored ? { host: stored.host, port: stored.port, username: stored.username, from: stored.from } : null,
    waiting: Number(waiting.n),
  }
}

/**
 * Returns the time of the oldest mail that was tried for about an hour and that no server has taken; null: there is none. One that waits
 * for room in its receiver's mailbox says nothing of the server.
 */
export async function waitingMailSince(db: Db): Promise<string | null> {
  const { since } = await db
    .selectFrom('jobs')
    .where('kind', '=', 'mail.send')
    // As in the condition of the index.
    .where('status', '=', sql.lit('queued'))
    .where('attempts', '>=', MANY_ATTEMPTS)
    .where(sql<SqlBool>`coalesce(last_error, '') not like ${sql.lit(`%${MAILBOX_FULL}%`)}`)
    .select(({ fn }) => fn.min('created_at').as('since'))
    .executeTakeFirstOrThrow()
  return since
}
