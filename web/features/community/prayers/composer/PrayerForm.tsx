import { useEffect, useRef, useState, type FormEvent, type MouseEvent, type ReactNode } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Failure } from '../../../../api.ts'
import { useFieldErrorText } from '../../../../layout/fieldErrors.ts'
import { asResult, useEndpointMutation } from '../../../../layout/useEndpointMutation.ts'
import { focusWrong } from '../../../../layout/useFailureFocus.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { Note } from '../../../../ui/Note.tsx'
import { isoDay } from '../../../../time.tsx'
import { useIsHydrated } from '../../../../ui/useIsHydrated.ts'
import { AudienceField, SharedAs } from './AudienceField.tsx'
import { saveDraft, type Draft } from './draft.ts'
import { GroupChoice } from './GroupChoice.tsx'
import { MoreOptions } from './MoreOptions.tsx'
import { useSuggestions } from './suggestions.ts'
import { validateField, type Problems, type TextField } from './validation.ts'
import { WordsStep } from './WordsStep.tsx'
import iconButtonStyles from '../../../../ui/IconButton.module.css'
import aloneStyles from '../../../../layout/Alone.module.css'
import styles from './Composer.module.css'
import readersStyles from './Readers.module.css'

/** Matches where both steps stand side by side. The style sheet has the same width. */
const WIDE = '(min-width: 1024px)'
/** State of a history entry of the second step that lies above one of the first. */
const ABOVE_WORDS = 'above words'
const FIELDS = ['content', 'title', 'group_ids', 'expires_at']

const ignoreSecondPress = (event: MouseEvent): void => {
  if (event.detail > 1) event.preventDefault()
}

export type Leave = (address: string, state?: object) => void

interface Props {
  /** True if the request can be shared with several groups at once. An existing request is in one group. */
  multiple?: boolean
  /** Name under which the draft is stored on this device. */
  name: string
  /** The heading of the page. */
  heading: string
  /** Where the cross leads. The draft stays. */
  close: string
  initial: Draft
  /** True if `initial` is a stored draft. */
  isKept?: boolean
  /** Label of the button of an existing request. For a new one, the button names who will read it. */
  submitLabel?: string
  failedTitle: string
  /** Shown above the form. */
  children?: ReactNode
  /**
   * Sends the draft; resolves to the failure, or to null on success after calling `leave` with the page to show in place
   * of the form. The idempotency key is the same for the same text, so that nothing is shared twice.
   */
  send: (draft: Draft, idempotency_key: string, leave: Leave) => Promise<Failure | null>
}

/**
 * Creates or edits a request, in two steps: the words, then who can read them. Wide windows show both side by side; without
 * scripts all windows show both. The form keeps its text when the server refuses it.
 */
