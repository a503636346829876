import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type MouseEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { appendHeard } from '../../../../../contract/heard.ts'
import type { Failure } from '../../../../api.ts'
import { findLengthProblem, useFieldErrorText } from '../../../../fieldErrors.ts'
import { useDraftPlace } from '../../../../useDraftPlace.ts'
import { asResult, useEndpointMutation } from '../../../../layout/useEndpointMutation.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { allOwnGroupsQuery } from '../../../../layout/allOwnGroups.ts'
import { FailureNote } from '../../../../layout/FailureNote.tsx'
import { isoDay, readNow } from '../../../../time.tsx'
import { readUserId } from '../../../../token.ts'
import { categoriesQuery } from '../../categories/useCategoryName.ts'
import { LIMITS, type Draft, type Problems } from './draft.ts'
import { ReadersStep } from './ReadersStep.tsx'
import { useSuggestions } from './suggestions.ts'
import { showsBothSteps, useSteps, type Leave } from './useSteps.ts'
import { WordsStep } from './WordsStep.tsx'
import iconButtonStyles from '../../../../ui/IconButton.module.css'
import aloneStyles from '../../../../layout/Alone.module.css'
import styles from './Composer.module.css'

const FIELDS = ['content', 'title', 'group_ids', 'expires_at']

const ignoreSecondPress = (event: MouseEvent): void => {
  if (event.detail > 1) event.preventDefault()
}

interface Props {
  /** True if the request can be shared with several groups at once. An existing request is in one group. */
  multiple?: boolean
  /** Name under which the draft is stored on this device. */
  name: string
  /** The heading of the page. */
  heading: string
  /** The cross leads here. The draft stays. */
  close: string
  initial: Draft
  /** True if `initial` is a stored draft. */
  isKept?: boolean
  /** Label of the button of an existing request. For a new one, the button names who will read it. */
  submitLabel?: string
  failedTitle: string
  /** Shows something above the form. `forget` takes away what the server said last, `change` what is written. */
  children?: (forget: () => void, change: (part: Partial<Draft>) => void) => ReactNode
  /**
   * Sends the draft; resolves to the failure, or to null on success after calling `leave` with the page to show in place
   * of the form. The idempotency key is the same for the same text, so that nothing is shared twice.
   */
  send: (draft: Draft, idempotency_key: string, leave: Leave) => Promise<Failure | null>
}

/** The draft, which is stored on this device at every change, and the problems of its fields. */
function useDraft(name: string, initial: Draft, isKept: boolean) {
  const [draft, setDraft] = useState(initial)
  const [isSaved, setSaved] = useState(isKept)
  const { place, store } = useDraftPlace<Draft>(name, initial, ({ content = '' }) => content)
  const [problems, setProblems] = useState<Problems>({})
  const latest = useRef(draft)
  const isSent = useRef(false)
  const [isShared, setShared] = useState(false)

  /** Changes that come after the draft was sent, on a slow line, begin none anew. */
  function change(part: Partial<Draft>) {
    if (isSent.current) return
    const next = { ...latest.current, ...part }
    latest.current = next
    setDraft(next)
    setSaved(store(next))
    // A field with an error is validated again at every change.
    if (part.date !== undefined) setProblems((others) => ({ ...others, expires_at: undefined }))
    if (part.group_ids !== undefined) setProblems((others) => ({ ...others, group_ids: undefined }))
    for (const field of ['title', 'content'] as const) {
      if (part[field] !== undefined && problems[field]) showProblem(field, part[field])
    }
  }

  function showProblem(field: keyof typeof LIMITS, value: string): boolean {
    const problem = findLengthProblem(value, LIMITS[field])
    setProblems((others) => ({ ...others, [field]: problem }))
    return problem === undefined
  }

  /** Appends words that were dictated. */
  const append = (words: string) => change({ content: appendHeard(latest.current.content, words) })

  function forget() {
    isSent.current = true
    setShared(true)
    store(null)
  }

  return { draft, place, isSaved, isShared, problems, setProblems, latest, change, append, forget, showProblem }
}

const takeNothing = (): void => {}

/** Leads on for who is signed in now: on a slow line the answer may come when they have signed out. */
function onlyForWriter(leave: Leave): Leave {
  const writer = readUserId()
  return (...page) => {
    if (writer === null || readUserId() === writer) leave(...page)
  }
}

/** The way out, the way back to the words, and what is stored. */
function Top({ close, step, isSaved, onBack }: { close: string; step: 1 | 2; isSaved: boolean; onBack: () => void }) {
  const t = useTranslations()
  return (
    <div className={styles.top}>
      <Link className={`${iconButtonStyles.iconButton} ${styles.close}`} to={close} aria-label={t('compose.close')}>
        <Icon name="x" />
      </Link>
      <IconButton className={styles.back} aria-label={t('compose.back')} onClick={onBack}>
        <Icon name="arrowleft" className="flip" />
      </IconButton>
      <span className={`needs-js ${styles.count}`}>{t('compose.step', { step })}</span>
      <output>{isSaved && t('compose.saved')}</output>
    </div>
  )
}

