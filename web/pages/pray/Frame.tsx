import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/Icon.tsx'
import { Settings } from './Settings.tsx'
import type { HandsFree } from './useHandsFree.ts'
import type { Timer } from './useTimer.ts'
import iconButtonStyles from '../../ui/IconButton.module.css'
import styles from './pray.module.css'

/** All screens of a round share these. */
export interface FrameProps {
  /** Name of the round. */
  title: string
  /** Address of the page that the round belongs to. */
  back: string
  timer: Timer
}

/** Length of the circle of the ring is 100. */
const Ring = ({ part }: { part: number }) => (
  <svg className={styles.ring} viewBox="0 0 18 18" aria-hidden="true">
    <circle cx="9" cy="9" r="7" />
    <circle cx="9" cy="9" r="7" pathLength="100" strokeDasharray={`${part} 100`} />
  </svg>
)

function TimeLeft({ minutes, left }: Timer) {
  const t = useTranslations('pray_mode')
  if (left === null) return null
  return (
    <p className={styles.time} role="timer">
      {left > 0 && <Ring part={(100 * left) / minutes} />}
      <span>{left > 0 ? t('left', { minutes: left }) : t('time_over', { minutes })}</span>
    </p>
  )
}

/**
 * One screen of prayer mode, as high as the window: Close, name and time on top, a line that shows how far one is, the
 * content, and the controls.
 */
export function Frame({
  title,
  back,
  timer,
  isEnd = false,
  handsFree,
  tools,
  line,
  foot,
  children,
}: FrameProps & {
  /** True where there is no request any more: then neither name nor settings are shown. */
  isEnd?: boolean
  /** Nothing where the device has no voice. */
  handsFree?: HandsFree | undefined
  tools?: ReactNode
  line?: ReactNode
  foot?: ReactNode
  children: ReactNode
}) {
  const failure = useTranslations('failure')
  const field = useTranslations('field')
  return (
    <div className={styles.praymode}>
      <div className={styles.top}>
        <Link className={iconButtonStyles.iconButton} to={back} aria-label={field('close')}>
          <Icon name="x" />
        </Link>
        <div className={styles.where}>
          <h1 className={isEnd || timer.left === 0 ? 'vh' : 'clamped'} dir="auto">
            {title}
          </h1>
          <TimeLeft {...timer} />
        </div>
        <div className={styles.tools}>
          {tools}
          {!isEnd && <Settings timer={timer} handsFree={handsFree} />}
        </div>
      </div>
      <div className={styles.line}>{line}</div>
      {children}
      <div className={styles.foot}>
        {foot}
        <p className={`without-js ${styles.without}`}>{failure('no_scripts')}</p>
      </div>
    </div>
  )
}
