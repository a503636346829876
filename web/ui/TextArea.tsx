import type { ComponentPropsWithRef } from 'react'
import styles from './Field.module.css'

/** Several lines of text. The field around it carries its label. */
export const TextArea = ({ className = '', ...rest }: ComponentPropsWithRef<'textarea'>) => (
  <textarea {...rest} className={`${styles.textarea} ${className}`} />
)
