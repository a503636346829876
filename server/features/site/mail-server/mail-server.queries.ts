import type { MailServer } from '../../../../contract/mail-server.ts'
import type { Context } from '../../../context.ts'
import { readStoredMailServer } from '../../../mail/mail-server.ts'

/** How emails leave, without secrets. */
export async function describeMailServer({ db, config }: Pick<Context, 'db' | 'config'>): Promise<MailServer> {
  const isEnvironment = config.smtp_url !== undefined
  const stored = isEnvironment ? undefined : await readStoredMailServer(db)
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
