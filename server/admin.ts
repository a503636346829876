import { pino } from 'pino'
import { email as Email } from '../contract/sessions.ts'
import { CommandError, runCommand } from './command.ts'
import { readConfig } from './config.ts'
import { recordAct } from './audit/audit.ts'
import { type Context, buildContext, now } from './context.ts'
import { revokeAll } from './features/sessions/sessions.queries.ts'
import { NO_PASSWORD, insertUser, listAdmins, updateUser, userByEmail } from './features/users/users.queries.ts'
import { logOptions } from './log.ts'
import { linkOf, newLink } from './mail/links.ts'

// `npm run admin`: what can only be done by whoever has the machine, and must work when nobody can sign in.

const USAGE = `npm run admin -- create <email>   makes an administrator, and prints a link to choose a password
npm run admin -- reset <email>    prints a link to choose a new password, for anybody who is locked out
npm run admin -- list             shows the administrators`

function readEmail(text: string | undefined): string {
  if (text === undefined) throw new CommandError(USAGE)
  const parsed = Email.safeParse(text)
  if (!parsed.success) throw new CommandError(`"${text}" is not an email address. Write it as name@example.org.`)
  return parsed.data
}

/** The link that a mail would hold. It is printed and not logged: it is a key. */
async function linkFor(
  ctx: Context,
  purpose: 'invitation' | 'reset_password',
  user: { id: string; email: string },
): Promise<string> {
  const link = await linkOf(ctx, await newLink(ctx, { purpose, user_id: user.id, email: user.email }))
  return link ? `${link.url}\n\nIt works once, until ${link.expires_at}.` : ''
}

const create = (root: Context, email: string): Promise<string> =>
  root.transaction(async (ctx) => {
    const known = await userByEmail(ctx.db, email)
    const act = { action: 'admin.create', target_type: 'user' }
    if (known) {
      if (known.role === 'admin' && known.status === 'active') {
        return `${email} is an administrator already. "npm run admin -- reset ${email}" prints a link to choose a new password.`
      }
      await updateUser(ctx.db, now(ctx), known.id, { role: 'admin', status: 'active', awaits_approval: false })
      await revokeAll(ctx, known.id, { reason: 'role_changed' })
      await recordAct(ctx, null, { ...act, target_id: known.id })
      return `${email} had an account, which is an administrator's now. Sign in with its password.`
    }
    const display_name = email.slice(0, email.lastIndexOf('@')).slice(0, 60)
    const user = { email, display_name, role: 'admin' as const, password_hash: NO_PASSWORD }
    const id = await insertUser(ctx.db, now(ctx), user)
    await recordAct(ctx, null, { ...act, target_id: id })
    return `${email} is an administrator. Open this link to choose a password:\n${await linkFor(ctx, 'invitation', { id, email })}`
  })

const reset = (root: Context, email: string): Promise<string> =>
  root.transaction(async (ctx) => {
    const user = await userByEmail(ctx.db, email)
    if (!user) throw new CommandError(`There is no account with the address ${email}.`)
    if (user.status === 'suspended') throw new CommandError(`The account of ${email} is suspended.`)
    await recordAct(ctx, null, { action: 'admin.reset', target_type: 'user', target_id: user.id })
    return `Open this link to choose a new password for ${email}:\n${await linkFor(ctx, 'reset_password', user)}`
  })

async function list(ctx: Context): Promise<string> {
  const admins = await listAdmins(ctx.db)
  if (admins.length === 0) return 'There is no administrator yet.'
  return admins.map(({ email, display_name, status }) => `${email}  ${display_name}  ${status}`).join('\n')
}

async function carryOut(ctx: Context, [command, email]: string[]): Promise<string> {
  switch (command) {
    case 'create':
      return await create(ctx, readEmail(email))
    case 'reset':
      return await reset(ctx, readEmail(email))
    case 'list':
      return await list(ctx)
    default:
      throw new CommandError(USAGE)
  }
}

await runCommand(async () => {
  const config = readConfig(process.env)
  const words = process.argv.slice(2)
  // A mistake in the words is told before anything is opened or made.
  if (words[0] !== 'list') readEmail(words[1])
  const ctx = await buildContext(config, pino({ ...logOptions(config), level: 'error' }, pino.destination(2)))
  try {
    return await carryOut(ctx, words)
  } finally {
    await ctx.close()
  }
})
