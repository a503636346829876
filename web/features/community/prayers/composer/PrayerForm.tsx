import { Suspense, useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldError } from '../../../../../contract/errors.ts'
import { MAX_CONTENT_LENGTH, MAX_TITLE_LENGTH, MIN_CONTENT_LENGTH } from '../../../../../contract/prayers.values.ts'
import { newIdempotencyKey, type Failure } from '../../../../api.ts'
import { lazyPart } from '../../../../layout/lazyPart.tsx'
import { codePoints, useFieldErrorText } from '../../../../layout/fieldErrors.ts'
import { asResult, useEndpointMutation } from '../../../../layout/useEndpointMutation.ts'
import { ErrorText, Field, Optional } from '../../../../ui/Field.tsx'
import { Note } from '../../../../ui/Note.tsx'
import { Switch } from '../../../../ui/Switch.tsx'
import { AudienceField } from './AudienceField.tsx'
import { saveDraft, type Draft } from './draft.ts'
import { SubjectConsent, WritingHints } from './WritingHints.tsx'
import { Suggestions } from './Suggestions.tsx'
import { GroupChoice } from './GroupChoice.tsx'
import { Button, ButtonRow } from '../../../../ui/Button.tsx'
import { Spinner } from '../../../../ui/Spinner.tsx'
import fieldStyles from '../../../../ui/Field.module.css'
import formStyles from '../../../../ui/Form.module.css'

const Dictate = lazyPart(() => import('../../../language/speech/Dictate.tsx'))

const LIMITS = {
  title: { minimum: 0, maximum: MAX_TITLE_LENGTH },
  content: { minimum: MIN_CONTENT_LENGTH, maximum: MAX_CONTENT_LENGTH },
} as const
const COUNTER_THRESHOLD = 4750

type TextField = keyof typeof LIMITS
type Problems = Partial<Record<string, Pick<FieldError, 'code' | 'minimum' | 'maximum'>>>

function validateField(field: TextField, value: string): Problems[string] {
  const length = codePoints(value.trim())
  const { minimum, maximum } = LIMITS[field]
  if (length < minimum) return { code: 'too_short', minimum }
  return length > maximum ? { code: 'too_long', maximum } : undefined
}

interface Props {
  /** True if the request can be shared with several groups at once. An existing request is in one group. */
  multiple?: boolean
  /** Name under which the draft is stored in this tab. */
  name: string
  initial: Draft
  submitLabel: string
  failedTitle: string
  onChange?: (draft: Draft) => void
  /**
   * Sends the draft; resolves to the failure, or to null on success. The idempotency key is the same for the same text,
   * so that nothing is shared twice.
   */
  send: (draft: Draft, idempotency_key: string) => Promise<Failure | null>
}

