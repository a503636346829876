import type { ComponentProps, ComponentPropsWithRef } from 'react'
import { FieldBox } from './Field.tsx'
import styles from './Field.module.css'

/** A multi-line text input. What stands around it carries its label. */
export const TextArea = ({ className = '', ...rest }: ComponentPropsWithRef<'textarea'>) => (
  <textarea {...rest} className={`${styles.textarea} ${className}`} />
)

type Props = Omit<ComponentPropsWithRef<'textarea'>, 'id'> & Omit<ComponentProps<typeof FieldBox>, 'renderControl'>

/** A labelled multi-line text input. */
export const TextAreaField = ({ label, hint, error, aside, ...area }: Props) => (
  <FieldBox {...{ label, hint, error, aside }} renderControl={(linked) => <TextArea {...area} {...linked} />} />
)
