import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { lazyPart, Nothing } from '../../../layout/lazyPart.tsx'
import { readToken } from '../../../token.ts'
import { Candle } from '../../../ui/Candle.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { isAnswered } from './answers.ts'
import type { ShownPrayer } from './cache.ts'
import prayStyles from '../../../ui/Pray.module.css'
import prayerStyles from './Prayer.module.css'

const GiveThanks = lazyPart(() => import('./GiveThanks.tsx'), Nothing, ['forms', 'acts'])

/** Records a prayer for a request, or thanks for its answer. Sends a visitor to sign in. */
export function PrayButton({ prayer, large = false }: { prayer: ShownPrayer; large?: boolean | undefined }) {
  const t = useTranslations('prayer')
  const locale = useLocale()
  const client = useQueryClient()
  const { status } = useAuth()
  const [sending, setSending] = useState(false)
  const { id, has_prayed, my_reactions, is_waiting } = prayer

  async function pray() {
    // Set before a second press: React renders what a press changed before it handles the next.
    if (sending) return
    setSending(true)
    // Visitors do not need this module: `AfterSignIn` loads it for members, so that a prayer is kept without a connection.
    await import('./praying.ts').then(
      (it) => it.pray(client, prayer, t, locale),
      () => toast(t('pray_failed', { reason: '' })),
    )
    setSending(false)
  }

  const isThanks = isAnswered(prayer)
  const className = `${prayStyles.pray} ${large ? prayStyles.large : ''} ${isThanks ? prayStyles.thanks : ''}`
  const [icon, word] = isThanks
    ? (['sunrise', my_reactions.thanks === undefined ? 'give_thanks' : 'gave_thanks'] as const)
    : is_waiting
      ? (['clock', 'waiting'] as const)
      : ([null, has_prayed ? 'prayed' : 'pray'] as const)
  const label = (
    <>
      {icon ? <Icon name={icon} /> : <Candle />}
      <span>{t(word)}</span>
    </>
  )
  if (status !== 'signed_in') {
    return (
      <Link
        className={className}
        to={`/signin?return=${encodeURIComponent(`/prayers/${id}`)}`}
        state={isThanks ? null : { act: 'pray', id }}
        onClick={(event) => {
          // The token may not be verified yet.
          if (readToken() === null || isThanks) return
          event.preventDefault()
          void pray()
        }}
      >
        {label}
      </Link>
    )
  }
  if (isThanks)
    return <GiveThanks prayer={prayer} className={className} meanwhile={<span className={className}>{label}</span>} />
  return (
    <button
      type="button"
      className={className}
      aria-pressed={has_prayed}
      aria-busy={sending}
      data-waiting={is_waiting}
      onClick={() => void pray()}
    >
      {label}
    </button>
  )
}

/**
 * Shows how many people have prayed, as a sentence. It stands above the button on phones: the place of the sentence that it becomes
 * with a press is kept, so that the button stays under the finger.
 */
export function PrayCount({ prayer: { has_prayed, is_mine, pray_count, status } }: { prayer: ShownPrayer }) {
  const t = useTranslations('prayer')
  const isOver = isAnswered({ status })
  // While nobody has prayed the sentence asks for it.
  if (pray_count === null || (pray_count === 0 && (is_mine || isOver))) return null
  if (isOver) return <span className={prayerStyles.count}>{t('count_answered', { count: pray_count })}</span>
  const others = Math.max(0, pray_count - (has_prayed ? 1 : 0))
  const [before, after] = [t('count', { count: others }), t('count_with_you', { others })]
  return (
    <span className={prayerStyles.count} data-other={has_prayed ? before : after}>
      <span>{has_prayed ? after : before}</span>
    </span>
  )
}

/** The row below a request: what its reader may do, and how many have prayed. */
export const PrayRow = ({
  prayer,
  large,
  children,
}: {
  prayer: ShownPrayer
  large?: boolean | undefined
  children?: ReactNode
}) => (
  <div className={prayerStyles.actions}>
    {/* Nobody is asked to pray for their own request. */}
    {!prayer.is_mine && <PrayButton prayer={prayer} large={large} />}
    <PrayCount prayer={prayer} />
    {children}
  </div>
)
