import type { ButtonHTMLAttributes } from 'react'
import styles from './IconButton.module.css'

/** A round button with a drawing instead of words; `aria-label` says what it does. */
export const IconButton = ({
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { 'aria-label': string }) => (
  <button type="button" {...rest} className={`${styles.iconButton} ${className}`} />
)
