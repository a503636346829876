import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { directionOf } from '../../../contract/languages.ts'
import type { Prayer } from '../../../contract/prayers.ts'
import { useCategoryName } from '../../features/community/categories/useCategoryName.ts'
import { PrayerText, useAuthorName } from '../../features/community/prayers/PrayerMeta.tsx'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { lazyPart, Nothing } from '../../layout/lazyPart.tsx'
import { Time } from '../../time.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { announce } from '../../ui/Toast.tsx'
import { EndScreen, NothingScreen } from './EndScreen.tsx'
import { Frame, type FrameProps } from './Frame.tsx'
import type { KeptRound } from './keptRound.ts'
import { PrayAct, useSignInLink } from './PrayAct.tsx'
import { countPeople, reasonOf, type Lit, type Round } from './round.ts'
import { useDeck } from './useDeck.ts'
import { useHandsFree } from './useHandsFree.ts'
import { useKeys } from './useKeys.ts'
import type { Praying } from './usePray.ts'
import { useSwipe } from './useSwipe.ts'
import styles from './pray.module.css'

const LeaveLine = lazyPart(() => import('../../features/community/prayers/lines/LeaveLine.tsx'), Nothing, ['lines'])

/** Says who asks, and why the request is here. */
function Who({ prayer, round }: { prayer: Prayer; round: Round }) {
  const t = useTranslations('pray_mode')
  const nameOf = useAuthorName()
  const categoryName = useCategoryName()
  const reason = reasonOf(prayer, round)
  const words =
    reason &&
    ('sentence' in reason
      ? t(`reason_${reason.sentence}`)
      : 'group' in reason
        ? reason.group
        : categoryName(reason.category))
  return (
    <p className={styles.who}>
      <bdi className="strong">{nameOf(prayer)}</bdi>
      {words !== null && (
        <>
          {' · '}
          <bdi>{words}</bdi>
        </>
      )}
    </p>
  )
}

function LatestUpdate({ prayer }: { prayer: Prayer }) {
  const t = useTranslations('prayer')
  const name = useAuthorName()(prayer)
  const { latest_update: update } = prayer
  if (!update) return null
  return (
    <section className={styles.update} aria-label={t('update_from', { name })}>
      <p className={`small muted ${styles.when}`}>
        <Time iso={update.created_at} />
      </p>
      <PrayerText prayer={update} />
    </section>
  )
}

/** Offers a visitor to have their candles counted. Its line is there before a candle burns, so that nothing moves. */
function Offer({ isShown, onLeave }: { isShown: boolean; onLeave: () => void }) {
  const t = useTranslations('pray_mode')
  const signIn = useSignInLink()
  return (
    <p className={`${styles.offer} for-visitors ${isShown ? '' : styles.hidden}`}>
      <Link to={signIn} onClick={onLeave}>
        {t('sign_in')}
      </Link>
    </p>
  )
}

/** Moves the focus with the request, so that screen readers read the new one and arrow keys scroll it. Returns the ref of its text. */
function useMovedFocus(id: string | undefined) {
  const text = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = text.current
    if (id === undefined || !element) return
    element.dataset['moved'] = ''
    element.addEventListener('blur', () => delete element.dataset['moved'], { once: true })
    element.focus({ preventScroll: true })
  }, [id])
  return text
}

/** Leads to the request before and the next. `children`: what stands between. */
function Steps(props: { isFirst: boolean; isDone: boolean; onMove: (by: 1 | -1) => void; children: ReactNode }) {
  const t = useTranslations('pray_mode')
  const isRtl = directionOf(useLocale()) === 'rtl'
  return (
    <>
      <Button
        variant="text"
        className={`${styles.step} ${styles.before} ${props.isFirst ? styles.hidden : ''}`}
        aria-keyshortcuts={isRtl ? 'ArrowRight' : 'ArrowLeft'}
        onClick={() => props.onMove(-1)}
      >
        <Icon name="arrowleft" className="flip" />
        <span className="vh-mobile">{t('back')}</span>
      </Button>
      {props.children}
      <Button
        variant={props.isDone ? 'primary' : 'secondary'}
        className={`${styles.step} needs-js`}
        aria-keyshortcuts={isRtl ? 'ArrowLeft' : 'ArrowRight'}
        onClick={() => props.onMove(1)}
      >
        {t('next')}
        <Icon name="arrowleft" className={`icon--sm ${styles.forward}`} />
      </Button>
    </>
  )
}

