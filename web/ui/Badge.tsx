import type { HTMLAttributes } from 'react'
import styles from './Badge.module.css'

export type BadgeTone = 'success' | 'accent' | 'error' | 'warning' | 'info' | 'fresh'

/** A state in one or two words. Grey without a tone. */
export const Badge = ({
  tone,
  className = '',
  ...rest
}: HTMLAttributes<HTMLSpanElement> & { tone?: BadgeTone | undefined }) => (
  <span {...rest} className={`${styles.badge} ${tone ? styles[tone] : ''} ${className}`} />
)
