import type { HTMLAttributes } from 'react'
import styles from './Badge.module.css'

export type BadgeTone = 'success' | 'accent' | 'error' | 'warning' | 'info' | 'fresh'

/** A state in a word or two. Without a tone it is grey. */
export const Badge = ({
  tone,
  className = '',
  ...rest
}: HTMLAttributes<HTMLSpanElement> & { tone?: BadgeTone | undefined }) => (
  <span {...rest} className={`${styles.badge} ${tone ? styles[tone] : ''} ${className}`} />
)
