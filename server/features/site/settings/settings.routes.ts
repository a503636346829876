import type { Context } from '../../../context.ts'
import { noteSettingsWriter } from '../../../db/settings-cache.ts'
import { Refusal, check } from '../../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import { MINUTE, defineLimit } from '../../../http/limits/rate-limit.ts'
import { renameCookies } from '../../../http/session-cookies.ts'
import { checkRecentlyConfirmed } from '../../../http/session.ts'
import { tryAddress } from '../../../outgoing/own-address.ts'
import {
  type SettingName,
  addressWith,
  readSetting,
  settings as known,
  writeSetting,
} from '../../../settings/settings.ts'
import { lockAdmins } from '../../identity/users/users.queries.ts'
import { choicesOf, needsConfirmation } from './settings.rules.ts'

/** Each asks another host. */
const addressTries = defineLimit('address_tries', 20, 60 * MINUTE)

const names = Object.keys(known) as SettingName[]

function nameOf(name: string): SettingName {
  check(Object.hasOwn(known, name), 'settings.not_found')
  return name as SettingName
}

const isInEnvironment = ({ config }: Pick<Context, 'config'>, name: SettingName): boolean =>
  name === 'site_address' && config.has_public_url

/** The value of a setting that nobody has decided. */
const defaultOf = ({ config }: Pick<Context, 'config'>, name: SettingName) =>
  name === 'site_address' ? addressWith(config, '') : known[name].parse(undefined)

const describe = async (ctx: Pick<Context, 'db' | 'config'>, name: SettingName) => ({
  name,
  value: isInEnvironment(ctx, name) ? '' : await readSetting(ctx, name),
  default_value: defaultOf(ctx, name),
  choices: choicesOf(known[name]),
  needs_confirmation: needsConfirmation(name),
  in_environment: isInEnvironment(ctx, name),
})

export const settings = {
  'settings.list': ({ ctx }) => Promise.all(names.map((name) => describe(ctx, name))),

  'settings.read': ({ ctx, input }) => describe(ctx, nameOf(input.name)),

  // Outside a transaction: what is at the address may be slow.
  'settings.try_address': opensTransaction(async ({ ctx, limits, viewer, input: { address } }) => {
    await limits.count(addressTries, viewer.id)
    return { address, ...(await tryAddress(address, ctx)) }
  }),

  'settings.write': async ({ ctx, viewer, input, exchange }) => {
    const name = nameOf(input.name)
    check(!isInEnvironment(ctx, name), 'settings.in_environment')
    if (needsConfirmation(name)) checkRecentlyConfirmed(ctx, viewer)
    const parsed = known[name].safeParse(input.value)
    if (!parsed.success) {
      const detail = 'This value is not one of those that can be chosen here.'
      throw new Refusal('request.invalid', { fields: [{ path: 'value', code: 'not_allowed', detail }] })
    }
    if (input.was !== undefined) {
      // The second of two who save at once, here or in the plan of the care team, is told. One that is sent again stands against nobody.
      await lockAdmins(ctx)
      noteSettingsWriter(ctx.db)
      const values = [JSON.stringify(input.was), JSON.stringify(parsed.data)]
      const isAsRead = values.includes(JSON.stringify(await readSetting(ctx, name)))
      check(isAsRead, name === 'care_on_call' ? 'holds.rota_changed' : 'content.changed')
    }
    await writeSetting(ctx, viewer.id, name, parsed.data)
    if (name === 'site_address' && exchange) {
      const public_url = addressWith(ctx.config, String(parsed.data))
      renameCookies(ctx.config, { ...ctx.config, public_url }, exchange)
    }
    return await describe(ctx, name)
  },
} satisfies Handlers<'settings'>
