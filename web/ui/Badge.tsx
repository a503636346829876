import type { HTMLAttributes } from 'react'
import styles from './Badge.module.css'

const tones = {
  success: styles.success,
  accent: styles.accent,
  error: styles.error,
  warning: styles.warning,
  info: styles.info,
  fresh: styles.fresh,
}
export type BadgeTone = keyof typeof tones

/** A state in one or two words. Grey without a tone. */
export const Badge = ({
  tone,
  className = '',
  ...rest
}: HTMLAttributes<HTMLSpanElement> & { tone?: BadgeTone | undefined }) => (
  <span {...rest} className={`${styles.badge} ${tone ? tones[tone] : ''} ${className}`} />
)
