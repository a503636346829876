import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../ui/Toast.tsx'

/** An address to be copied with one press, or by hand where the browser does not allow that. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const t = useTranslations('desk')
  const id = useId()
  const [failed, setFailed] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast(t('copied'))
    } catch {
      // No permission, or no secure connection.
      setFailed(true)
      document.getElementById(id)?.focus()
    }
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        <input
          id={id}
          className="input copyable"
          dir="ltr"
          readOnly
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" className="btn btn--primary" onClick={() => void copy()}>
          {t('copy')}
        </button>
      </div>
      {failed && (
        <p className="hint" role="alert">
          {t('by_hand')}
        </p>
      )}
    </div>
  )
}
