import type { Context } from '../../../context.ts'
import { Refusal, check } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { checkRecentlyConfirmed } from '../../../http/session.ts'
import { type SettingName, readSetting, settings as known, writeSetting } from '../../../settings/settings.ts'
import { choicesOf, needsConfirmation } from './settings.rules.ts'

const names = Object.keys(known) as SettingName[]

function nameOf(name: string): SettingName {
  check(Object.hasOwn(known, name), 'settings.not_found')
  return name as SettingName
}

const describe = async (ctx: Pick<Context, 'db'>, name: SettingName) => ({
  name,
  value: await readSetting(ctx, name),
  default_value: known[name].parse(undefined),
  choices: choicesOf(known[name]),
  needs_confirmation: needsConfirmation(name),
})

export const settings = {
  'settings.list': ({ ctx }) => Promise.all(names.map((name) => describe(ctx, name))),

  'settings.read': ({ ctx, input }) => describe(ctx, nameOf(input.name)),

  'settings.write': async ({ ctx, viewer, input }) => {
    const name = nameOf(input.name)
    if (needsConfirmation(name)) checkRecentlyConfirmed(ctx, viewer)
    const parsed = known[name].safeParse(input.value)
    if (!parsed.success) {
      const detail = 'This value is not one of those that can be chosen here.'
      throw new Refusal('request.invalid', { fields: [{ path: 'value', code: 'not_allowed', detail }] })
    }
    await writeSetting(ctx, viewer.id, name, parsed.data)
    return await describe(ctx, name)
  },
} satisfies Handlers<'settings'>
