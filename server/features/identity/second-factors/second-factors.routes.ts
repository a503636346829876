import { isStaff } from '../../../../contract/roles.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { recordSecurityEvent } from '../../../audit/audit.ts'
import type { Context } from '../../../context.ts'
import { hasEffect } from '../../../db/open.ts'
import { Refusal, check } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { type Viewer, checkRecentlyConfirmed } from '../../../http/session.ts'
import { readSetting } from '../../../settings/settings.ts'
import { lockUser, readMe, readRole, shownSiteName } from '../users/users.queries.ts'
import { addPasskey, createRegistrationOptions } from './passkeys.ts'
import { countRecoveryCodes, listPasskeys, readTotp, toPasskey } from './second-factors.queries.ts'
import {
  confirmTotp,
  deleteTotp,
  markSecondFactor,
  replaceRecoveryCodes,
  saveTotp,
  consumeTotpStep,
} from './second-factors.commands.ts'
import { newTotpSecret, findTotpStep, totpUri } from './second-factors.rules.ts'
import { secondFactorFailures } from '../users/limits.ts'

/** Records that a credential was added or removed, and notifies the user in case it was somebody else. */
async function recordAndNotifyChange(ctx: Context, viewer: Pick<Viewer, 'id'>, kind: string): Promise<void> {
  await recordSecurityEvent(ctx, viewer.id, kind, {})
  const { email } = await readMe(ctx.db, viewer.id)
  await enqueueMail(ctx, { to: email, user_id: viewer.id, template: 'second_factor_changed' })
}

export const secondFactors = {
  'second_factors.list': async ({ ctx, viewer }) => {
    const [totp, passkeys, recovery_codes_left, asked, role] = [
      await readTotp(ctx, viewer.id),
      await listPasskeys(ctx.db, viewer.id),
      await countRecoveryCodes(ctx.db, viewer.id),
      await readSetting(ctx, 'staff_second_factor'),
      await readRole(ctx.db, viewer.id),
    ]
    return {
      totp: Boolean(totp?.confirmed_at),
      recovery_codes_left,
      passkeys: passkeys.map(toPasskey),
      required: asked && role !== undefined && isStaff(role),
    }
  },

  'second_factors.begin_totp': async ({ ctx, viewer }) => {
    checkRecentlyConfirmed(ctx, viewer)
    // The second of two at once takes the place of the first.
    await lockUser(ctx, viewer.id)
    const secret = newTotpSecret()
    const me = await readMe(ctx.db, viewer.id)
    const known = await readTotp(ctx, viewer.id)
    check(!known?.confirmed_at, 'second_factors.already')
    await saveTotp(ctx, viewer.id, secret)
    return { secret, uri: totpUri(secret, await shownSiteName(ctx, me), me.email) }
  },

  'second_factors.finish_totp': async ({ ctx, limits, viewer, input }) => {
    checkRecentlyConfirmed(ctx, viewer)
    await limits.check(secondFactorFailures, viewer.id)
    const totp = await readTotp(ctx, viewer.id)
    const secret = totp?.confirmed_at === null ? totp.secret : undefined
    const step = secret === undefined ? undefined : findTotpStep(secret, input.code, ctx.clock())
    const isRight = step !== undefined && (await consumeTotpStep(ctx, viewer.id, step))
    if (!isRight) {
      // The person was given the secret, so nothing is guessed here that several tries at once could find.
      await limits.countFailure(secondFactorFailures, viewer.id)
      throw new Refusal('second_factors.wrong_code')
    }
    await confirmTotp(ctx, viewer.id)
    await markSecondFactor(ctx, viewer.session_id)
    await recordAndNotifyChange(ctx, viewer, 'totp_added')
    return { recovery_codes: await replaceRecoveryCodes(ctx, viewer.id) }
  },

  'second_factors.end_totp': async ({ ctx, viewer }) => {
    checkRecentlyConfirmed(ctx, viewer)
    const totp = await readTotp(ctx, viewer.id)
    await deleteTotp(ctx, viewer.id)
    if (totp?.confirmed_at) await recordAndNotifyChange(ctx, viewer, 'totp_removed')
    return {}
  },

  'second_factors.renew_recovery_codes': async ({ ctx, viewer }) => {
    checkRecentlyConfirmed(ctx, viewer)
    // Without the lock, the codes of two at once would both stay.
    await lockUser(ctx, viewer.id)
    check((await readTotp(ctx, viewer.id))?.confirmed_at, 'second_factors.none')
    await recordSecurityEvent(ctx, viewer.id, 'recovery_codes_renewed', {})
    return { recovery_codes: await replaceRecoveryCodes(ctx, viewer.id) }
  },

  'second_factors.begin_passkey': async ({ ctx, viewer }) => {
    checkRecentlyConfirmed(ctx, viewer)
    return await createRegistrationOptions(ctx, await readMe(ctx.db, viewer.id))
  },

  'second_factors.finish_passkey': async ({ ctx, viewer, input }) => {
    checkRecentlyConfirmed(ctx, viewer)
    const passkey = await addPasskey(ctx, viewer.id, input.name, input.response)
    await markSecondFactor(ctx, viewer.session_id)
    await recordAndNotifyChange(ctx, viewer, 'passkey_added')
    return passkey
  },

  'second_factors.delete_passkey': async ({ ctx, viewer, input }) => {
    checkRecentlyConfirmed(ctx, viewer)
    const isDeleted = await ctx.db
      .deleteFrom('passkeys')
      .where('id', '=', input.id)
      .where('user_id', '=', viewer.id)
      .$call(hasEffect)
    check(isDeleted, 'second_factors.none')
    await recordAndNotifyChange(ctx, viewer, 'passkey_removed')
    return { id: input.id }
  },
} satisfies Handlers<'second_factors'>
