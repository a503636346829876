import type { Context } from '../../../context.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { readSetting } from '../../../settings/settings.ts'
import { userById } from '../users/users.queries.ts'

/** Refuses users who have to confirm their address first. */
export async function checkEmailVerified(ctx: Pick<Context, 'db'>, viewer: Pick<Viewer, 'id'>): Promise<void> {
  if (!(await readSetting(ctx, 'require_verified_email'))) return
  const user = ensureFound(await userById(ctx.db, viewer.id), 'sessions.required')
  check(user.email_verified_at !== null, 'emails.not_verified')
}
