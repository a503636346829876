import { recordAudit } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { dropSettings, noteSettingsWriter } from '../../../db/settings-cache.ts'
import { MAIL_SERVER_SETTING, type StoredMailServer } from '../../../mail/mail-server.ts'

/** Tells every process how emails leave from the commit on. */
function noteChange(ctx: Context): void {
  noteSettingsWriter(ctx.db)
  ctx.afterCommit(() => dropSettings(ctx.db))
}

/** Keeps the mail server. The activity log names it, without its password. */
export async function keepMailServer(ctx: Context, actor_id: string, server: StoredMailServer): Promise<void> {
  const row = { value: JSON.stringify(server), updated_at: now(ctx), updated_by: actor_id }
  await ctx.db
    .insertInto('settings')
    .values({ key: MAIL_SERVER_SETTING, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
  noteChange(ctx)
  const { host, port, from } = server
  const target = { target_type: 'setting', target_id: MAIL_SERVER_SETTING }
  await recordAudit(ctx, actor_id, { action: 'mail_server.write', ...target, detail: { host, port, from } })
}

export async function removeMailServer(ctx: Context, actor_id: string): Promise<void> {
  await ctx.db.deleteFrom('settings').where('key', '=', MAIL_SERVER_SETTING).execute()
  noteChange(ctx)
  const target = { target_type: 'setting', target_id: MAIL_SERVER_SETTING }
  await recordAudit(ctx, actor_id, { action: 'mail_server.remove', ...target })
}
