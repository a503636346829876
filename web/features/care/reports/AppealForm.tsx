import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { OwnDecision } from '../../../../contract/decisions.ts'
import { MAX_APPEAL_LENGTH } from '../../../../contract/decisions.values.ts'
import { call } from '../../../api.ts'
import { codePoints } from '../../../layout/fieldErrors.ts'
import { getErrorMessage } from '../../../messages.ts'
import { useTime } from '../../../time.tsx'
import { ErrorText } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'
import { announce } from '../../../ui/Toast.tsx'

const MIN_LENGTH = 3

/** What an author says against a decision, once. Opened by a press, so that nobody feels that they must. */
export function AppealForm({ decision, again: invalidates }: { decision: OwnDecision; again: QueryKey }) {
  const t = useTranslations('decided')
  const locale = useLocale()
  const client = useQueryClient()
  const time = useTime()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (sending) return
    if (codePoints(text.trim()) < MIN_LENGTH) {
      setTooShort(true)
      field.current?.focus()
      return
    }
    setSending(true)
    const { error } = await call('appeals.create', { id: decision.id, appeal: text })
    setSending(false)
    if (error) return setProblem(await getErrorMessage(error, locale))
    announce(t('sent'))
    await client.invalidateQueries({ queryKey: invalidates })
  }

  if (!open) {
    return (
      <p>
        <button type="button" className="btn btn--secondary" onClick={() => setOpen(true)}>
          {t('answer')}
        </button>
      </p>
    )
  }
  return (
    <form className="stack" noValidate onSubmit={(event) => void send(event)}>
      {problem !== null && (
        <Note kind="error" icon="error" title={t('not_sent')}>
          {problem}
        </Note>
      )}
      <div className={isTooShort ? 'field field--error' : 'field'}>
        <label htmlFor={id}>{t('words')}</label>
        <textarea
          ref={field}
          id={id}
          className="textarea"
          rows={4}
          dir="auto"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          maxLength={MAX_APPEAL_LENGTH}
          value={text}
          aria-invalid={isTooShort || undefined}
          aria-describedby={isTooShort ? `${id}h ${id}e` : `${id}h`}
          onChange={({ target }) => {
            setText(target.value)
            setTooShort(false)
          }}
        />
        <span className="hint" id={`${id}h`}>
          {t('answer_hint', { date: time(decision.appeal_until, true) })}
        </span>
        {isTooShort && <ErrorText id={`${id}e`}>{t('words_short')}</ErrorText>}
      </div>
      <div className="row btn-row-mobile">
        <button type="submit" className="btn btn--primary" aria-disabled={sending || undefined} aria-busy={sending}>
          {t('send')}
        </button>
      </div>
    </form>
  )
}
