import { ensureFound } from '../../../http/errors.ts'
import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'
import type { Handlers } from '../../../http/implement.ts'
import { logoAddress } from '../../../mail/logo.ts'
import { keepLogo, removeLogo } from './logo.commands.ts'
import { readPng } from './logo.rules.ts'

const logosOfMember = defineLimit('logos_of_member', 30, HOUR)

export const logo = {
  'logo.write': async ({ ctx, limits, viewer, input }) => {
    await limits.count(logosOfMember, viewer.id)
    const picture = ensureFound(readPng(Buffer.from(input.png, 'base64')), 'logo.unreadable')
    return { logo: logoAddress(await keepLogo(ctx, viewer.id, picture)) }
  },

  'logo.remove': async ({ ctx, viewer }) => {
    await removeLogo(ctx, viewer.id)
    return { logo: null }
  },
} satisfies Handlers<'logo'>
