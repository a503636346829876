import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Me } from '../../../contract/users.ts'
import { isNameless } from '../../../contract/languages.ts'
import { updateCachedPrayer } from '../../features/community/prayers/cache.ts'
import { useAuthorName } from '../../features/community/prayers/PrayerMeta.tsx'
import { lazyPart, Nothing } from '../../layout/lazyPart.tsx'
import { Loading } from '../../layout/Loading.tsx'
import { useEndpointMutation } from '../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../query.ts'
import { Title } from '../../site.tsx'
import { Button } from '../../ui/Button.tsx'
import { Candle } from '../../ui/Candle.tsx'
import { FailureNote } from '../../layout/FailureNote.tsx'
import prayStyles from '../../ui/Pray.module.css'
import { chooseRequest, shortName } from './chooseRequest.ts'
import aloneStyles from '../../layout/Alone.module.css'
import styles from './welcome.module.css'

const FirstRequest = lazyPart(() => import('../../features/community/prayers/FirstRequest.tsx'), Nothing, ['acts'])

export const waitingQuery = endpointQuery(
  'prayers.list',
  { view: 'waiting', pageSize: 20, exclude_group_prayers: true },
  true,
)

/** Says that the new member is in, and offers one short request that few have prayed for. */
export function PrayStep({ user, onDone, onLeave }: { user: Me; onDone: () => void; onLeave: () => void }) {
  const t = useTranslations()
  const nameOf = useAuthorName()
  const locale = useLocale()
  const client = useQueryClient()
  // Praying changes the order: the request that was offered stays.
  const query = useQuery({ ...waitingQuery, staleTime: Infinity })
  const { data } = query
  const [offered, setOffered] = useState<string | null>()
  const { run, isPending, failure } = useEndpointMutation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  if (data && offered === undefined) setOffered(chooseRequest(data.items, locale)?.id ?? null)
  const prayer = data?.items.find(({ id }) => id === offered)
  // The count of others stays when the reader has prayed.
  const others = prayer && prayer.pray_count !== null ? prayer.pray_count - (prayer.has_prayed ? 1 : 0) : null

  async function pray(id: string) {
    const options = { idempotent: true, keepalive: true, announced: t('prayer.prayed') }
    const answer = await run('prayers.pray', { id }, options)
    if (answer)
      updateCachedPrayer(client, id, (it) => ({ ...it, has_prayed: answer.has_prayed, pray_count: answer.pray_count }))
  }
  // The sentence brings its own full stop.
  const called = shortName(user.display_name)
  const name = called.endsWith('.') ? called.slice(0, -1) : called
  const title = isNameless(user.display_name) ? t('welcome.in_nameless') : t('welcome.in', { name })
  return (
    <div className={`${styles.focus} ${styles.pray} ${aloneStyles.alone}`}>
      <Title>{title}</Title>
      <div className={styles.body}>
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {!data && <Loading label={t('feed.loading')} failed={t('feed.failed')} query={query} />}
        {data?.items.length === 0 && <FirstRequest heading="h2" onLeave={onLeave} />}
        {prayer && (
          <>
            <p className="secondary">{t('welcome.someone')}</p>
            <article aria-labelledby="welcome-who">
              <p className="small muted" id="welcome-who">
                <b className="strong secondary">
                  <bdi>{nameOf(prayer)}</bdi>
                </b>
                {others === 0 && (
                  <>
                    {' '}
                    · <span>{t('welcome.unprayed')}</span>
                  </>
                )}
              </p>
              <p className={styles.words} dir="auto" lang={prayer.language ?? undefined}>
                {prayer.content}
              </p>
            </article>
            <p className="small muted">{t('welcome.quiet_words')}</p>
            <FailureNote title={failure === null ? null : t('prayer.pray_failed', { reason: failure })} />
          </>
        )}
      </div>
      <div className={styles.dock}>
        {prayer && (
          <button
            type="button"
            className={`${prayStyles.pray} ${prayStyles.large}`}
            aria-pressed={prayer.has_prayed}
            aria-busy={isPending}
            onClick={() => {
              if (!prayer.has_prayed) void pray(prayer.id)
            }}
          >
            <Candle />
            {t(prayer.has_prayed ? 'prayer.prayed' : 'prayer.pray')}
          </button>
        )}
        {!data || (prayer && !prayer.has_prayed) ? (
          <Button variant="text" block onClick={onDone}>
            {t('welcome.look_around')}
          </Button>
        ) : (
          <Button variant="primary" block onClick={onDone}>
            {t('welcome.go_on')}
          </Button>
        )}
      </div>
    </div>
  )
}
