import { check } from '../../../http/errors.ts'
import type { Exchange, Handlers } from '../../../http/implement.ts'
import { endDevice, revokeSessions } from './sessions.commands.ts'
import { listDevices } from './devices.queries.ts'
import { withdrawCalendarLink } from './earlier-access.commands.ts'

function clearBrowserCache(exchange: Exchange | undefined): void {
  void exchange?.reply.header('clear-site-data', '"cache"')
}

export const devices = {
  'devices.list': ({ ctx, viewer }) => listDevices(ctx, viewer),

  'devices.end': async ({ ctx, viewer, input, exchange }) => {
    check(await endDevice(ctx, viewer.id, input.id), 'sessions.not_found')
    if (input.id === viewer.session_id) clearBrowserCache(exchange)
    return { id: input.id }
  },

  'devices.end_all': async ({ ctx, viewer, input: { including_this = false }, exchange }) => {
    const living = await listDevices(ctx, viewer)
    const except = including_this ? undefined : viewer.session_id
    await revokeSessions(ctx, viewer.id, { except, reason: 'signed_out_everywhere' })
    await withdrawCalendarLink(ctx, viewer.id)
    if (including_this) clearBrowserCache(exchange)
    return { ended: living.filter(({ id }) => id !== except).length }
  },
} satisfies Handlers<'devices'>
