import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CareCase, CaseOutcome } from '../../../../contract/cases.ts'
import { CASE_WORDS_DAYS, MAX_CASE_MESSAGE_LENGTH, caseOutcomes } from '../../../../contract/cases.values.ts'
import { useKeptWords } from '../../../useKeptWords.ts'
import { isoDay, useNow } from '../../../time.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Labelled } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { RadioCard } from '../../../ui/RadioCard.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { useStaffMutation } from '../review/useStaffMutation.tsx'
import { DAY_MS } from '../../../../contract/time.values.ts'

/** Those who did not answer are looked for again after so many days, unless another day is chosen. */
const LOOK_AGAIN_DAYS = 3

/** Asks how a case ended. Nothing is preset; the button says what is missing. */
export function CloseCase({
  of: { id, is_held, content, entries, version, opened_at, closed_at },
  canWrite,
  onClose,
}: {
  of: CareCase
  /** False when the account of the author is gone. */
  canWrite: boolean
  onClose: () => void
}) {
  const t = useTranslations('case')
  const name = useId()
  const now = useNow()
  const dialog = useRef<HTMLDialogElement>(null)
  const [outcome, setOutcome] = useState<CaseOutcome>()
  const [day, setDay] = useState('')
  // Words that were not sent to the end are no last word of a case that was opened again.
  const { words, place, change: setWords } = useKeptWords(`case-end:${opened_at}:${id}`, '')
  const { run, isPending, note } = useStaffMutation({ draft: place })
  // Cases that come while this is open stand behind it, unread.
  const [read] = useState(() => ({
    last_word: entries.filter(({ act }) => act === 'reply' || act === 'found_again').at(-1)?.id,
    version,
  }))
  const preset = isoDay(new Date(now + LOOK_AGAIN_DAYS * DAY_MS))

  function choose(one: CaseOutcome) {
    // Sent already: another end would look as if it had been recorded, and the request as if it stayed held.
    if (isPending) return
    setOutcome(one)
    if (one === 'no_answer' && day === '') setDay(preset)
    if (one !== 'no_answer' && day === preset) setDay('')
  }
  async function close(event: FormEvent) {
    event.preventDefault()
    if (!outcome) return
    const message = words.trim()
    const done = await run(
      'cases.close',
      {
        id,
        outcome,
        ...read,
        ...(canWrite && message !== '' && { message }),
        ...(day !== '' && { look_again_on: day }),
      },
      { done: t('closed'), idempotent: true },
    )
    if (!done) return
    setWords('')
    dialog.current?.close()
  }
  function leave() {
    // A colleague has closed it meanwhile.
    if (closed_at !== null) setWords('')
    onClose()
  }
  // Somebody who may publish it reads it: not what its author wrote for themselves alone.
  const willPublish = is_held && content !== null
  const means = (one: CaseOutcome) =>
    one === 'no_danger' && !willPublish ? t('means_no_danger_shared') : t(`means_${one}`, { count: LOOK_AGAIN_DAYS })
  return (
    <Dialog ref={dialog} title={t('how')} onClose={leave}>
      <form className="stack" noValidate onSubmit={(event) => void close(event)}>
        <p className="secondary">{t('how_text')}</p>
        {note}
        <fieldset className="stack stack--tight">
          <legend className="vh">{t('how')}</legend>
          {caseOutcomes.map((one) => (
            <RadioCard
              key={one}
              name={name}
              checked={outcome === one}
              onChange={() => choose(one)}
              title={t(`ended_${one}`)}
              description={means(one)}
            />
          ))}
        </fieldset>
        {canWrite && (
          <Labelled label={t('last_word')}>
            <TextArea
              rows={2}
              dir="auto"
              maxLength={MAX_CASE_MESSAGE_LENGTH}
              placeholder={t('may_be_empty')}
              readOnly={isPending}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          </Labelled>
        )}
        <Field
          label={t('look_on')}
          type="date"
          min={isoDay(new Date(now + DAY_MS))}
          readOnly={isPending}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <p className="small iconline secondary">
          <Icon name="clock" />
          {t('words_go', { count: CASE_WORDS_DAYS })}
        </p>
        <ButtonRow>
          <Button type="submit" variant="primary" busy={isPending} aria-disabled={!outcome || isPending || undefined}>
            {t(outcome ? 'do_close' : 'choose_how')}
          </Button>
          <Button variant="text" onClick={() => dialog.current?.close()}>
            {t('keep_open')}
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  )
}