export function PrayerForm({
  multiple = true,
  name,
  heading,
  close,
  initial,
  isKept = false,
  submitLabel,
  failedTitle,
  children,
  send,
}: Props) {
  const t = useTranslations()
  const sentence = useFieldErrorText()
  const [draft, setDraft] = useState(initial)
  const [isSaved, setSaved] = useState(isKept)
  const { state, key } = useLocation()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isHydrated = useIsHydrated()
  // An entry that is opened without the words shows the first step.
  const [opened] = useState(initial.content === '' ? key : undefined)
  const isAhead = isHydrated && search.get('step') === '2' && key !== opened
  const [leaving, setLeaving] = useState<() => void>()
  const step = isAhead || leaving ? 2 : 1
  const [turned, setTurned] = useState({ step, ever: false })
  if (turned.step !== step) setTurned({ step, ever: true })
  const [problems, setProblems] = useState<Problems>({})
  // Stored with the draft: a request sent before a reload may have arrived, and keeps its idempotency key.
  const { perform, attemptFor, isPending: sending, failure } = useEndpointMutation({ attempted: initial.key })
  const suggestions = useSuggestions(draft)
  const note = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const latest = useRef(draft)
  /** Selector of what takes the focus after the next render. */
  const target = useRef<string>(undefined)
  const shown = useRef({ step, isAhead, isTurning: false })

  useEffect(() => {
    if (failure !== null) note.current?.focus()
  }, [failure])
  useEffect(() => {
    if (shown.current.step !== step) target.current ??= step === 1 ? 'h1' : 'h2'
    shown.current = { step, isAhead, isTurning: shown.current.isTurning && shown.current.step === step }
    const element = target.current === undefined ? null : form.current?.querySelector<HTMLElement>(target.current)
    element?.closest('details')?.setAttribute('open', '')
    // Not visible until its step is shown.
    if (!element?.checkVisibility()) return
    target.current = undefined
    focusWrong(element)
  })
  useEffect(() => {
    if (!isAhead) leaving?.()
  }, [isAhead, leaving])

  function change(part: Partial<Draft>) {
    const next = { ...latest.current, ...part }
    latest.current = next
    setDraft(next)
    setSaved(saveDraft(name, next))
    // A field with an error is validated again at every change.
    if (part.date !== undefined) setProblems((others) => ({ ...others, expires_at: undefined }))
    for (const field of ['title', 'content'] as const) {
      if (part[field] !== undefined && problems[field]) showProblem(field, part[field])
    }
  }

  function showProblem(field: TextField, value: string): boolean {
    const problem = validateField(field, value)
    setProblems((others) => ({ ...others, [field]: problem }))
    return problem === undefined
  }

  /** The second step has its own address, so that the Back button of the device returns to the words. */
  function turnTo(next: 1 | 2) {
    if (next === step || shown.current.isTurning || matchMedia(WIDE).matches) return
    shown.current.isTurning = true
    const there = new URLSearchParams(search)
    if (next === 2) {
      there.set('step', '2')
      void navigate({ search: there.toString() }, { state: ABOVE_WORDS })
    } else if (state === ABOVE_WORDS) void navigate(-1)
    else {
      there.delete('step')
      void navigate({ search: there.toString() }, { replace: true })
    }
  }

  /** Removes the entry of the second step, so that the page of the request takes the place of both. */
  const leave: Leave = (address, reason) => {
    const go = () => void navigate(address, { replace: true, state: reason })
    if (shown.current.isAhead && state === ABOVE_WORDS) {
      setLeaving(() => go)
      void navigate(-1)
    } else go()
  }

  /** Shows the step of the first field with a problem, and focuses the field. */
  function showField(invalid: string[]) {
    const field = FIELDS.find((one) => invalid.includes(one))
    if (field === undefined) return
    target.current = `[name=${field}]`
    turnTo(field === 'content' ? 1 : 2)
  }

  async function share(written: Draft) {
    const lacksGroup = written.visibility === 'group' && written.group_ids.length === 0
    const isPast = written.date !== '' && written.date !== initial.date && written.date < isoDay(new Date())
    const results = [showProblem('content', written.content), showProblem('title', written.title), !lacksGroup, !isPast]
    setProblems((others) => ({
      ...others,
      group_ids: lacksGroup ? { code: 'required' } : undefined,
      expires_at: isPast ? { code: 'passed' } : undefined,
    }))
    if (results.includes(false)) return showField(FIELDS.filter((_, index) => results[index] === false))
    const { key: _, ...sent } = written
    const attempt = attemptFor(sent)
    latest.current = { ...latest.current, key: attempt }
    saveDraft(name, latest.current)
    const onError = ({ errors = [] }: Failure): void => {
      setProblems(Object.fromEntries(errors.map((problem) => [problem.path, problem])))
      showField(errors.map(({ path }) => path))
    }
    if (await perform(() => asResult(send(written, attempt.key, leave)), { onError })) saveDraft(name, null)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (sending) return
    const { current } = latest
    if (step === 2 || matchMedia(WIDE).matches) void share(current)
    else if (showProblem('content', current.content)) turnTo(2)
    else showField(['content'])
  }

  const errorOf = (field: TextField) => problems[field] && sentence(problems[field], draft[field])
  return (
    <form
      ref={form}
      className={`${styles.form} ${aloneStyles.onPhones}`}
      method="post"
      noValidate
      data-step={step}
      data-turned={turned.ever || undefined}
      onSubmit={submit}
    >
      <div className={styles.top}>
        <Link className={`${iconButtonStyles.iconButton} ${styles.close}`} to={close} aria-label={t('compose.close')}>
          <Icon name="x" />
        </Link>
        <IconButton className={styles.back} aria-label={t('compose.back')} onClick={() => turnTo(1)}>
          <Icon name="arrowleft" className="flip" />
        </IconButton>
        <span className={`needs-js ${styles.count}`}>{t('compose.step', { step })}</span>
        <output>{isSaved && t('compose.saved')}</output>
      </div>
      {children}
      <div className={styles.steps}>
        <WordsStep
          heading={heading}
          draft={draft}
          suggestions={suggestions}
          error={errorOf('content')}
          change={change}
          onDictated={(words) => {
            const { content } = latest.current
            change({ content: content + (content === '' || /\s$/.test(content) ? '' : ' ') + words })
          }}
          onLeft={() => draft.content !== '' && showProblem('content', draft.content)}
        />
        <div className={`${styles.step} ${styles.readers}`}>
          <div className={readersStyles.said}>
            <p dir="auto">{draft.content}</p>
            <Button variant="text" size="small" onClick={() => turnTo(1)}>
              {t('compose.edit')}
            </Button>
          </div>
          <AudienceField
            value={draft.visibility}
            withoutPrivate={multiple}
            onChange={(visibility) => change({ visibility })}
          >
            <GroupChoice
              value={draft.group_ids}
              multiple={multiple}
              error={problems['group_ids'] && t('write.groups_needed')}
              onChange={(group_ids) => {
                setProblems((others) => ({ ...others, group_ids: undefined }))
                change({ group_ids })
              }}
            />
          </AudienceField>
          <SharedAs is_anonymous={draft.is_anonymous} onChange={(is_anonymous) => change({ is_anonymous })} />
          <MoreOptions
            draft={draft}
            suggestions={suggestions}
            titleError={errorOf('title')}
            dayError={problems['expires_at'] && sentence(problems['expires_at'], draft.date)}
            change={change}
            onTitleLeft={() => showProblem('title', draft.title)}
          />
          {multiple && draft.visibility !== 'private' && (
            <Button
              variant="text"
              className={`needs-js ${readersStyles.keep}`}
              onClick={() => !sending && void share({ ...latest.current, visibility: 'private' })}
            >
              {t('compose.keep')}
            </Button>
          )}
          <div className={styles.dock}>
            {failure !== null && (
              <Note kind="error" icon="error" title={failedTitle} ref={note} tabIndex={-1}>
                {failure} {t('write.kept')}
              </Note>
            )}
            <Button
              type="submit"
              variant="primary"
              size="large"
              block
              busy={sending}

              // The second press of a double press on “Continue”, which stood in the same place, neither sends nor takes the focus.
              onMouseDown={ignoreSecondPress}
              onClick={ignoreSecondPress}
            >
              {sending
                ? t('write.sending')
                : (submitLabel ?? t(`compose.share_${draft.visibility}`, { count: draft.group_ids.length }))}
            </Button>
          </div>
        </div>
      </div>
    </form>
  )
}
