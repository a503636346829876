import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Arcade } from '../../ui/Arcade.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Frame, type FrameProps } from './Frame.tsx'
import { endingOf } from './round.ts'
import prayStyles from './pray.module.css'
import styles from './EndScreen.module.css'

/** A screen without a request: the sun in an arch, a sentence, and the ways on. */
function Sentence({
  heading,
  text,
  foot,
  swipe,
  ...frame
}: FrameProps & { heading: string; text: string | null; foot: ReactNode; swipe?: object }) {
  const body = useRef<HTMLDivElement>(null)
  // Screen readers read the sentence.
  useEffect(() => body.current?.focus({ preventScroll: true }), [])
  return (
    <Frame {...frame} isEnd foot={<div className={styles.ways}>{foot}</div>}>
      <div className={prayStyles.body} ref={body} tabIndex={-1} {...swipe}>
        <div className={styles.end}>
          <div className={styles.art}>
            <Arcade size={[140, 180]} sun={0.46} arches={[[0, 140, 70]]} />
          </div>
          <h2>{heading}</h2>
          {text !== null && <p className="secondary lead">{text}</p>}
        </div>
      </div>
    </Frame>
  )
}

/** Says that the round holds no request. */
export function NothingScreen(frame: FrameProps) {
  const t = useTranslations('pray_mode')
  return (
    <Sentence
      {...frame}
      heading={t('nothing')}
      text={t('nothing_text')}
      foot={
        <ButtonLink variant="primary" size="large" to={frame.back}>
          {t('done')}
        </ButtonLink>
      }
    />
  )
}

/**
 * `isAll`: true if one prayed for every request, `isDay`: if these are those of the day, `people`: for how many others one
 * prayed, null if for none. `onMore`: continues with the next portion, if there is one.
 */
export function EndScreen({
  isAll,
  isDay,
  people,
  onMore,
  offer,
  ...frame
}: FrameProps & {
  isAll: boolean
  isDay: boolean
  people: number | null
  onMore: (() => void) | undefined
  offer: ReactNode
  swipe: object
}) {
  const t = useTranslations('pray_mode')
  const today = useTranslations('today')
  const [isSilent, setSilent] = useState(false)
  const text = people === null ? t('end_none') : people === 0 ? t('end_text') : t('end_people', { people })
  const ending = isAll && isDay ? today('end') : t(endingOf(isAll, onMore !== undefined))
  // Hidden buttons keep their place, so that nothing moves.
  const className = isSilent ? prayStyles.hidden : undefined
  return (
    <Sentence
      key={String(isSilent)}
      {...frame}
      heading={isSilent ? t('silence_text') : ending}
      text={isSilent ? null : text}
      foot={
        <>
          <ButtonLink variant="primary" size="large" to={frame.back}>
            {t('done')}
          </ButtonLink>
          {onMore && (
            <Button className={className} onClick={onMore}>
              {t('more')}
            </Button>
          )}
          <Button variant="text" className={className} onClick={() => setSilent(true)}>
            {t('silence')}
          </Button>
          {offer}
        </>
      }
    />
  )
}
