import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure } from '../../../api.ts'
import type { Outcome, Prayer, PrayerUpdate } from '../../../../contract/prayers.ts'
import { MAX_UPDATE_LENGTH, outcomes } from '../../../../contract/prayers.values.ts'
import { codePoints, useFieldErrorText } from '../../../layout/fieldErrors.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useFailureFocus } from '../../../layout/useFailureFocus.ts'
import { invalidate } from '../../../invalidate.ts'
import { ErrorText } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { isAnswered } from '../prayers/answers.ts'
import { saveDraftText, readDraftText } from '../prayers/composer/draft.ts'
import { prayerQuery } from '../prayers/queries.ts'
import { Card } from '../../../ui/Card.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import chipStyles from '../../../ui/Chip.module.css'
import fieldStyles from '../../../ui/Field.module.css'
import updatesStyles from './Updates.module.css'

/** Creates or edits an update. The form keeps its text when the server refuses it. */
export default function UpdateForm({
  prayer,
  update,
  onDone,
}: {
  prayer: Prayer
  /** Update to edit; omitted for a new one. */
  update?: PrayerUpdate
  onDone: () => void
}) {
  const t = useTranslations('update')
  const statuses = useTranslations('status')
  const sentence = useFieldErrorText()
  const client = useQueryClient()
  const id = useId()
  const draft = `update:${update?.id ?? prayer.id}`
  const [content, setContent] = useState(() => readDraftText(draft) || (update?.content ?? ''))
  const [status, setStatus] = useState<Outcome | ''>(
    update?.status && update.status !== 'archived' ? update.status : '',
  )
  const [problem, setProblem] = useState<string | null>(null)
  const { run, isPending: sending, failure } = useEndpointMutation()
  const note = useFailureFocus(failure)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])

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
    if (!validate(content)) return area.current?.focus()
    const body = { content, status: status === '' ? null : status }
    // Idempotent: the same text sent again after a lost response is one update.
    const onError = ({ errors = [] }: Failure): void => {
      const wrong = errors.find(({ path }) => path === 'content')
      if (wrong) setProblem(sentence(wrong, content))
    }
    const options = { idempotent: true, onError }
    const data = update
      ? await run('updates.edit', { id: prayer.id, updateId: update.id, ...body }, options)
      : await run('updates.create', { id: prayer.id, ...body }, options)
    if (!data) return
    saveDraftText(draft, '')
    await client.invalidateQueries({ queryKey: prayerQuery(prayer.id).queryKey })
    void invalidate(client, 'prayer_pages')
    toast(data.is_held ? t('held') : t('shared'))
    onDone()
  }

  return (
    <Card as="form" tight className="stack" noValidate onSubmit={(event) => void send(event)}>
      {failure !== null && (
        <Note kind="error" icon="error" title={t('failed')} ref={note} tabIndex={-1}>
          {failure} {t('kept')}
        </Note>
      )}
      <fieldset className={fieldStyles.field}>
        <legend className={fieldStyles.label}>{t('outcome')}</legend>
        <div className={chipStyles.chips}>
          {(['', ...outcomes] as const).map((outcome) => (
            <Chip key={outcome} aria-pressed={outcome === status} onClick={() => setStatus(outcome)}>
              {outcome === '' ? t('no_outcome') : outcome === 'open' ? t('open') : statuses(outcome)}
            </Chip>
          ))}
        </div>
        <span className={fieldStyles.hint}>{t('outcome_hint')}</span>
      </fieldset>
      <div className={problem === null ? fieldStyles.field : `${fieldStyles.field} ${fieldStyles.invalid}`}>
        <label htmlFor={id}>{isAnswered({ status: status || 'open' }) ? t('answer') : t('content')}</label>
        <TextArea
          ref={area}
          id={id}
          className={updatesStyles.updateText}
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
      <ButtonRow>
        <Button type="submit" variant="primary" aria-disabled={sending || undefined} aria-busy={sending}>
          {update ? t('save') : t('send')}
        </Button>
        <Button
          onClick={() => {
            if (update) saveDraftText(draft, '')
            onDone()
          }}
        >
          {t('cancel')}
        </Button>
      </ButtonRow>
    </Card>
  )
}
