import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../ui/Toast.tsx'
import { Button } from '../ui/Button.tsx'
import fieldStyles from '../ui/Field.module.css'
import styles from './Copyable.module.css'

/** Copies a text to the clipboard. Where the browser refuses, selects the text's field for copying by hand. */
export function useCopying(text: string, copied: string) {
  const id = useId()
  const [failed, setFailed] = useState(false)
  /** Resolves with true when the text was copied. */
  async function copy(): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text)
      toast(copied)
      return true
    } catch {
      // Permission is missing, or the connection is not secure.
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
  /** Hint that is shown when copying failed. */
  by_hand: string | undefined
}

/** Read-only field with the text of `useCopying`; selects its whole text on focus. */
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

/** Shows an address with a button that copies it, for the desk. */
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