interface Props extends FrameProps {
  round: Round
  /** Says where the round begins, if it was left to sign in. */
  kept: KeptRound | null
  /** Keeps the round while a visitor signs in. */
  onLeave: (round: Pick<KeptRound, 'ids' | 'at'>) => void
  prayers: Prayer[]
  praying: Praying
  /** Lists what one prayed for on this day before the round began; the end counts it. */
  earlier?: Lit[] | undefined
  /** False if one left out a request of an earlier portion. */
  isAllSoFar: boolean
  /** Continues with the next portion, if there is one; says if one prayed for all of this one. */
  onMore?: ((isAll: boolean) => void) | undefined
}

/** Shows one request after the other, then the end. */
export function PrayerDeck({
  round,
  prayers,
  praying,
  earlier = [],
  kept,
  onLeave,
  isAllSoFar,
  onMore,
  ...frame
}: Props) {
  const t = useTranslations('pray_mode')
  const nameOf = useAuthorName()
  const navigate = useNavigate()
  const { status } = useAuth()
  const [deck, step] = useDeck(prayers, kept)
  const { position } = deck
  const count = deck.prayers.length
  const prayer = deck.prayers[position]
  const id = prayer?.id
  const text = useMovedFocus(id)
  const voice = useHandsFree(prayer, () => step(1))
  const move = (by: 1 | -1) => {
    if (by === 1) voice.stop()
    else voice.end()
    step(by)
  }
  const swipe = useSwipe(move)
  const pray = prayer && (() => void praying.pray(prayer))
  useKeys({ move, pray, close: () => void navigate(frame.back) })

  const shown = useRef(position)
  useEffect(() => {
    if (shown.current === position) return
    shown.current = position
    if (position < count) announce(t('position', { position: position + 1, count }))
  }, [position, count, t])

  if (!prayer && count === 0 && praying.prayed.length === 0 && !onMore) return <NothingScreen {...frame} />
  const isLit = ({ id: one }: Prayer): boolean => praying.prayed.some((it) => it.id === one)
  const offer = (
    <Offer
      isShown={praying.prayed.length > 0}
      onLeave={() => onLeave({ ids: deck.prayers.map((one) => one.id), at: id ?? null })}
    />
  )
  if (!prayer) {
    const isAll = isAllSoFar && deck.prayers.every(isLit)
    const prayed = [...earlier, ...praying.prayed]
    return (
      <EndScreen
        {...frame}
        isAll={isAll}
        isDay={round.kind === 'today'}
        people={prayed.length === 0 ? null : countPeople(prayed, round)}
        onMore={onMore && (() => onMore(isAll))}
        offer={offer}
        swipe={swipe}
      />
    )
  }
  const hasPrayed = isLit(prayer)
  // A round that goes on by itself can be stopped at a request that no voice can read, too.
  const isOffered = voice.exists || voice.isReading
  return (
    <Frame
      {...frame}
      handsFree={isOffered ? voice.handsFree : undefined}
      tools={
        isOffered && (
          <IconButton
            aria-label={t('read')}
            aria-pressed={voice.isReading}
            onClick={voice.isReading ? voice.end : () => void voice.read()}
          >
            <Icon name={voice.isReading ? 'pause' : 'speaker'} />
          </IconButton>
        )
      }
      line={<progress value={position + 1} max={count} aria-label={t('position', { position: position + 1, count })} />}
      foot={
        <>
          <Steps isFirst={position === 0} isDone={hasPrayed} onMove={move}>
            <PrayAct id={prayer.id} hasPrayed={hasPrayed} onPray={() => void praying.pray(prayer)} />
          </Steps>
          {offer}
        </>
      }
    >
      <article
        key={prayer.id}
        ref={text}
        className={styles.body}
        aria-label={t('of', { name: nameOf(prayer) })}
        // A long text is scrolled with the keys up and down.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        {...swipe}
      >
        <div className={styles.words}>
          <Who prayer={prayer} round={round} />
          {prayer.title !== null && (
            <h2 dir="auto" lang={prayer.language ?? undefined}>
              {prayer.title}
            </h2>
          )}
          <PrayerText prayer={prayer} />
          <LatestUpdate prayer={prayer} />
          {status === 'signed_in' && prayer.takes_lines && !prayer.is_mine && (
            <div className={styles.offer}>{praying.counted.includes(prayer.id) && <LeaveLine prayer={prayer} />}</div>
          )}
        </div>
      </article>
    </Frame>
  )
}
