import { type Context, now } from '../../../context.ts'
import { foldName } from '../../../db/names.ts'
import { updateUser } from '../users/users.commands.ts'

export async function updateProfile(
  ctx: Context,
  id: string,
  change: { display_name?: string | undefined; about?: string | undefined },
): Promise<void> {
  const { display_name, about } = change
  await updateUser(ctx.db, now(ctx), id, {
    ...(display_name !== undefined && { display_name, name_folded: foldName(display_name) }),
    ...(about !== undefined && { about }),
  })
}
