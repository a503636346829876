import { recordAudit } from '../../../audit/audit.ts'
import type { Context } from '../../../context.ts'
import { MAIL_SERVER_SETTING, type StoredMailServer } from '../../../mail/mail-server.ts'
import { removeSetting, storeSetting } from '../../../settings/stored.ts'

/** Keeps the mail server. The activity log names it, without its password. */
export async function keepMailServer(ctx: Context, actor_id: string, server: StoredMailServer): Promise<void> {
  await storeSetting(ctx, actor_id, MAIL_SERVER_SETTING, server)
  const { host, port, from } = server
  const target = { target_type: 'setting', target_id: MAIL_SERVER_SETTING }
  await recordAudit(ctx, actor_id, { action: 'mail_server.write', ...target, detail: { host, port, from } })
}

export async function removeMailServer(ctx: Context, actor_id: string): Promise<void> {
  await removeSetting(ctx, MAIL_SERVER_SETTING)
  const target = { target_type: 'setting', target_id: MAIL_SERVER_SETTING }
  await recordAudit(ctx, actor_id, { action: 'mail_server.remove', ...target })
}
