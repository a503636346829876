import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '../../../api.ts'
import { getErrorMessage } from '../../../layout/errorMessages.ts'
import { announce, toast } from '../../../ui/Toast.tsx'
import type { Candle } from '../../identity/sessions/candles.ts'
import { updateCachedPrayer } from './cache.ts'

/** Counts the prayers for which a visitor lit candles. They burn already: nothing is shown but what failed. */
export default function CountCandles({ candles }: { candles: Candle[] }) {
  const t = useTranslations('prayer')
  const locale = useLocale()
  const client = useQueryClient()
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    const count = async () => {
      for (const { id, key } of candles) {
        const { data, error } = await call('prayers.pray', { id }, { idempotency_key: key })
        if (error) toast(t('pray_failed', { reason: await getErrorMessage(error, locale) }))
        else updateCachedPrayer(client, id, (it) => ({ ...it, has_prayed: true, pray_count: data.pray_count }))
      }
      announce(t('prayed'))
    }
    void count()
  })
  return null
}
