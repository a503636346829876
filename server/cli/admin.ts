import { pino } from 'pino'
import { email as Email } from '../../contract/sessions.ts'
import { CommandError } from './command.ts'
import { recordAudit, recordSecurityEvent } from '../audit/audit.ts'
import { type Context, buildContext, now } from '../context.ts'
import { followSiteAddress } from '../settings/settings.ts'
import { endUnprovenAccess } from '../features/identity/sessions/earlier-access.commands.ts'
import { revokeSessions } from '../features/identity/sessions/sessions.commands.ts'
import { deleteTotp } from '../features/identity/second-factors/second-factors.commands.ts'
import { hasTotp } from '../features/identity/second-factors/second-factors.queries.ts'
import { NO_PASSWORD, listAdmins, userByEmail } from '../features/identity/users/users.queries.ts'
import { insertUser, updateUser } from '../features/identity/users/users.commands.ts'
import { logOptions } from '../log.ts'
import { resolveLink, createLink } from '../mail/links.ts'
import { enqueueMail } from '../mail/queue.ts'
import { type Command, requireSite, runCommand } from './site.ts'

// `npm run admin`: actions that only the operator of the machine may take, and that must work when nobody can sign in.

const USAGE = `npm run admin -- create <email>   makes an administrator, and prints a link to choose a password
npm run admin -- reset <email>    prints a link to choose a new password, for anyone who is locked out
npm run admin -- reset <email> --without-code    also ends the authenticator app, where it and the recovery codes are lost
npm run admin -- list             shows the administrators
Add --data <folder> for a site in another folder than DATA_DIR.`

function readEmail(text: string | undefined): string {
  if (text === undefined) throw new CommandError(USAGE)
  const parsed = Email.safeParse(text)
  if (!parsed.success) throw new CommandError(`"${text}" isn’t an email address. Write it as name@example.org.`)
  return parsed.data
}

/** Creates the link that a mail would contain. Printed and not logged, because it is a credential. */
async function createPrintedLink(
  ctx: Context,
  purpose: 'invitation' | 'reset_password',
  user: { id: string; email: string },
): Promise<string> {
  const link = await resolveLink(ctx, await createLink(ctx, { purpose, user_id: user.id, email: user.email }))
  return link ? `${link.url}\n\nIt works once, until ${link.expires_at}.` : ''
}

const createAdmin = (root: Context, email: string): Promise<string> =>
  root.transaction(async (ctx) => {
    const known = await userByEmail(ctx.db, email)
    const act = { action: 'admin.create' as const, target_type: 'user' }
    if (known) {
      if (known.role === 'admin' && known.status === 'active') {
        return `${email} is already an administrator. For a link to choose a new password, run "npm run admin -- reset ${email}".`
      }
      await updateUser(ctx.db, now(ctx), known.id, {
        role: 'admin',
        status: 'active',
        awaits_approval: false,
        join_answer: null,
      })
      await revokeSessions(ctx, known.id, { reason: 'role_changed' })
      await recordAudit(ctx, null, { ...act, target_id: known.id })
      // Anybody may have signed up with an address that its owner never confirmed, and would be the administrator.
      if (known.email_verified_at === null || known.has_unproven_holder) {
        await endUnprovenAccess(ctx, known.id)
        return `${email} already had an account, which nobody had confirmed, and is an administrator now. Open this link to choose a password:\n${await createPrintedLink(ctx, 'invitation', known)}`
      }
      return `${email} already had an account, and is an administrator now. Sign in with the same password.`
    }
    const display_name = email.slice(0, email.lastIndexOf('@')).slice(0, 60)
    const user = { email, display_name, role: 'admin' as const, password_hash: NO_PASSWORD }
    const id = await insertUser(ctx.db, now(ctx), user)
    await recordAudit(ctx, null, { ...act, target_id: id })
    return `${email} is an administrator now. Open this link to choose a password:\n${await createPrintedLink(ctx, 'invitation', { id, email })}`
  })

const WITHOUT_CODE = '--without-code'
const ASKS_FOR_CODE = `Signing in also asks for a code of the authenticator app, or a recovery code. If both are lost, add ${WITHOUT_CODE}.`

/** Lets somebody sign in with the password alone, and tells them. */
async function endAuthenticator(ctx: Context, { id, email }: { id: string; email: string }): Promise<void> {
  await deleteTotp(ctx, id)
  await recordSecurityEvent(ctx, id, 'totp_removed', {})
  await enqueueMail(ctx, { to: email, user_id: id, template: 'second_factor_changed' })
}

const createResetLink = (root: Context, email: string, { without_code }: { without_code: boolean }): Promise<string> =>
  root.transaction(async (ctx) => {
    const user = await userByEmail(ctx.db, email)
    if (!user) throw new CommandError(`No account uses ${email}.`)
    if (user.status === 'suspended') throw new CommandError(`The account of ${email} is suspended.`)
    const has_app = await hasTotp(ctx.db, user.id)
    const detail = has_app && without_code ? { without_code } : {}
    await recordAudit(ctx, null, { action: 'admin.reset', target_type: 'user', target_id: user.id, detail })
    if (has_app && without_code) await endAuthenticator(ctx, user)
    const link = await createPrintedLink(ctx, 'reset_password', user)
    const asks_for_code = has_app && !without_code
    return `Open this link to choose a new password for ${email}:\n${link}${asks_for_code ? `\n${ASKS_FOR_CODE}` : ''}`
  })

async function formatAdmins(ctx: Context): Promise<string> {
  const admins = await listAdmins(ctx.db)
  if (admins.length === 0) return 'No administrators yet.'
  return admins.map(({ email, display_name, status }) => `${email}  ${display_name}  ${status}`).join('\n')
}

async function runSubcommand(ctx: Context, [command, email, ...flags]: string[]): Promise<string> {
  const without_code = command === 'reset' && flags.length === 1 && flags[0] === WITHOUT_CODE
  if (flags.length > 0 && !without_code) throw new CommandError(USAGE)
  switch (command) {
    case 'create':
      return await createAdmin(ctx, readEmail(email))
    case 'reset':
      return await createResetLink(ctx, readEmail(email), { without_code })
    case 'list':
      return await formatAdmins(ctx)
    default:
      throw new CommandError(USAGE)
  }
}

export const admin: Command = async ({ words: args, readSettings }) => {
  // Reports mistakes in the arguments before anything is opened or created.
  if (args[0] !== 'list') readEmail(args[1])
  const config = readSettings()
  await requireSite(config)
  const ctx = await buildContext(config, pino({ ...logOptions(config), level: 'error' }, pino.destination(2)))
  await followSiteAddress(ctx)
  try {
    return await runSubcommand(ctx, args)
  } finally {
    await ctx.close()
  }
}

if (import.meta.main) process.exitCode = await runCommand(admin, process.argv.slice(2), process.env)
