import type { ComponentPropsWithRef } from 'react'
import styles from './Field.module.css'

/** A native select. The field around it carries its label. */
export const Select = ({ className = '', ...rest }: ComponentPropsWithRef<'select'>) => (
  <select {...rest} className={`${styles.select} ${className}`} />
)
