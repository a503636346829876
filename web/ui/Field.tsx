import { useId, type ComponentPropsWithRef, type InputHTMLAttributes, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from './Icon.tsx'
import styles from './Field.module.css'

/** Error message under a field. */
export const ErrorText = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className={styles.error} id={id}>
    <Icon name="error" />
    {/* In an element of its own: see `Toasts`. */}
    <span>{children}</span>
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

/** The label of a field that may stay empty, and the word that says so. Needs the messages of forms. */
export function OptionalLabel({ label }: { label: ReactNode }) {
  const t = useTranslations('field')
  return (
    <>
      {label} <span className={`muted ${styles.optional}`}>{t('optional')}</span>
    </>
  )
}

interface BoxProps {
  label: ReactNode
  hint?: ReactNode
  /** Error message; absent when the value is valid. */
  error?: string | undefined
  /** Content beside the label, at the end of its line. */
  aside?: ReactNode
}

type Linked = Pick<InputHTMLAttributes<HTMLElement>, 'aria-invalid' | 'aria-describedby'> & { id: string }

/** A label, hint and error around a control, which is linked to them for screen readers. */
export function FieldBox({
  label,
  hint,
  error,
  aside,
  renderControl,
}: BoxProps & { renderControl: (linked: Linked) => ReactNode }) {
  const id = useId()
  const described = [hint !== undefined && `${id}h`, error !== undefined && `${id}e`].filter(Boolean).join(' ')
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
      {renderControl({
        id,
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': described || undefined,
      })}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

type Props = Omit<ComponentPropsWithRef<'input'>, 'id'> &
  BoxProps & {
    /** A button inside the field, at its end. */
    affix?: ReactNode
  }

/** A labelled single-line input. */
export const Field = ({ label, hint, error, affix, aside, ...input }: Props) => (
  <FieldBox
    {...{ label, hint, error, aside }}
    renderControl={(linked) =>
      affix === undefined ? (
        <input {...input} {...linked} className={styles.input} />
      ) : (
        <div className={`${styles.input} ${styles.affix}`}>
          <input {...input} {...linked} />
          {affix}
        </div>
      )
    }
  />
)
