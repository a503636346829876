import type { ButtonHTMLAttributes } from 'react'
import styles from './Chip.module.css'

/** One of several short options; `aria-pressed` says which are chosen. `offered`: proposed, with a dashed border. */
export const Chip = ({
  offered = false,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & { offered?: boolean }) => (
  <button type="button" {...rest} className={offered ? `${styles.chip} ${styles.offered}` : styles.chip} />
)
