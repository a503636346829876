import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { ManagedUser } from '../../../contract/accounts.ts'
import type { PrayerChoice } from '../../../contract/deletions.ts'
import { MAX_REASON_LENGTH, MIN_REASON_LENGTH } from '../../../contract/users.values.ts'
import { usePasswordConfirmation } from '../../features/identity/sessions/usePasswordConfirmation.tsx'
import { FailureNote } from '../../layout/FailureNote.tsx'
import { useEndpointMutation } from '../../layout/useEndpointMutation.ts'
import { useNameOf } from '../../layout/useNameOf.ts'
import { useTime } from '../../time.tsx'
import { useKeptWords } from '../../useKeptWords.ts'
import { Button, ButtonRow } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/Dialog.tsx'
import { Card, CardTitle } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { RadioCard } from '../../ui/RadioCard.tsx'
import radioCardStyles from '../../ui/RadioCard.module.css'

const choices = [
  ['keep_without_name', 'close_keep'],
  ['delete', 'close_delete'],
] as const satisfies [PrayerChoice, string][]

/** Deletes the account of somebody who asked for it: after some days, and once the password was entered. */
export function CloseAccount({ person: { id, display_name } }: { person: ManagedUser }) {
  const t = useTranslations('people')
  const nameOf = useNameOf()
  const formatTime = useTime()
  const heading = useId()
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const { run, isPending, failure } = useEndpointMutation({
    invalidates: ['accounts.one', 'accounts.list', 'audit.list'],
  })
  const [prayers, setPrayers] = useState<PrayerChoice>('keep_without_name')
  const { words: reason, change: setReason } = useKeptWords(`close-account:${id}`, '')
  const [isShort, setShort] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // The button that opened the form is gone.
  useEffect(() => {
    if (isOpen) form.current?.querySelector<HTMLElement>(':checked')?.focus()
  }, [isOpen])
  const given = reason.trim()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setShort(given.length < MIN_REASON_LENGTH)
    if (given.length < MIN_REASON_LENGTH)
      return event.currentTarget.querySelector<HTMLElement>('[name=reason]')?.focus()
    const done = await run(
      'deletions.plan',
      { id, prayers, reason: given },
      {
        confirm: withConfirmation,
        done: ({ deletes_at }) => t('is_closing', { name: nameOf(display_name), date: formatTime(deletes_at, true) }),
      },
    )
    if (done) setReason('')
  }
  return (
    <Card as="section" className="stack" aria-labelledby={heading}>
      <CardTitle id={heading}>{t('close_account')}</CardTitle>
      <p className="small secondary">{t('close_text')}</p>
      {!isOpen && (
        <ButtonRow>
          <Button onClick={() => setOpen(true)}>{t('close_account')}</Button>
        </ButtonRow>
      )}
      {isOpen && (
        <form ref={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
          <fieldset className="stack stack--tight">
            <legend className={radioCardStyles.legend}>{t('close_prayers')}</legend>
            {choices.map(([choice, words]) => (
              <RadioCard
                key={choice}
                name={`${heading}p`}
                value={choice}
                checked={choice === prayers}
                onChange={() => setPrayers(choice)}
                title={t(words)}
              />
            ))}
          </fieldset>
          <Field
            label={t('reason')}
            name="reason"
            hint={t('reason_told')}
            value={reason}
            maxLength={MAX_REASON_LENGTH}
            dir="auto"
            required
            error={isShort ? t('reason_needed') : undefined}
            onChange={({ target }) => {
              setReason(target.value)
              setShort(false)
            }}
          />
          <FailureNote title={failure} />
          <ButtonRow>
            <Button type="submit" variant="danger" busy={isPending}>
              {t('close_account')}
            </Button>
            <CancelButton onClick={() => setOpen(false)} />
          </ButtonRow>
        </form>
      )}
      {dialog}
    </Card>
  )
}
