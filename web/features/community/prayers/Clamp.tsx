import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import styles from './Clamp.module.css'

const hideWhenItFits = (frame: HTMLElement | null) => {
  const text = frame?.firstElementChild
  frame?.toggleAttribute('data-fits', Boolean(text) && text!.scrollHeight <= text!.clientHeight)
}

/**
 * A text that is cut after some lines, with a link to all of it. The style sheet knows when it is cut, and shows the link
 * only then; browsers that cannot tell measure once the scripts run.
 */
export function Clamp({ to, children }: { to: string; children: ReactNode }) {
  const t = useTranslations('prayer')
  return (
    <div className={styles.clamp} ref={hideWhenItFits}>
      {children}
      <Link className={styles.more} to={to}>
        {t('read_all')}
      </Link>
    </div>
  )
}
