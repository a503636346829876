import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../../../contract/languages.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import type { Rota } from '../../../../contract/review.ts'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useStaffMutation } from './useStaffMutation.tsx'
import { CareNumber } from './CareNumber.tsx'
import { rotaQuery } from './queries.ts'
import { Card } from '../../../ui/Card.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Options, Select } from '../../../ui/Select.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import chipStyles from '../../../ui/Chip.module.css'
import fieldStyles from '../../../ui/Field.module.css'
import styles from './RotaTab.module.css'

const days = [1, 2, 3, 4, 5, 6, 7]
// Returns a date with the given weekday: 1 January 2024 was a Monday.
const weekdayDate = (day: number): Date => new Date(Date.UTC(2024, 0, day))

const sent = (plan: Rota['on_call']) => plan.map(({ id, weekdays }) => ({ id, weekdays }))

function RotaForm({ rota }: { rota: Rota }) {
  const t = useTranslations('rota')
  const nameOf = useNameOf()
  const locale = useLocale()
  const { run, isPending: busy, note } = useStaffMutation()
  const [plan, setPlan] = useState(rota.on_call)
  const [was, setWas] = useState(rota.on_call)
  // A plan that was not changed here is the one that is saved, also where that was read again meanwhile.
  if (was !== rota.on_call && JSON.stringify(sent(plan)) === JSON.stringify(sent(was))) {
    setPlan(rota.on_call)
    setWas(rota.on_call)
  }
  const [short, long] = (['short', 'long'] as const).map(
    (weekday) => new Intl.DateTimeFormat(localeOf(locale), { weekday, timeZone: 'UTC' }),
  )
  const saveButton = useRef<HTMLButtonElement>(null)
  const select = useRef<HTMLSelectElement>(null)
  const [chosen, setChosen] = useState('')
  const others = rota.staff.filter((person) => !plan.some((one) => one.id === person.id))
  const change = (person: string, weekdays: number[]) =>
    setPlan(plan.map((one) => (one.id === person ? { ...one, weekdays } : one)))

  function add() {
    const person = others.find((one) => one.id === chosen)
    if (!person) return select.current?.focus()
    setPlan([...plan, { ...person, weekdays: [] }])
    setChosen('')
    // After the last of them the pressed button goes.
    if (others.length === 1) saveButton.current?.focus()
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const saved = await run('review.set_rota', { on_call: sent(plan), was: sent(was) }, { done: t('saved') })
    if (saved) setWas(saved.on_call)
  }

  return (
    <Card as="form" className="stack" onSubmit={(event) => void save(event)}>
      <p className="secondary">{t('lead')}</p>
      {note}
      {plan.length === 0 && <p>{t('everybody')}</p>}
      {plan.map((person) => (
        <fieldset key={person.id} className={styles.rota} disabled={!rota.may_change}>
          <legend className="vh">{t('days', { name: nameOf(person.display_name) })}</legend>
          <div className={styles.who}>
            <bdi className="strong">{nameOf(person.display_name)}</bdi>
            {person.weekdays.length === 0 && <span className="small muted">{t('every_day')}</span>}
            {rota.may_change && (
              <IconButton
                aria-label={t('remove', { name: nameOf(person.display_name) })}
                onClick={() => {
                  setPlan(plan.filter((one) => one.id !== person.id))
                  // The pressed button goes; what is left to do is to save.
                  saveButton.current?.focus()
                }}
              >
                <Icon name="x" />
              </IconButton>
            )}
          </div>
          <div className={chipStyles.chips}>
            {days.map((day) => {
              const on = person.weekdays.includes(day)
              // In the order in which they are kept: a plan that was saved is no other one.
              const weekdays = days.filter((one) => (one === day ? !on : person.weekdays.includes(one)))
              return (
                <Chip
                  key={day}
                  aria-pressed={on}
                  aria-label={long?.format(weekdayDate(day))}
                  onClick={() => change(person.id, weekdays)}
                >
                  {short?.format(weekdayDate(day))}
                </Chip>
              )
            })}
          </div>
        </fieldset>
      ))}
      {rota.may_change ? (
        <>
          {others.length > 0 && (
            <div className={styles.add}>
              <Select
                ref={select}
                aria-label={t('choose')}
                value={chosen}
                onChange={({ target }) => setChosen(target.value)}
              >
                <option value="">{t('choose')}</option>
                <Options of={others.map((person) => [person.id, nameOf(person.display_name)])} />
              </Select>
              <Button onClick={add}>{t('add')}</Button>
            </div>
          )}
          <p className={fieldStyles.hint}>{t('zone', { zone: rota.time_zone.replaceAll('_', ' ') })}</p>
          <ButtonRow>
            <Button ref={saveButton} type="submit" variant="primary" aria-disabled={busy || undefined}>
              {t('save')}
            </Button>
          </ButtonRow>
        </>
      ) : (
        <p className={fieldStyles.hint}>{t('read_only')}</p>
      )}
    </Card>
  )
}

/** Sets which members of the care team are notified first, and on which days. */
export function RotaTab() {
  const query = useQuery(rotaQuery)
  const { data } = query
  if (data) {
    return (
      <div className="stack">
        <RotaForm rota={data} />
        <CareNumber />
      </div>
    )
  }
  return <QueryStatus query={query} />
}
