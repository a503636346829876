import { z } from 'zod'
import { isThisMachine } from '../../contract/site-address.values.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { readStoredSetting } from '../db/settings-cache.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** The way in which mails leave. `smtp_url` is undefined where they become files. */
export type MailRoute = Pick<Config, 'smtp_url' | 'mail_from' | 'dkim'>

/** The key under which the mail server of administrators is stored. It is no setting that is read or written like others. */
export const MAIL_SERVER_SETTING = 'mail_server'

/** A mail server as it is stored. The password is encrypted with the site's key. */
export const StoredMailServer = z.object({
  host: z.string(),
  port: z.int(),
  username: z.string(),
  sealed_password: z.string(),
  /** The address that people see in what they get. */
  from: z.string(),
})
export type StoredMailServer = z.infer<typeof StoredMailServer>

/** Returns the mail server that administrators set; undefined when there is none whose password the key of the site opens. */
export async function readStoredMailServer(
  db: Db,
  secrets: Pick<Secrets, 'decrypt'>,
): Promise<StoredMailServer | undefined> {
  const row = await readStoredSetting(db, MAIL_SERVER_SETTING)
  const stored = StoredMailServer.safeParse(row?.value).data
  if (stored === undefined) return undefined
  try {
    routeOf(stored, secrets)
    return stored
  } catch {
    return undefined
  }
}

/** RFC 8314: encrypted from the first byte on. On other ports encryption is asked for in the conversation. */
const TLS_PORT = 465

/** Throws when the password was encrypted with the key of another site. */
export function routeOf(
  { host, port, username, sealed_password, from }: StoredMailServer,
  secrets: Pick<Secrets, 'decrypt'>,
): MailRoute {
  const url = new URL(`${port === TLS_PORT ? 'smtps' : 'smtp'}://${host}:${port}`)
  // Nodemailer reads them decoded. `URL` encodes all but the sign itself.
  if (username !== '') {
    url.username = username.replaceAll('%', '%25')
    url.password = secrets.decrypt(sealed_password).replaceAll('%', '%25')
  }
  // Else the password would be sent in the clear to whoever answers for the server.
  if (username !== '' && port !== TLS_PORT && !isThisMachine(url.hostname)) url.searchParams.set('requireTLS', 'true')
  // A server that signs in people signs its mails too, for its own domain.
  return { smtp_url: url.href, mail_from: from, dkim: undefined }
}

/** Returns the way in which mails leave: as the environment says, else as administrators set, else as files. */
export async function readMailRoute(db: Db, config: MailRoute, secrets: Secrets): Promise<MailRoute> {
  const usual = { smtp_url: config.smtp_url, mail_from: config.mail_from, dkim: config.dkim }
  if (usual.smtp_url !== undefined) return usual
  const stored = await readStoredMailServer(db, secrets)
  return stored ? routeOf(stored, secrets) : usual
}
