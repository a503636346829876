import { type FormEvent, type ReactNode, type RefObject, useId } from 'react'
import { useTranslations } from 'use-intl'
import { MAX_CASE_MESSAGE_LENGTH } from '../../../../contract/cases.values.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import styles from './Talk.module.css'

/** Shows what was written, oldest first. */
export const Talk = ({ label, children }: { label: string; children: ReactNode }) => (
  <ol className={styles.talk} aria-label={label}>
    {children}
  </ol>
)

/** Shows what one side said, and below it who and when. `isOwn`: said by the side that reads. */
export const Say = ({ isOwn, words, below }: { isOwn: boolean; words: ReactNode; below: string }) => (
  <li className={isOwn ? `${styles.say} ${styles.own}` : styles.say}>
    <p dir="auto">{words}</p>
    <small suppressHydrationWarning>{below}</small>
  </li>
)

/** A field for a message. Only its button sends; what is typed stays until it was sent. */
export function WriteField({
  label,
  hint,
  words,
  onChange,
  onSend,
  isSending,
  failure,
  field,
}: {
  label: string
  hint: string
  words: string
  onChange: (words: string) => void
  /** Called with words that are not empty. */
  onSend: (words: string) => void
  isSending: boolean
  /** Why the last message was not sent. */
  failure: string | null
  /** Comes from `useFieldHeight`. */
  field: RefObject<HTMLTextAreaElement | null>
}) {
  const t = useTranslations('talk')
  const id = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() === '') field.current?.focus()
    else onSend(words.trim())
  }
  return (
    <form className="stack" noValidate onSubmit={send}>
      <FailureNote title={t('not_sent')}>{failure}</FailureNote>
      <div className={styles.write}>
        <TextArea
          ref={field}
          rows={2}
          dir="auto"
          aria-label={label}
          aria-describedby={id}
          placeholder={label}
          maxLength={MAX_CASE_MESSAGE_LENGTH}
          readOnly={isSending}
          value={words}
          onChange={({ target }) => onChange(target.value)}
        />
        <div className={styles.bar}>
          <span className={fieldStyles.hint} id={id}>
            {hint}
          </span>
          <Button type="submit" variant="primary" busy={isSending}>
            <Icon name="send" className="flip" />
            {t('send')}
          </Button>
        </div>
      </div>
    </form>
  )
}
