import type { ComponentPropsWithRef } from 'react'
import { keepFocus } from './keepFocus.ts'
import styles from './ListRow.module.css'

/** A row of a list: what it is about, and what can be done at its end. */
export const ListRow = ({ className = '', ref = keepFocus, ...rest }: ComponentPropsWithRef<'li'>) => (
  <li {...rest} ref={ref} className={`${styles.row} ${className}`} />
)
