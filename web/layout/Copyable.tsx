import { useId, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../ui/Toast.tsx'
import { Button, ButtonRow } from '../ui/Button.tsx'
import fieldStyles from '../ui/Field.module.css'
import styles from './Copyable.module.css'

interface Props {
  label: string
  text: string
  /** Whose words the button and its answers have; those of the desk unless given. */
  words?: 'desk' | 'share' | 'groups' | 'calendar'
  /** Label of a button that opens the share sheet of the device, where it has one. */
  share?: string
  /** Called once the text was copied or shared. */
  onDone?: () => void
  /** Stands between the text and the buttons. */
  children?: ReactNode
}

/**
 * Shows an address in a field, with a button that copies it. Where the browser refuses, selects the whole text for copying by hand.
 */
export function Copyable({ label, text, words = 'desk', share, onDone = () => {}, children }: Props) {
  const t = useTranslations()
  const id = useId()
  const [hasFailed, setFailed] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast(t(`${words}.copied`))
      onDone()
    } catch {
      // Permission is missing, or the connection is not secure.
      setFailed(true)
      document.getElementById(id)?.focus()
    }
  }
  return (
    <>
      <div className={fieldStyles.field}>
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          className={`${fieldStyles.input} ${styles.copyable}`}
          dir="ltr"
          readOnly
          value={text}
          onFocus={(event) => event.currentTarget.select()}
          aria-describedby={hasFailed ? `${id}e` : undefined}
        />
        {hasFailed && (
          <p className={fieldStyles.hint} id={`${id}e`} role="alert">
            {t(`${words}.by_hand`)}
          </p>
        )}
      </div>
      {children}
      <ButtonRow>
        <Button variant="primary" onClick={() => void copy()}>
          {t(`${words}.copy`)}
        </Button>
        {share !== undefined && 'share' in navigator && (
          // Dismissing the share sheet is not an error.
          <Button onClick={() => void navigator.share({ url: text }).then(onDone, () => {})}>{share}</Button>
        )}
      </ButtonRow>
    </>
  )
}
