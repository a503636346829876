import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Prayer } from '../../../contract/prayers.ts'
import { call } from '../../api.ts'
import { newIdempotencyKey } from '../../layout/newIdempotencyKey.ts'
import { updateCachedPrayer } from '../../features/community/prayers/cache.ts'
import { readsDay, rereadOnceStored, setLight } from '../../features/community/prayers/light.ts'
import { keepCandle } from '../../features/identity/sessions/candles.ts'
import { keepWantedAct } from '../../features/identity/sessions/wantedAct.ts'
import { getErrorMessage } from '../../layout/errorMessages.ts'
import { callOptimistically } from '../../layout/optimistic.ts'
import { readUserId } from '../../token.ts'
import { announce, toast } from '../../ui/Toast.tsx'
import { lit, type Lit } from './round.ts'

/** `prayed`: the requests that one prayed for in this round. Those of other days can be prayed for again. */
export interface Praying {
  prayed: Lit[]
  /** The ids of those that the server has counted; others wait for a connection, or for the answer. */
  counted: string[]
  pray: (prayer: Prayer) => Promise<void>
}

/**
 * Records a prayer for a request in this round and wherever else the request is shown. A visitor's candle burns in this round, and is
 * counted when they sign in. `before`: what was prayed for when the round was left to sign in.
 */
export function usePray(before: Lit[]): Praying {
  const t = useTranslations()
  const locale = useLocale()
  const client = useQueryClient()
  const [prayed, setPrayed] = useState(before)
  const [counted, setCounted] = useState(before.map(({ id }) => id))
  const pray = async (prayer: Prayer) => {
    const { id } = prayer
    if (prayed.some((it) => it.id === id)) return
    // The token may not be verified yet; the server decides.
    const user_id = readUserId()
    setPrayed((others) => [...others, lit(prayer)])
    const putOut = () => setPrayed((others) => others.filter((it) => it.id !== id))
    if (user_id === null) {
      keepCandle(id)
      announce(t('prayer.prayed'))
      return
    }
    const idempotency_key = newIdempotencyKey()
    const { data, error } = await callOptimistically(
      client,
      { queries: { predicate: readsDay }, apply: () => setLight(client, id, true) },
      () => call('prayers.pray', { id }, { idempotency_key, keepalive: true }),
    )
    // As for the button of a request.
    if (error?.status !== 401 && readUserId() !== user_id) return
    if (data) {
      updateCachedPrayer(client, id, (it) => ({ ...it, has_prayed: data.has_prayed, pray_count: data.pray_count }))
      rereadOnceStored(client)
      setCounted((others) => [...others, id])
      announce(t('prayer.prayed'))
      return
    }
    const isKept =
      error.code === 'client.offline' &&
      (await import('../../features/community/prayers/praying.ts').then(
        async (it) => (await it.keepForLater(client, prayer, user_id, idempotency_key, locale, putOut), true),
        () => false,
      ))
    if (isKept) return
    putOut()
    if (error.status === 401) keepWantedAct({ act: 'pray', id }, user_id)
    else if (error.code === 'prayers.not_found') toast(t('lists.gone'))
    else toast(t('prayer.pray_failed', { reason: await getErrorMessage(error, locale) }))
  }
  return { prayed, counted, pray }
}
