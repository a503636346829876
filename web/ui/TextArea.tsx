import type { ComponentPropsWithRef } from 'react'
import styles from './Field.module.css'

/** A multi-line text input. The field around it carries its label. */
export const TextArea = ({ className = '', ...rest }: ComponentPropsWithRef<'textarea'>) => (
  <textarea {...rest} className={`${styles.textarea} ${className}`} />
)
