import type { ComponentPropsWithRef } from 'react'
import styles from './Field.module.css'

/** A choice among many, by the browser's own list. The field around it carries its label. */
export const Select = ({ className = '', ...rest }: ComponentPropsWithRef<'select'>) => (
  <select {...rest} className={`${styles.select} ${className}`} />
)
