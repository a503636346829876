import { queueMail } from '../../mail/queue.ts'
import { recordSecurityEvent } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import { Refusal, check } from '../../http/errors.ts'
import type { Handlers } from '../../http/implement.ts'
import { type Viewer, checkConfirmed } from '../../http/session.ts'
import { readSetting } from '../../settings/settings.ts'
import { me, roleOf } from '../users/users.queries.ts'
import { addPasskey, newPasskeyOptions } from './second_factors.passkeys.ts'
import {
  confirmTotp,
  countRecoveryCodes,
  deleteTotp,
  markSecondFactor,
  newRecoveryCodes,
  passkeysOf,
  putTotp,
  readTotp,
  toPasskey,
  useStep,
} from './second_factors.queries.ts'
import { newTotpSecret, stepOf, totpUri } from './second_factors.rules.ts'

/** A way in was added or taken away: it is written down, and the person is told in case it was not them. */
async function tell(ctx: Context, viewer: Pick<Viewer, 'id'>, kind: string): Promise<void> {
  await recordSecurityEvent(ctx, viewer.id, kind, {})
  const { email } = await me(ctx.db, viewer.id)
  await queueMail(ctx, { to: email, user_id: viewer.id, template: 'second_factor_changed' })
}

export const second_factors = {
  'second_factors.list': async ({ ctx, viewer }) => {
    const [totp, passkeys, recovery_codes_left, asked, role] = [
      await readTotp(ctx, viewer.id),
      await passkeysOf(ctx.db, viewer.id),
      await countRecoveryCodes(ctx.db, viewer.id),
      await readSetting(ctx, 'staff_second_factor'),
      await roleOf(ctx.db, viewer.id),
    ]
    return {
      totp: Boolean(totp?.confirmed_at),
      recovery_codes_left,
      passkeys: passkeys.map(toPasskey),
      required: asked && (role === 'moderator' || role === 'admin' || role === 'care'),
    }
  },

  'second_factors.begin_totp': async ({ ctx, viewer }) => {
    checkConfirmed(ctx, viewer)
    const secret = newTotpSecret()
    const { email } = await me(ctx.db, viewer.id)
    const known = await readTotp(ctx, viewer.id)
    check(!known?.confirmed_at, 'second_factors.already')
    await putTotp(ctx, viewer.id, secret)
    return { secret, uri: totpUri(secret, await ctx.siteName(), email) }
  },

  'second_factors.finish_totp': async ({ ctx, limits, viewer, input }) => {
    checkConfirmed(ctx, viewer)
    await limits.check('second_factor_failures', viewer.id)
    const totp = await readTotp(ctx, viewer.id)
    const step = totp && totp.confirmed_at === null ? stepOf(totp.secret, input.code, ctx.clock()) : undefined
    if (step === undefined || !(await useStep(ctx, viewer.id, step))) {
      await limits.fail('second_factor_failures', viewer.id)
      throw new Refusal('second_factors.wrong_code')
    }
    await confirmTotp(ctx, viewer.id)
    await markSecondFactor(ctx, viewer.session_id)
    await tell(ctx, viewer, 'totp_added')
    return { recovery_codes: await newRecoveryCodes(ctx, viewer.id) }
  },

  'second_factors.end_totp': async ({ ctx, viewer }) => {
    checkConfirmed(ctx, viewer)
    const totp = await readTotp(ctx, viewer.id)
    await deleteTotp(ctx, viewer.id)
    if (totp?.confirmed_at) await tell(ctx, viewer, 'totp_removed')
    return {}
  },

  'second_factors.renew_recovery_codes': async ({ ctx, viewer }) => {
    checkConfirmed(ctx, viewer)
    check((await readTotp(ctx, viewer.id))?.confirmed_at, 'second_factors.none')
    await recordSecurityEvent(ctx, viewer.id, 'recovery_codes_renewed', {})
    return { recovery_codes: await newRecoveryCodes(ctx, viewer.id) }
  },

  'second_factors.begin_passkey': async ({ ctx, viewer }) => {
    checkConfirmed(ctx, viewer)
    const { email, display_name } = await me(ctx.db, viewer.id)
    return await newPasskeyOptions(ctx, { id: viewer.id, email, display_name })
  },

  'second_factors.finish_passkey': async ({ ctx, viewer, input }) => {
    checkConfirmed(ctx, viewer)
    const passkey = await addPasskey(ctx, viewer.id, input.name, input.response)
    await markSecondFactor(ctx, viewer.session_id)
    await tell(ctx, viewer, 'passkey_added')
    return passkey
  },

  'second_factors.delete_passkey': async ({ ctx, viewer, input }) => {
    checkConfirmed(ctx, viewer)
    const { numDeletedRows } = await ctx.db
      .deleteFrom('passkeys')
      .where('id', '=', input.id)
      .where('user_id', '=', viewer.id)
      .executeTakeFirst()
    check(numDeletedRows > 0n, 'second_factors.none')
    await tell(ctx, viewer, 'passkey_removed')
    return { id: input.id }
  },
} satisfies Handlers<'second_factors'>
