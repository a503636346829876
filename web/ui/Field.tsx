import { useId, type ComponentPropsWithRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Field.module.css'

/** Error message under a field. */
export const ErrorText = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className={styles.error} id={id}>
    <Icon name="error" />
    {children}
  </p>
)

/** Shows hint and error below a control, which refers to them by its own `id` with an h or an e. */
export const FieldNotes = ({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) => (
  <>
    {hint !== undefined && (
      <span className={styles.hint} id={`${id}h`}>
        {hint}
      </span>
    )}
    {error !== undefined && <ErrorText id={`${id}e`}>{error}</ErrorText>}
  </>
)

/** A label over another control than a single-line input: a select, or an input of a filter. */
export const Labelled = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <label className={styles.field}>
    <span className={styles.label}>{label}</span>
    {children}
  </label>
)

/** The label of a field that may stay empty, and the word that says so. */
export const OptionalLabel = ({ label, word }: { label: ReactNode; word: string }) => (
  <>
    {label} <span className={`muted ${styles.optional}`}>{word}</span>
  </>
)

type Props = Omit<ComponentPropsWithRef<'input'>, 'id'> & {
  label: ReactNode
  hint?: string | undefined
  /** Error message; absent when the field is valid. */
  error?: string | undefined
  /** A button inside the field, at its end. */
  affix?: ReactNode
  /** Content beside the label, at the end of its line. */
  aside?: ReactNode
}

/** A labelled single-line input. Hint and error are linked to it for screen readers. */
export function Field({ label, hint, error, affix, aside, ...input }: Props) {
  const id = useId()
  const described = [hint !== undefined && `${id}h`, error !== undefined && `${id}e`].filter(Boolean).join(' ')
  const control = (
    <input
      {...input}
      id={id}
      className={affix === undefined ? styles.input : undefined}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={described || undefined}
    />
  )
  return (
    <div className={error === undefined ? styles.field : `${styles.field} ${styles.invalid}`}>
      {aside === undefined ? (
        <label htmlFor={id}>{label}</label>
      ) : (
        <div className={styles.head}>
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
          {aside}
        </div>
      )}
      {affix === undefined ? (
        control
      ) : (
        <div className={`${styles.input} ${styles.affix}`}>
          {control}
          {affix}
        </div>
      )}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
