import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MAX_LIST_NAME_LENGTH } from '../../../contract/prayer-lists.values.ts'
import { Button, ButtonRow } from '../../ui/Button.tsx'
import { CancelButton } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from './OpenList.module.css'

/** Asks for the name of a list. What was written stays until it is saved. */
export function NameForm({
  name = '',
  label,
  submit,
  save,
  onCancel,
}: {
  name?: string
  label: string
  submit: string
  save: (name: string) => Promise<unknown>
  onCancel: () => void
}) {
  const t = useTranslations('lists')
  const form = useRef<HTMLFormElement>(null)
  const [value, setValue] = useState(name)
  const [isMissing, setMissing] = useState(false)
  const busy = useRef(false)
  const focus = () => form.current?.querySelector('input')?.focus()
  useEffect(focus, [])
  async function send(event: FormEvent) {
    event.preventDefault()
    // Changes of lists wait for one another: each further press would make another list.
    if (busy.current) return
    setMissing(value.trim() === '')
    if (value.trim() === '') return focus()
    busy.current = true
    await save(value)
    busy.current = false
  }
  return (
    <form ref={form} className={styles.nameForm} noValidate onSubmit={(event) => void send(event)}>
      <Field
        label={label}
        name="name"
        value={value}
        maxLength={MAX_LIST_NAME_LENGTH}
        autoComplete="off"
        error={isMissing ? t('name_missing') : undefined}
        onChange={(event) => {
          setValue(event.target.value)
          setMissing(false)
        }}
      />
      <ButtonRow>
        <Button type="submit" variant="primary">
          {submit}
        </Button>
        <CancelButton onClick={onCancel} />
      </ButtonRow>
    </form>
  )
}
