import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../ui/Toast.tsx'
import { Button } from '../ui/Button.tsx'
import fieldStyles from '../ui/Field.module.css'
import styles from './Copyable.module.css'

/** Copies a text with one press. Where the browser does not allow that, its field is marked, to be copied by hand. */
export function useCopying(text: string, copied: string) {
  const id = useId()
  const [failed, setFailed] = useState(false)
  /** Resolves with whether it is copied. */
  async function copy(): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text)
      toast(copied)
      return true
    } catch {
      // No permission, or no secure connection.
      setFailed(true)
      document.getElementById(id)?.focus()
      return false
    }
  }
  return { id, failed, copy }
}

interface FieldProps {
  id: string
  text: string
  /** Said when it could not be copied. */
  by_hand: string | undefined
}

/** The text of `useCopying`, which is marked as a whole when it is entered. */
export function CopyableField({ id, text, by_hand }: FieldProps) {
  return (
    <>
      <input
        id={id}
        className={`${fieldStyles.input} ${styles.copyable}`}
        dir="ltr"
        readOnly
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        aria-describedby={by_hand === undefined ? undefined : `${id}e`}
      />
      {by_hand !== undefined && (
        <p className={fieldStyles.hint} id={`${id}e`} role="alert">
          {by_hand}
        </p>
      )}
    </>
  )
}

/** An address with the button that copies it, in the words of the desk. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const t = useTranslations('desk')
  const { id, failed, copy } = useCopying(text, t('copied'))
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{label}</label>
      <CopyableField id={id} text={text} by_hand={failed ? t('by_hand') : undefined} />
      <div className="row">
        <Button variant="primary" onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </div>
    </div>
  )
}
