import { sql } from 'kysely'
import type { Language } from '../../../../contract/fields.ts'
import { type Context, now } from '../../../context.ts'
import { endEarlierAccess } from '../sessions/earlier-access.commands.ts'
import type { SignUp } from '../users/sign-ups.commands.ts'
import { updateUser } from '../users/users.commands.ts'
import { foldName } from '../../../db/names.ts'

/** Gives an account that nobody has used yet the password and the name of the sign-up whose link was opened. */
export async function applySignUp(
  ctx: Context,
  user_id: string,
  { password_hash, display_name, join_answer }: SignUp,
  { awaits_approval, mail_language }: { awaits_approval: boolean; mail_language: Language | undefined },
): Promise<void> {
  await updateUser(ctx.db, now(ctx), user_id, {
    password_hash,
    display_name,
    name_folded: foldName(display_name),
    // The language of an account is that of the person who used the address first.
    ...(mail_language && { mail_language }),
    // Staff may have let the person in meanwhile.
    join_answer: awaits_approval ? join_answer : null,
  })
  await endEarlierAccess(ctx, user_id)
}

/**
 * Takes the address that somebody leaves off the lists of groups from which a leader removed them: the account alone tells that the
 * summaries which go there are for them.
 */
export async function leaveListsOfGroups(
  { db }: Pick<Context, 'db'>,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await db
    .deleteFrom('group_readers')
    .where('email', '=', email)
    .where(
      sql<boolean>`exists (select 1 from group_removals where group_removals.user_id = ${id}
        and group_removals.group_id = group_readers.group_id and group_removals.removed_at >= group_readers.created_at)`,
    )
    .execute()
}
