import { useId, type ComponentPropsWithRef, type ReactNode } from 'react'
import { FieldNotes } from './Field.tsx'
import styles from './Field.module.css'

/** A multi-line text input. What stands around it carries its label. */
export const TextArea = ({ className = '', ...rest }: ComponentPropsWithRef<'textarea'>) => (
  <textarea {...rest} className={`${styles.textarea} ${className}`} />
)

type Props = Omit<ComponentPropsWithRef<'textarea'>, 'id'> & {
  label: ReactNode
  hint?: ReactNode
  /** Error message; absent when the text is valid. */
  error?: string | undefined
}

/** A labelled multi-line text input. Hint and error are linked to it for screen readers. */
export function TextAreaField({ label, hint, error, ...area }: Props) {
  const id = useId()
  const described = [hint !== undefined && `${id}h`, error !== undefined && `${id}e`].filter(Boolean).join(' ')
  return (
    <div className={error === undefined ? styles.field : `${styles.field} ${styles.invalid}`}>
      <label htmlFor={id}>{label}</label>
      <TextArea
        {...area}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={described || undefined}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
