import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '../../../../contract/schemas.ts'
import { call } from '../../../api.ts'
import { doneIfGone, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { endMessages } from '../sessions/endMessages.ts'
import { type Hindrance, askAndSubscribe } from './browser.ts'
import { forgetDevice, keepDevice } from './keptDevice.ts'

export const pushDevicesQuery = endpointQuery('push_devices.list', {}, true)

/** Hours are those of the clock in front of the reader, until they have chosen a time zone. */
async function keepTimeZone(id: string): Promise<void> {
  const { data } = await call('preferences.read', { id })
  const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions()
  if (data?.time_zone === null) await call('preferences.write', { id, time_zone })
}

/** Switches messages on and off in this browser. */
export function usePushSwitch(user_id: string) {
  const client = useQueryClient()
  const query = useQuery(pushDevicesQuery)
  const { data, refetch } = query
  const { run, perform, isPending, failure, setFailure } = useEndpointMutation()
  const [isAsking, setAsking] = useState(false)
  const [hindrance, setHindrance] = useState<Hindrance | null>(null)
  const current = data?.items.find(({ is_current }) => is_current)

  const setItems = (change: (items: Output<'push_devices.list'>['items']) => typeof items): void =>
    void client.setQueryData(pushDevicesQuery.queryKey, (known) => known && { ...known, items: change(known.items) })

  /** Asks the browser, whose question only the tap of a person may open. Resolves to true once it is on. */
  async function turnOn(is_discreet?: boolean): Promise<boolean> {
    if (isAsking) return false
    setFailure(null)
    setHindrance(null)
    setAsking(true)
    const address = await askAndSubscribe(async () => {
      const { public_key } = data ?? (await refetch()).data ?? {}
      return public_key
    }).finally(() => setAsking(false))
    if (address === null || typeof address === 'string') {
      setHindrance(address)
      return false
    }
    const added = await run('push_devices.add', { ...address, ...(is_discreet !== undefined && { is_discreet }) })
    if (!added) return false
    setItems((items) => [...items.filter(({ id }) => id !== added.id), added])
    keepDevice(user_id, added.is_discreet)
    await keepTimeZone(user_id)
    return true
  }

  /** Removes a device: this one, or another of the person’s. */
  async function remove(id: string, announced?: string): Promise<void> {
    const gone = await perform(() => doneIfGone(call('push_devices.remove', { id })), {
      ...(announced !== undefined && { announced }),
    })
    if (gone === null) return
    setItems((items) => items.filter((item) => item.id !== id))
    if (id !== current?.id) return
    forgetDevice()
    await endMessages()
  }

  return {
    devices: data?.items,
    current,
    query,
    run,
    isBusy: isAsking || isPending,
    failure,
    hindrance,
    turnOn,
    remove,
  }
}
