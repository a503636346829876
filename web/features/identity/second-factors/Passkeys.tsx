import type { startRegistration } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Passkey } from '../../../../contract/second-factors.ts'
import { call, type Result, type WithConfirmation } from '../../../api.ts'
import { doneIfGone, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { MAX_PASSKEY_NAME_LENGTH } from '../../../../contract/users.values.ts'
import { useTime } from '../../../time.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CancelButton } from '../../../ui/Dialog.tsx'
import { loadPasskeys } from '../sessions/loadPasskeys.ts'
import { devicesQuery } from '../sessions/queries.ts'
import { usePasskeySupport } from '../sessions/usePasskeySupport.ts'
import secondFactorsStyles from './SecondFactors.module.css'

interface Props {
  passkeys: Passkey[]
  withConfirmation: WithConfirmation
  onChange: () => void
}

/** Asks the server, then the device, for a new passkey. Resolves to `known` if the device has one, `not_made` if it made none. */
async function askDevice(withConfirmation: WithConfirmation): Promise<Result<object | 'known' | 'not_made'>> {
  const begun = await withConfirmation(() => call('second_factors.begin_passkey', {}))
  if (begun.error) return begun
  const library = await loadPasskeys()
  if (library.error) return library
  const optionsJSON = begun.data as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const response = await library.data
    .startRegistration({ optionsJSON })
    .catch((error: Error) => (error.name === 'InvalidStateError' ? 'known' : 'not_made'))
  return { data: response, error: null }
}

function PasskeyList({ passkeys, onRemove }: { passkeys: Passkey[]; onRemove: (passkey: Passkey) => void }) {
  const t = useTranslations('second_factors')
  const time = useTime()
  if (passkeys.length === 0) return <p className="muted">{t('passkeys_none')}</p>
  return (
    <ul className={secondFactorsStyles.wayList}>
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <span>
            <b dir="auto">{passkey.name}</b>
            <span className="small muted" suppressHydrationWarning>
              {t('made', { date: time(passkey.created_at, true) })} ·{' '}
              {passkey.last_used_at === null ? t('unused') : t('used', { date: time(passkey.last_used_at) })}
            </span>
          </span>
          <Button aria-label={t('remove_one', { name: passkey.name })} onClick={() => onRemove(passkey)}>
            {t('remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Adds and removes the person's passkeys. */
export function Passkeys({ passkeys, withConfirmation, onChange }: Props) {
  const t = useTranslations('second_factors')
  const isSupported = usePasskeySupport()
  const [unnamed, setUnnamed] = useState(false)
  const [isNaming, setNaming] = useState(false)
  // Holds what the device made until the server has it.
  const [made, setMade] = useState<object | null>(null)
  const { data: devices } = useQuery(devicesQuery)
  const device = devices?.find(({ is_current }) => is_current)?.device.slice(0, MAX_PASSKEY_NAME_LENGTH)
  const nameForm = useRef<HTMLFormElement>(null)
  const wasNaming = useRef(false)
  const addButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isNaming) nameForm.current?.querySelector('input')?.select()
    else if (wasNaming.current) addButton.current?.focus()
    wasNaming.current = isNaming
  }, [isNaming])
  const { perform, attemptFor, isPending: busy, failure: problem, setFailure: setProblem } = useEndpointMutation()

  /** Has the device make a passkey. Returns null if it could not be asked. */
  async function make(): Promise<object | null> {
    // Runs as one mutation, which includes the prompt of the device.
    const answer = await perform(() => askDevice(withConfirmation))
    if (answer !== 'known' && answer !== 'not_made') return answer
    setProblem(t(answer))
    return null
  }

  /** Adds a passkey. The name comes first: what a device has made and the server does not have signs nobody in. */
  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const value = new FormData(form).get('name')
    const name = typeof value === 'string' ? value.trim() : ''
    setUnnamed(name === '')
    if (name === '') return form.querySelector('input')?.focus()
    const response = made ?? (await make())
    if (response === null) return
    setMade(response)
    const input = { name, response: response as never }
    // Sent again after a lost answer, the challenge of the device is used up, and its passkey is there.
    const { key: idempotency_key } = attemptFor(input)
    const finish = () => call('second_factors.finish_passkey', input, { idempotency_key })
    const added = await perform(() => withConfirmation(finish), {
      done: t('added'),
      // An answer that was refused cannot be sent again: the device makes another.
      onError: ({ status }) => (status === 400 || status === 409) && setMade(null),
    })
    if (added === null) return
    setMade(null)
    setNaming(false)
    onChange()
  }

  async function remove({ id }: Passkey) {
    const gone = await perform(
      () => doneIfGone(withConfirmation(() => call('second_factors.delete_passkey', { id }))),
      { done: t('removed') },
    )
    if (!gone) return
    // The pressed button goes with its row.
    addButton.current?.focus()
    onChange()
  }

  return (
    <div className={secondFactorsStyles.way}>
      <h4>{t('passkeys')}</h4>
      <p className="secondary">{t('passkeys_text')}</p>
      <FailureNote title={problem} />
      <PasskeyList passkeys={passkeys} onRemove={(passkey) => void remove(passkey)} />
      {isNaming ? (
        <form className={secondFactorsStyles.wayForm} noValidate ref={nameForm} onSubmit={(event) => void add(event)}>
          <Field
            label={t('passkey_name')}
            name="name"
            dir="auto"
            defaultValue={device}
            maxLength={MAX_PASSKEY_NAME_LENGTH}
            hint={t('passkey_hint')}
            autoComplete="off"
            error={unnamed ? t('passkey_name_needed') : undefined}
          />
          <div className={secondFactorsStyles.wayActs}>
            <Button type="submit" variant="primary" aria-disabled={busy || undefined}>
              {t('keep')}
            </Button>
            {made === null && (
              <CancelButton
                aria-disabled={busy || undefined}
                onClick={() => {
                  if (busy) return
                  setNaming(false)
                  setUnnamed(false)
                  setProblem(null)
                }}
              />
            )}
          </div>
        </form>
      ) : isSupported ? (
        <div className={secondFactorsStyles.wayActs}>
          <Button ref={addButton} onClick={() => setNaming(true)}>
            {t('add')}
          </Button>
        </div>
      ) : (
        <p className="muted">{t('unsupported')}</p>
      )}
    </div>
  )
}