/** Creates or edits a request. The form keeps its text when the server refuses it. */
export function PrayerForm({ multiple = true, name, initial, submitLabel, failedTitle, onChange, send }: Props) {
  const t = useTranslations('write')
  const compose = useTranslations('compose')
  const sentence = useFieldErrorText()
  const id = useId()
  const [draft, setDraft] = useState(initial)
  const [problems, setProblems] = useState<Problems>({})
  const { perform, isPending: sending, failure } = useEndpointMutation()
  // Stored with the draft: a request sent before a reload may have arrived, and keeps its idempotency key.
  const attempt = useRef(initial.key ?? { body: '', key: '' })
  const note = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const latest = useRef(draft)

  useEffect(() => {
    if (failure !== null) note.current?.focus()
  }, [failure])

  function change(part: Partial<Draft>) {
    const next = { ...latest.current, ...part }
    latest.current = next
    setDraft(next)
    saveDraft(name, { ...next, key: attempt.current })
    onChange?.(next)
    // A field with an error is validated again at every change.
    for (const field of ['title', 'content'] as const) {
      if (part[field] !== undefined && problems[field]) showProblem(field, part[field])
    }
  }

  function showProblem(field: TextField, value: string): boolean {
    const problem = validateField(field, value)
    setProblems((others) => ({ ...others, [field]: problem }))
    return problem === undefined
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (sending) return
    const lacksGroup = draft.visibility === 'group' && draft.group_ids.length === 0
    const results = [showProblem('title', draft.title), showProblem('content', draft.content), !lacksGroup]
    setProblems((others) => ({ ...others, group_ids: lacksGroup ? { code: 'required' } : undefined }))
    if (results.includes(false)) {
      const invalidField = ['title', 'content', 'group_ids'][results.indexOf(false)] ?? ''
      form.current?.querySelector<HTMLElement>(`[name=${invalidField}]`)?.focus()
      return
    }
    const { key: _, ...written } = draft
    const body = JSON.stringify(written)
    if (attempt.current.body !== body) attempt.current = { body, key: newIdempotencyKey() }
    saveDraft(name, { ...draft, key: attempt.current })
    const onError = ({ errors = [] }: Failure): void =>
      setProblems(Object.fromEntries(errors.map((problem) => [problem.path, problem])))
    if (await perform(() => asResult(send(draft, attempt.current.key)), { onError })) saveDraft(name, null)
  }

  const errorOf = (field: TextField) => problems[field] && sentence(problems[field], draft[field])
  const contentError = errorOf('content')
  const used = codePoints(draft.content)
  return (
    <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure !== null && (
        <Note kind="error" icon="error" title={failedTitle} ref={note} tabIndex={-1}>
          {failure} {t('kept')}
        </Note>
      )}
      <div className={`stack ${formStyles.part}`}>
        <Field
          label={
            <>
              {t('heading')} <Optional>{t('optional')}</Optional>
            </>
          }
          name="title"
          dir="auto"
          autoComplete="off"
          value={draft.title}
          error={errorOf('title')}
          onChange={(event) => change({ title: event.target.value })}
          onBlur={() => showProblem('title', draft.title)}
        />
        <div className={contentError === undefined ? fieldStyles.field : `${fieldStyles.field} ${fieldStyles.invalid}`}>
          <label htmlFor={id}>{t('content')}</label>
          <div className={fieldStyles.compose}>
            <textarea
              id={id}
              name="content"
              rows={7}
              dir="auto"
              value={draft.content}
              aria-invalid={contentError !== undefined || undefined}
              aria-describedby={contentError === undefined ? `${id}c` : `${id}e ${id}c`}
              onChange={(event) => change({ content: event.target.value })}
              onBlur={() => draft.content !== '' && showProblem('content', draft.content)}
            />
            <div className={fieldStyles.composeBar}>
              <Suspense>
                <Dictate
                  mayUseService={draft.visibility === 'public' && !draft.is_guarded}
                  onTranscript={(words) => {
                    const { content } = latest.current
                    const space = content === '' || /\s$/.test(content) ? '' : ' '
                    change({ content: content + space + words })
                  }}
                />
              </Suspense>
              <span className="num" id={`${id}c`}>
                <span className="vh">{t('used')}</span>
                {t('count', { count: used, maximum: MAX_CONTENT_LENGTH })}
              </span>
              <output className="compose__left" htmlFor={id}>
                {used >= COUNTER_THRESHOLD && t('nearly', { left: Math.max(0, MAX_CONTENT_LENGTH - used) })}
              </output>
            </div>
          </div>
          {contentError !== undefined && <ErrorText id={`${id}e`}>{contentError}</ErrorText>}
        </div>
        <WritingHints draft={draft} />
      </div>
      <Suggestions draft={draft} change={change} />
      <AudienceField value={draft.visibility} onChange={(visibility) => change({ visibility })}>
        <GroupChoice
          value={draft.group_ids}
          multiple={multiple}
          error={problems.group_ids && t('groups_needed')}
          onChange={(group_ids) => {
            setProblems((others) => ({ ...others, group_ids: undefined }))
            change({ group_ids })
          }}
        />
      </AudienceField>
      <fieldset className={formStyles.step}>
        <legend className="vh">{t('details')}</legend>
        {(['is_anonymous', 'shows_pray_count', 'is_urgent', 'is_guarded', 'about_other'] as const).map((field) => (
          <Switch
            key={field}
            label={t(field)}
            hint={t(`${field}_hint`)}
            checked={draft[field]}
            onChange={(checked) => change({ [field]: checked })}
          />
        ))}
        {draft.about_other && <SubjectConsent draft={draft} change={change} />}
        <Field
          label={compose('date')}
          hint={compose('date_hint')}
          type="date"
          name="date"
          value={draft.date}
          onChange={(event) => change({ date: event.target.value })}
        />
      </fieldset>
      <ButtonRow className={formStyles.end}>
        <Button type="submit" variant="primary" aria-disabled={sending || undefined} aria-busy={sending}>
          {sending && <Spinner />}
          {sending ? t('sending') : submitLabel}
        </Button>
      </ButtonRow>
    </form>
  )
}
