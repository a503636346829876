import { useState, useSyncExternalStore, type FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Passkey } from '../../../../contract/second-factors.ts'
import { MAX_PASSKEY_NAME_LENGTH } from '../../../../contract/users.values.ts'
import { call, type WithConfirmation, type Failure } from '../../../api.ts'
import { getErrorMessage } from '../../../messages.ts'
import { useTime } from '../../../time.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/Toast.tsx'

const noopSubscribe = () => () => {}
/** Passkeys need a secure page and a browser that knows them. */
const useCanMakePasskeys = (): boolean =>
  useSyncExternalStore(
    noopSubscribe,
    () => isSecureContext && 'PublicKeyCredential' in globalThis,
    () => true,
  )

interface Props {
  passkeys: Passkey[]
  withConfirmation: WithConfirmation
  onChange: () => void
}

/** The person's passkeys: adding and removing. */
export function Passkeys({ passkeys, withConfirmation, onChange }: Props) {
  const t = useTranslations('second_factors')
  const locale = useLocale()
  const time = useTime()
  const isSupported = useCanMakePasskeys()
  const [problem, setProblem] = useState<string | null>(null)
  const [unnamed, setUnnamed] = useState(false)
  const [busy, setBusy] = useState(false)

  async function handleResult(error: Failure | null, done: string): Promise<void> {
    if (error) return setProblem(await getErrorMessage(error, locale))
    toast(done)
    onChange()
  }

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const value = new FormData(form).get('name')
    const name = typeof value === 'string' ? value.trim() : ''
    setUnnamed(name === '')
    if (name === '') return form.querySelector('input')?.focus()
    if (busy) return undefined
    setBusy(true)
    setProblem(null)
    try {
      const { data: options, error } = await withConfirmation(() => call('second_factors.begin_passkey', {}))
      if (error) return await handleResult(error, '')
      const { startRegistration } = await import('@simplewebauthn/browser')
      const response = await startRegistration({
        optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
      }).catch(() => null)
      if (!response) return setProblem(t('not_made'))
      const finished = await withConfirmation(() =>
        call('second_factors.finish_passkey', { name, response: response as never }),
      )
      if (!finished.error) form.reset()
      return await handleResult(finished.error, t('added'))
    } finally {
      setBusy(false)
    }
  }

  async function remove({ id }: Passkey) {
    setProblem(null)
    const { error } = await withConfirmation(() => call('second_factors.delete_passkey', { id }))
    await handleResult(error?.status === 404 ? null : error, t('removed'))
  }

  return (
    <div className="way">
      <h4>{t('passkeys')}</h4>
      <p className="secondary">{t('passkeys_text')}</p>
      {problem !== null && <Note kind="error" icon="error" title={problem} />}
      {passkeys.length === 0 && <p className="muted">{t('passkeys_none')}</p>}
      {passkeys.length > 0 && (
        <ul className="way__list">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <span>
                <b dir="auto">{passkey.name}</b>
                <span className="small muted">
                  {t('made', { date: time(passkey.created_at, true) })} ·{' '}
                  {passkey.last_used_at === null ? t('unused') : t('used', { date: time(passkey.last_used_at) })}
                </span>
              </span>
              <button
                type="button"
                className="btn btn--secondary"
                aria-label={t('remove_one', { name: passkey.name })}
                onClick={() => void remove(passkey)}
              >
                {t('remove')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isSupported ? (
        <form className="way__form" noValidate onSubmit={(event) => void add(event)}>
          <Field
            label={t('passkey_name')}
            name="name"
            maxLength={MAX_PASSKEY_NAME_LENGTH}
            hint={t('passkey_hint')}
            autoComplete="off"
            error={unnamed ? t('passkey_name_needed') : undefined}
          />
          <div className="way__acts">
            <button type="submit" className="btn btn--secondary" aria-disabled={busy || undefined}>
              {t('add')}
            </button>
          </div>
        </form>
      ) : (
        <p className="muted">{t('unsupported')}</p>
      )}
    </div>
  )
}
