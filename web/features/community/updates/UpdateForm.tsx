import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure } from '../../../api.ts'
import type { Outcome, Prayer, PrayerUpdate } from '../../../../contract/prayers.ts'
import { MAX_UPDATE_LENGTH, outcomes } from '../../../../contract/prayers.values.ts'
import { NewerVersion } from '../../../layout/NewerVersion.tsx'
import { findLengthProblem, useFieldErrorText } from '../../../fieldErrors.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useFailureFocus } from '../../../useFailureFocus.ts'
import { useKeptWords } from '../../../useKeptWords.ts'
import { invalidate } from '../../../invalidate.ts'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { isAnswered } from '../prayers/answers.ts'
import { Card } from '../../../ui/Card.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import chipStyles from '../../../ui/Chip.module.css'
import fieldStyles from '../../../ui/Field.module.css'
import { NewerWords } from '../prayers/NewerWords.tsx'
import updatesStyles from './Updates.module.css'

interface Words {
  content: string
  status: Outcome | ''
}
const toWords = (update: PrayerUpdate | undefined): Words => ({
  content: update?.content ?? '',
  status: update?.status && update.status !== 'archived' ? update.status : '',
})

/** Not answers: they stand apart, where no finger meets one by accident. */
const endings = new Set<Outcome | ''>(['passed_away', 'withdrawn'])

/** Asks how the prayer was answered, if it was. `isOpen`: nothing can be opened again. */
function OutcomeField({
  value,
  isOpen,
  onChange,
}: {
  value: Outcome | ''
  isOpen: boolean
  onChange: (outcome: Outcome | '') => void
}) {
  const t = useTranslations('update')
  const statuses = useTranslations('status')
  const offered = (['', ...outcomes] as const).filter((outcome) => outcome !== 'open' || !isOpen || value === 'open')
  return (
    <fieldset className={fieldStyles.field}>
      <legend className={fieldStyles.label}>{t('outcome')}</legend>
      {[false, true].map((isEnding) => (
        <div
          key={String(isEnding)}
          className={isEnding ? `${chipStyles.chips} ${updatesStyles.endings}` : chipStyles.chips}
        >
          {offered
            .filter((outcome) => endings.has(outcome) === isEnding)
            .map((outcome) => (
              <Chip key={outcome} aria-pressed={outcome === value} onClick={() => onChange(outcome)}>
                {outcome === '' ? t('no_outcome') : outcome === 'open' ? t('open') : statuses(outcome)}
              </Chip>
            ))}
        </div>
      ))}
      <span className={fieldStyles.hint}>{t('outcome_hint')}</span>
    </fieldset>
  )
}

interface Props {
  prayer: Prayer
  /** Update to edit; omitted for a new one. */
  update?: PrayerUpdate
  onDone: () => void
}

/** Creates or edits an update. The form keeps its text when the server refuses it. */
export default function UpdateForm({ prayer, update, onDone }: Props) {
  const t = useTranslations('update')
  const statuses = useTranslations('status')
  const sentence = useFieldErrorText('words')
  const client = useQueryClient()
  const saved = toWords(update)
  const kept = useKeptWords(`update:${update?.id ?? prayer.id}`, saved, update?.updated_at, (stored) =>
    typeof stored === 'string' ? { ...saved, content: stored } : stored,
  )
  const { words, version } = kept
  const { content, status } = words
  const [problem, setProblem] = useState<string>()
  const {
    run,
    isPending: sending,
    failure,
    setFailure,
  } = useEndpointMutation({ draft: kept.place, invalidates: ['prayers.one'], waits: true })
  const note = useFailureFocus(failure)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])

  const validate = (value: string): boolean => {
    const wrong = findLengthProblem(value, { minimum: 1, maximum: MAX_UPDATE_LENGTH })
    setProblem(wrong && sentence(wrong, value))
    return wrong === undefined
  }

  function change(part: Partial<Words>): void {
    // Sent already: what is chosen or written now would be lost, or come back as a draft.
    if (sending) return
    const next = { ...words, ...part }
    // An outcome alone is nothing to keep.
    if (next.content.trim() === '') kept.begin(next, version)
    else kept.change(next)
  }

  /** Goes on from the newer version, with its words or with the author's own. */
  function choose(newer: PrayerUpdate, own?: Words): void {
    kept.begin(toWords(newer), newer.updated_at, own)
    setFailure(null)
    area.current?.focus()
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!validate(content)) return area.current?.focus()
    const body = { content, status: status === '' ? null : status }
    const options = {
      // The same text sent again after a lost response is one update.
      idempotent: true,
      onError({ errors = [] }: Failure) {
        const wrong = errors.find(({ path }) => path === 'content')
        if (wrong) setProblem(sentence(wrong, content))
      },
      done({ is_held }: PrayerUpdate) {
        kept.begin(words)
        return is_held ? t('held') : t('shared')
      },
    }
    const data = update
      ? await run(
          'updates.edit',
          { id: prayer.id, updateId: update.id, ...body, ...(version !== null && { updated_at: version }) },
          options,
        )
      : await run('updates.create', { id: prayer.id, ...body }, options)
    if (!data) return
    void invalidate(client, 'prayer_pages')
    onDone()
  }

  return (
    <Card as="form" tight className="stack" noValidate onSubmit={(event) => void send(event)}>
      <FailureNote title={failure === null ? null : t('failed')} ref={note}>
        {failure} {t('kept')}
      </FailureNote>
      {update && kept.isOutdated && (
        <NewerVersion onTake={() => choose(update)} onKeep={() => choose(update, words)}>
          <NewerWords language={update.language}>
            {update.status !== null && update.status !== 'open' && <p className="strong">{statuses(update.status)}</p>}
            <p>{update.content}</p>
          </NewerWords>
        </NewerVersion>
      )}
      <OutcomeField
        value={status}
        isOpen={prayer.status === 'open'}
        onChange={(outcome) => change({ status: outcome })}
      />
      <TextAreaField
        label={isAnswered({ status: status || 'open' }) ? t('answer') : t('content')}
        ref={area}
        className={updatesStyles.updateText}
        rows={4}
        dir="auto"
        readOnly={sending}
        value={content}
        onChange={(event) => {
          change({ content: event.target.value })
          if (problem !== undefined) validate(event.target.value)
        }}
        error={problem}
      />
      <ButtonRow>
        <Button type="submit" variant="primary" aria-disabled={sending || undefined} aria-busy={sending}>
          {update ? t('save') : t('send')}
        </Button>
        <Button
          onClick={() => {
            if (update) kept.begin(saved)
            onDone()
          }}
        >
          {t('cancel')}
        </Button>
      </ButtonRow>
    </Card>
  )
}
