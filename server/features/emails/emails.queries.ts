import type { Language } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { check, found } from '../../http/errors.ts'
import type { Viewer } from '../../http/session.ts'
import { newLink } from '../../mail/links.ts'
import { queueMail } from '../../mail/queue.ts'
import { readSetting } from '../../settings/settings.ts'
import { userById } from '../users/users.queries.ts'
import { mustVerify } from './emails.rules.ts'

/** Refuses somebody who has to confirm their address first. */
export async function checkVerified(ctx: Pick<Context, 'db'>, viewer: Pick<Viewer, 'id'>): Promise<void> {
  if (!(await readSetting(ctx, 'require_verified_email'))) return
  const user = found(await userById(ctx.db, viewer.id), 'sessions.required')
  check(!mustVerify(user, true), 'emails.not_verified')
}

/** Mails a link by which the person confirms their address. */
export async function mailVerification(
  ctx: Context,
  { id, email }: { id: string; email: string },
  language: Language,
): Promise<void> {
  const link = await newLink(ctx, { purpose: 'verify_email', user_id: id, email })
  await queueMail(ctx, { to: email, user_id: id, template: 'verify_email', link, language })
}
