import { call } from '../../../api.ts'
import { findHindrance, subscribe } from './browser.ts'
import { forgetDevice, keepDevice, keptDiscretion } from './keptDevice.ts'

/** Tells the site that this browser still takes messages, and where. Asks nobody: who forbade it meanwhile has switched it off. */
export async function renew(user_id: string): Promise<void> {
  if (findHindrance() !== null || Notification.permission !== 'granted') return void forgetDevice()
  const { data } = await call('push_devices.list', {}, { ignoreUnauthorized: true })
  if (!data) return
  try {
    const address = await subscribe(data.public_key)
    const given = { ...address, ...keptDiscretion(user_id) }
    const { data: added } = await call('push_devices.add', given, { ignoreUnauthorized: true })
    if (added) keepDevice(user_id, added.is_discreet)
  } catch {
    // Its push service cannot be reached now: tried again at the next visit.
  }
}
