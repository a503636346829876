import type { Context } from '../../../context.ts'
import { hasAdmin } from '../users/users.queries.ts'
import { shareSetUpSecret } from './sessions.commands.ts'

/** Prints the one-time link that creates the first administrator, while there is none. */
export async function printSetUpLink(ctx: Context): Promise<void> {
  if (await hasAdmin(ctx.db)) return
  const { secret, hours } = await shareSetUpSecret(ctx)
  // Writes to the terminal, not the log: logs are stored, and this link is a credential for a day.
  process.stdout.write(
    `\nNo administrators yet. Open this link within ${hours} hours to become one:\n${ctx.config.public_url}/setup#${secret}\n\n`,
  )
}
