import type { ComponentPropsWithRef } from 'react'
import styles from './ListRow.module.css'

/** A row of a list: what it is about, and what can be done at its end. */
export const ListRow = ({ className = '', ...rest }: ComponentPropsWithRef<'li'>) => (
  <li {...rest} className={`${styles.row} ${className}`} />
)
