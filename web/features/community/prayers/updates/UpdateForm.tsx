import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Outcome, Prayer, PrayerUpdate } from '../../../../../contract/prayers.ts'
import { MAX_UPDATE_LENGTH, outcomes } from '../../../../../contract/prayers.values.ts'
import { call, newIdempotencyKey } from '../../../../api.ts'
import { codePoints, useFieldErrorText } from '../../../../layout/fieldErrors.ts'
import { getErrorMessage } from '../../../../messages.ts'
import '../../../../styles/forms.css'
import { ErrorText } from '../../../../ui/Field.tsx'
import { Note } from '../../../../ui/Note.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import { saveDraftText, readDraftText } from '../composer/draft.ts'
import { isPrayerPageQuery, prayerQuery } from '../queries.ts'

/** Writing an update, or changing one. Whatever the server answers, the text stays. */
export default function UpdateForm({
  prayer,
  update,
  onDone,
}: {
  prayer: Prayer
  /** The one to be changed; left out for a new one. */
  update?: PrayerUpdate
  onDone: () => void
}) {
  const t = useTranslations('update')
  const statuses = useTranslations('status')
  const sentence = useFieldErrorText()
  const locale = useLocale()
  const client = useQueryClient()
  const id = useId()
  const draft = `update:${update?.id ?? prayer.id}`
  const [content, setContent] = useState(() => readDraftText(draft) || (update?.content ?? ''))
  const [status, setStatus] = useState<Outcome | ''>(
    update?.status && update.status !== 'archived' ? update.status : '',
  )
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const attempt = useRef({ body: '', key: '' })
  const note = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])
  useEffect(() => {
    if (failure !== null) note.current?.focus()
  }, [failure])

  const validate = (value: string): boolean => {
    const length = codePoints(value.trim())
    const wrong =
      length === 0
        ? sentence({ code: 'required' }, value)
        : length > MAX_UPDATE_LENGTH
          ? sentence({ code: 'too_long', maximum: MAX_UPDATE_LENGTH }, value)
          : null
    setProblem(wrong)
    return wrong === null
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (sending) return
    if (!validate(content)) return area.current?.focus()
    setSending(true)
    setFailure(null)
    const body = { content, status: status === '' ? null : status }
    const text = JSON.stringify(body)
    // The same words twice, after a lost answer, are one update.
    if (attempt.current.body !== text) attempt.current = { body: text, key: newIdempotencyKey() }
    const options = { idempotency_key: attempt.current.key }
    const { data, error } = update
      ? await call('updates.edit', { id: prayer.id, updateId: update.id, ...body }, options)
      : await call('updates.create', { id: prayer.id, ...body }, options)
    setSending(false)
    if (error) return setFailure(await getErrorMessage(error, locale))
    saveDraftText(draft, '')
    await client.invalidateQueries({ queryKey: prayerQuery(prayer.id).queryKey })
    void client.invalidateQueries({ predicate: isPrayerPageQuery })
    toast(data.is_held ? t('held') : t('shared'))
    onDone()
  }

  return (
    <form className="card card--tight stack" noValidate onSubmit={(event) => void send(event)}>
      {failure !== null && (
        <Note kind="error" icon="error" title={t('failed')} ref={note} tabIndex={-1}>
          {failure} {t('kept')}
        </Note>
      )}
      <div className={problem === null ? 'field' : 'field field--error'}>
        <label htmlFor={id}>{t('content')}</label>
        <textarea
          ref={area}
          id={id}
          className="textarea update__text"
          rows={4}
          dir="auto"
          value={content}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}e`}
          onChange={(event) => {
            setContent(event.target.value)
            saveDraftText(draft, event.target.value)
            if (problem !== null) validate(event.target.value)
          }}
        />
        {problem !== null && <ErrorText id={`${id}e`}>{problem}</ErrorText>}
      </div>
      <div className="field">
        <label htmlFor={`${id}s`}>{t('outcome')}</label>
        <select
          id={`${id}s`}
          className="select"
          value={status}
          onChange={(event) => setStatus(event.target.value as Outcome | '')}
        >
          <option value="">{t('no_outcome')}</option>
          {outcomes.map((outcome) => (
            <option key={outcome} value={outcome}>
              {outcome === 'open' ? t('open') : statuses(outcome)}
            </option>
          ))}
        </select>
        <span className="hint">{t('outcome_hint')}</span>
      </div>
      <div className="row btn-row-mobile">
        <button type="submit" className="btn btn--primary" aria-disabled={sending || undefined} aria-busy={sending}>
          {update ? t('save') : t('send')}
        </button>
        <button
          type="button"
          className="btn btn--secondary"
          onClick={() => {
            if (update) saveDraftText(draft, '')
            onDone()
          }}
        >
          {t('cancel')}
        </button>
      </div>
    </form>
  )
}
