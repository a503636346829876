import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AlarmState } from '../../../../contract/alarms.ts'
import { MAX_TELEPHONE_LENGTH, readTelephone } from '../../../../contract/alarms.values.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Field } from '../../../ui/Field.tsx'
import { alarmStateQuery } from './queries.ts'
import { useStaffMutation } from './useStaffMutation.tsx'

function NumberForm({ of: { own_number } }: { of: AlarmState }) {
  const t = useTranslations('rota')
  const { run, isPending, note } = useStaffMutation()
  const [typed, setTyped] = useState(own_number ?? '')
  const [isWrong, setIsWrong] = useState(false)

  function save(event: FormEvent) {
    event.preventDefault()
    const number = typed.trim() === '' ? null : readTelephone(typed)
    setIsWrong(number === undefined)
    if (number === undefined) return event.currentTarget.querySelector('input')?.focus()
    void run('alarms.set_number', { number }, { done: t(number === null ? 'number_gone' : 'number_saved') })
  }

  return (
    <Card as="form" className="stack" noValidate onSubmit={save}>
      {note}
      <Field
        label={t('number')}
        hint={t('number_hint')}
        error={isWrong ? t('number_wrong') : undefined}
        type="tel"
        autoComplete="tel"
        dir="ltr"
        maxLength={MAX_TELEPHONE_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ButtonRow>
        <Button type="submit" busy={isPending}>
          {t('save_number')}
        </Button>
      </ButtonRow>
    </Card>
  )
}

/** The number that somebody of the care team may leave for moderators and administrators; nothing for others. */
export function CareNumber() {
  const { data } = useQuery(alarmStateQuery)
  return data?.may_leave_number === true && <NumberForm key={data.own_number} of={data} />
}
