import type { ComponentProps } from 'react'
import styles from './IconButton.module.css'

/** A round button with an icon instead of text; `aria-label` names its action. */
export const IconButton = ({ className = '', ...rest }: ComponentProps<'button'> & { 'aria-label': string }) => (
  <button type="button" {...rest} className={`${styles.iconButton} ${className}`} />
)
