import { createHash } from 'node:crypto'
import { recordAudit } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { dropSettings, noteSettingsWriter } from '../../../db/settings-cache.ts'
import { type Logo, LOGO_SETTING } from '../../../mail/logo.ts'

/** Tells every process of the logo from the commit on, and the activity log who changed it. */
async function noteChange(ctx: Context, actor_id: string, action: 'logo.write' | 'logo.remove'): Promise<void> {
  noteSettingsWriter(ctx.db)
  ctx.afterCommit(() => dropSettings(ctx.db))
  await recordAudit(ctx, actor_id, { action, target_type: 'setting', target_id: LOGO_SETTING })
}

/** Keeps a logo in place of the one before. */
export async function keepLogo(
  ctx: Context,
  actor_id: string,
  { png, side }: Pick<Logo, 'png' | 'side'>,
): Promise<Pick<Logo, 'version'>> {
  const version = createHash('sha256').update(png).digest('hex').slice(0, 16)
  const value = JSON.stringify({ png: png.toString('base64'), version, side })
  const row = { value, updated_at: now(ctx), updated_by: actor_id }
  await ctx.db
    .insertInto('settings')
    .values({ key: LOGO_SETTING, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
  await noteChange(ctx, actor_id, 'logo.write')
  return { version }
}

export async function removeLogo(ctx: Context, actor_id: string): Promise<void> {
  const { numDeletedRows } = await ctx.db.deleteFrom('settings').where('key', '=', LOGO_SETTING).executeTakeFirst()
  if (numDeletedRows > 0n) await noteChange(ctx, actor_id, 'logo.remove')
}
