import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { Prayer } from '../../../contract/prayers.ts'
import { call, newIdempotencyKey } from '../../api.ts'
import { sentenceOf } from '../../messages.ts'
import { readToken } from '../../token.ts'
import { Candle } from '../../ui/Candle.tsx'
import { announce, toast } from '../../ui/Toast.tsx'
import { useAuth } from '../sessions/auth.tsx'
import { updateCached } from './queries.ts'

/** Prays: shown at once, taken back with a sentence if the server did not hear it. A visitor is led to sign in. */
export function PrayButton({ prayer, large = false }: { prayer: Prayer; large?: boolean }) {
  const t = useTranslations('prayer')
  const locale = useLocale()
  const client = useQueryClient()
  const { status } = useAuth()
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const { id, has_prayed, pray_count } = prayer

  async function pray() {
    if (busy.current) return
    busy.current = true
    setSending(true)
    const before = { has_prayed, pray_count }
    updateCached(client, id, (it) => ({
      ...it,
      has_prayed: true,
      pray_count: pray_count === null ? null : pray_count + (has_prayed ? 0 : 1),
    }))
    const { data, error } = await call('prayers.pray', { id }, { idempotency_key: newIdempotencyKey() })
    const after = data ? { has_prayed: data.has_prayed, pray_count: data.pray_count } : before
    updateCached(client, id, (it) => ({ ...it, ...after }))
    busy.current = false
    setSending(false)
    if (!error) {
      // Praying again after some hours adds nothing that could be taken back.
      const undo = before.has_prayed ? null : await import('./undo.ts').catch(() => null)
      if (undo) await undo.offerUndo(client, id, t('prayed'), locale)
      else announce(t('prayed'))
    } else if (error.code === 'client.offline') toast(t('pray_offline'))
    else if (error.status !== 401) toast(t('pray_failed', { reason: await sentenceOf(error, locale) }))
  }

  const className = large ? 'pray pray--lg' : 'pray'
  const answered = prayer.status === 'answered'
  const label = has_prayed ? t('prayed') : t(answered ? 'give_thanks' : 'pray')
  if (status !== 'signed_in') {
    return (
      <Link
        className={className}
        to={`/signin?return=${encodeURIComponent(`/prayers/${id}`)}`}
        onClick={(event) => {
          // The token may still be being checked.
          if (readToken() === null) return
          event.preventDefault()
          void pray()
        }}
      >
        <Candle />
        {label}
      </Link>
    )
  }
  return (
    <button
      type="button"
      className={className}
      aria-pressed={has_prayed}
      aria-busy={sending}
      onClick={() => void pray()}
    >
      <Candle />
      {label}
    </button>
  )
}

/** How many have prayed, as a sentence. */
export function PrayCount({ prayer: { has_prayed, pray_count } }: { prayer: Prayer }) {
  const t = useTranslations('prayer')
  if (pray_count === null) return null
  return (
    <span className="prayer__count">
      {has_prayed ? t('count_with_you', { others: Math.max(0, pray_count - 1) }) : t('count', { count: pray_count })}
    </span>
  )
}
