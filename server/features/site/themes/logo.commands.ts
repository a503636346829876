import { createHash } from 'node:crypto'
import { recordAudit } from '../../../audit/audit.ts'
import type { Context } from '../../../context.ts'
import { type Logo, LOGO_SETTING } from '../../../mail/logo.ts'
import { removeSetting, storeSetting } from '../../../settings/stored.ts'

const target = { target_type: 'setting', target_id: LOGO_SETTING }

/** Keeps a logo in place of the one before. */
export async function keepLogo(
  ctx: Context,
  actor_id: string,
  { png, side }: Pick<Logo, 'png' | 'side'>,
): Promise<Pick<Logo, 'version'>> {
  const version = createHash('sha256').update(png).digest('hex').slice(0, 16)
  await storeSetting(ctx, actor_id, LOGO_SETTING, { png: png.toString('base64'), version, side })
  await recordAudit(ctx, actor_id, { action: 'logo.write', ...target })
  return { version }
}

export async function removeLogo(ctx: Context, actor_id: string): Promise<void> {
  if (await removeSetting(ctx, LOGO_SETTING)) await recordAudit(ctx, actor_id, { action: 'logo.remove', ...target })
}
