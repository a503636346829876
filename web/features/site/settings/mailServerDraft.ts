import { type MailProvider, mailProviders } from '../../../../contract/mail-server.values.ts'
import type { MailServer } from '../../../../contract/mail-server.ts'
import type { Input } from '../../../../contract/schemas.ts'

import type { About } from '../../../query.ts'

/** These depend on whether the site sends email. */
export const STALE_QUERIES: About[] = [
  'desk',
  'alarms',
  'checks.list',
  'checks.server',
  'stats.read',
  'sessions.how_to_sign_up',
  'preferences.read',
]

/** Holds the form as it was typed. */
export interface MailServerDraft {
  /** True for a server that is none of the known providers'. */
  is_other: boolean
  host: string
  port: string
  from: string
  /** Empty: the address. */
  username: string
  signs_in: boolean
  /** Empty: the one that is kept. */
  password: string
}

const findProvider = (host: string): MailProvider | undefined => mailProviders.find((one) => one.host === host)

/** The provider that is chosen; undefined when none is, or another one. */
export const providerOf = ({ is_other, host }: Pick<MailServerDraft, 'is_other' | 'host'>): MailProvider | undefined =>
  is_other ? undefined : findProvider(host)

export function draftOf(kept: MailServer['server']): MailServerDraft {
  const { host = '', port = 587, from = '', username = from } = kept ?? {}
  return {
    is_other: host !== '' && findProvider(host) === undefined,
    host,
    port: String(port),
    from,
    username: username === from ? '' : username,
    signs_in: username !== '' || host === '',
    password: '',
  }
}

export function inputOf({
  host,
  port,
  from,
  username,
  signs_in,
  password,
}: MailServerDraft): Input<'mail_server.write'> {
  const typed = username.trim()
  return {
    host: host.trim(),
    port: Number(port),
    from: from.trim(),
    ...(!signs_in ? { username: '' } : typed !== '' && { username: typed }),
    ...(signs_in && password !== '' && { password: passwordOf(host, password) }),
  }
}

/** True for the number of a port. */
export const isPort = (typed: string): boolean =>
  Number.isInteger(Number(typed)) && Number(typed) >= 1 && Number(typed) <= 65_535

/** Google shows its app passwords in groups of four letters, with spaces that belong to none. */
const passwordOf = (host: string, password: string): string =>
  host === 'smtp.gmail.com' ? password.replaceAll(/\s/g, '') : password

/** True when no password is kept for this server and user name. */
export function needsPassword(draft: MailServerDraft, kept: MailServer['server']): boolean {
  const { host, port, from, username = from } = inputOf(draft)
  return draft.signs_in && !(kept?.host === host && kept.port === port && kept.username === username)
}