/** Returns what is still there of the choices that the server refused, if some are gone. */
async function findLeft(client: QueryClient, refused: string | undefined, draft: Draft) {
  // An administrator merged or deleted a category while the draft waited: the request goes without it.
  if (refused === 'categories.not_found') {
    const known = await client.fetchQuery({ ...categoriesQuery, staleTime: 0 }).catch(() => [])
    const categoryIds = draft.categoryIds.filter((id) => known.some((one) => one.id === id))
    return known.length === 0 || categoryIds.length === draft.categoryIds.length ? undefined : { categoryIds }
  }
  // A group was deleted, its author removed, or only leaders share there now. Who reads it instead, its author decides.
  if (refused === 'groups.not_found' || refused === 'groups.leaders_only') {
    const known = await client.fetchQuery({ ...allOwnGroupsQuery, staleTime: 0 }).catch(() => undefined)
    const isOpen = (id: string) => known?.some((one) => one.id === id && one.may.post)
    return known && { group_ids: draft.group_ids.filter(isOpen) }
  }
  return undefined
}

function ShareButton({ draft, sending, label }: { draft: Draft; sending: boolean; label: string | undefined }) {
  const t = useTranslations()
  return (
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
        : (label ?? t(`compose.share_${draft.visibility}`, { count: draft.group_ids.length }))}
    </Button>
  )
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
  const sentence = useFieldErrorText('words')
  const kept = useDraft(name, initial, isKept)
  const { draft, place, isSaved, problems, setProblems, latest, change, showProblem } = kept
  const form = useRef<HTMLFormElement>(null)
  const { step, hasTurned, turnTo, leave, focusAt } = useSteps(form, initial.content === '')
  const { perform, attemptFor, isPending, failure, setFailure } = useEndpointMutation({ draft: place })
  // Until the page that follows is there, nothing is shared twice, and no word is taken that would be lost.
  const sending = isPending || kept.isShared
  // Nor another choice: it would look as if it had been sent, as with no name.
  const choose = sending ? takeNothing : change
  const suggestions = useSuggestions(draft)
  const client = useQueryClient()

  /** Shows the step of the first field with a problem, and focuses the field. */
  function showField(invalid: string[]) {
    const field = FIELDS.find((one) => invalid.includes(one))
    if (field !== undefined) focusAt(field === 'content' ? 1 : 2, `[name=${field}]`)
  }

  async function share(written: Draft) {
    const lacksGroup = written.visibility === 'group' && written.group_ids.length === 0
    const isPast = written.date !== '' && written.date !== initial.date && written.date < isoDay(new Date(readNow()))
    const results = [showProblem('content', written.content), showProblem('title', written.title), !lacksGroup, !isPast]
    setProblems((others) => ({
      ...others,
      group_ids: lacksGroup ? { code: 'required' } : undefined,
      expires_at: isPast ? { code: 'passed' } : undefined,
    }))
    if (results.includes(false)) return showField(FIELDS.filter((_, index) => results[index] === false))
    // Words leave by email only where the line that says whom they reach stood before their author.
    const in_summary = new FormData(form.current ?? undefined).has('in_summary')
    const { key: _, ...sent } = { ...written, in_summary }
    const attempt = attemptFor(sent)
    let refused: string | undefined
    const onError = ({ code, errors = [] }: Failure): void => {
      refused = code
      setProblems(Object.fromEntries(errors.map((problem) => [problem.path, problem])))
      showField(errors.map(({ path }) => path))
    }
    if (await perform(() => asResult(send(sent, attempt.key, onlyForWriter(leave))), { onError })) {
      kept.forget()
      return
    }
    const left = await findLeft(client, refused, { ...written, group_ids: latest.current.group_ids })
    if (!left) return
    change(left)
    if (left.categoryIds) await share({ ...written, ...left })
    else if (left.group_ids?.length === 0) setProblems((others) => ({ ...others, group_ids: { code: 'required' } }))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (sending) return
    const { current } = latest
    if (step === 2 || showsBothSteps()) void share(current)
    else if (showProblem('content', current.content)) turnTo(2)
    else showField(['content'])
  }

  return (
    <form
      ref={form}
      className={`${styles.form} ${aloneStyles.onPhones}`}
      method="post"
      noValidate
      data-step={step}
      data-turned={hasTurned || undefined}
      onSubmit={submit}
    >
      <Top close={close} step={step} isSaved={isSaved} onBack={() => turnTo(1)} />
      {children?.(() => setFailure(null), change)}
      <div className={styles.steps}>
        <WordsStep
          heading={heading}
          draft={draft}
          suggestions={suggestions}
          isSending={sending}
          error={problems['content'] && sentence(problems['content'], draft.content)}
          change={choose}
          onDictated={kept.append}
          onLeft={() => draft.content !== '' && showProblem('content', draft.content)}
        />
        <ReadersStep
          draft={draft}
          multiple={multiple}
          suggestions={suggestions}
          isSending={sending}
          problems={problems}
          change={choose}
          onEdit={() => turnTo(1)}
          onTitleLeft={() => showProblem('title', draft.title)}
          onKeep={() => !sending && void share({ ...latest.current, visibility: 'private' })}
        >
          <FailureNote failure={failure} title={failure === null ? null : failedTitle}>
            {failure} {t('write.kept')}
          </FailureNote>
          <ShareButton draft={draft} sending={sending} label={submitLabel} />
        </ReadersStep>
      </div>
    </form>
  )
}
