import { check } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { MINUTE, defineLimit } from '../../../http/limits/rate-limit.ts'
import { addPushDevice, removePushDevice } from './push-devices.commands.ts'
import { TEST_TOPIC, queuePushes } from './push-messages.commands.ts'
import { listPushDevices } from './push-devices.queries.ts'

const tries = defineLimit('push_tests_of_member', 5, 10 * MINUTE)

export const pushDevices = {
  'push_devices.list': async ({ ctx, viewer }) => ({
    public_key: ctx.push.public_key,
    items: await listPushDevices(ctx.db, viewer),
  }),

  'push_devices.add': async ({ ctx, viewer, input }) => {
    const id = await addPushDevice(ctx, viewer, input)
    const added = (await listPushDevices(ctx.db, viewer)).find((device) => device.id === id)
    check(added !== undefined, 'push_devices.not_found')
    return added
  },

  'push_devices.remove': async ({ ctx, viewer, input }) => {
    check(await removePushDevice(ctx, viewer, input.id), 'push_devices.not_found')
    return { id: input.id }
  },

  'push_devices.try': async ({ ctx, limits, viewer, input }) => {
    const device = (await listPushDevices(ctx.db, viewer)).find(({ id }) => id === input.id)
    check(device !== undefined, 'push_devices.not_found')
    await limits.count(tries, viewer.id)
    await queuePushes(ctx, [
      { device_id: device.id, topic: TEST_TOPIC, notification_id: null, due_at: ctx.clock().toISOString() },
    ])
    return { id: device.id }
  },
} satisfies Handlers<'push_devices'>
