import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { type WithConfirmation } from '../../../api.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { Field } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'
import { lazyPart } from '../../../layout/lazyPart.tsx'

const QrCode = lazyPart<{ text: string; label: string }>(() => import('../../../ui/QrCode.tsx'))

interface Props {
  isOn: boolean
  codes_left: number
  withConfirmation: WithConfirmation
  onCodes: (codes: string[]) => void
  onChange: () => void
}

/** Codes of an authenticator app: setting up, taking away, new recovery codes. */
export function AuthenticatorApp({ isOn, codes_left, withConfirmation, onCodes, onChange }: Props) {
  const t = useTranslations('second_factors')
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const [wrong, setWrong] = useState<string | undefined>()
  const { run, isPending: busy, failure: problem } = useEndpointMutation()
  const confirm = withConfirmation

  async function begin() {
    const data = await run('second_factors.begin_totp', {}, { confirm })
    if (data) setBegun(data)
  }
  async function end() {
    if (await run('second_factors.end_totp', {}, { confirm, done: t('turned_off') })) onChange()
  }
  async function renew() {
    const data = await run('second_factors.renew_recovery_codes', {}, { confirm })
    if (data) onCodes(data.recovery_codes)
  }

  async function finish(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const value = new FormData(event.currentTarget).get('code')
    const code = typeof value === 'string' ? value.replaceAll(/\s/g, '') : ''
    if (!/^\d{6}$/.test(code)) {
      setWrong(t('code_needed'))
      return event.currentTarget.querySelector('input')?.focus()
    }
    setWrong(undefined)
    const data = await run('second_factors.finish_totp', { code }, { confirm })
    if (!data) return
    setBegun(null)
    onCodes(data.recovery_codes)
  }

  return (
    <div className="way">
      <div className="way__head">
        <h4>{t('app')}</h4>
        <span className={isOn ? 'badge badge--success' : 'badge'}>{t(isOn ? 'on' : 'off')}</span>
      </div>
      <p className="secondary">{t('app_text')}</p>
      {isOn && <p>{t('codes_left', { count: codes_left })}</p>}
      {problem !== null && <Note kind="error" icon="error" title={problem} />}
      {begun ? (
        <form className="way__form" noValidate onSubmit={(event) => void finish(event)}>
          <p>{t('scan')}</p>
          <QrCode text={begun.uri} label={t('picture')} />
          <p>
            {t('key')}: <code className="way__key">{begun.secret.replaceAll(/(.{4})/g, '$1 ').trim()}</code>
          </p>
          <Field
            label={t('code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            dir="ltr"
            required
            error={wrong}
          />
          <div className="way__acts">
            <button type="submit" className="btn btn--primary" aria-disabled={busy || undefined}>
              {t('confirm')}
            </button>
            <button type="button" className="btn btn--secondary" onClick={() => setBegun(null)}>
              {t('cancel')}
            </button>
          </div>
        </form>
      ) : (
        <div className="way__acts">
          {isOn ? (
            <>
              <button type="button" className="btn btn--secondary" disabled={busy} onClick={() => void renew()}>
                {t('codes_new')}
              </button>
              <button type="button" className="btn btn--secondary" disabled={busy} onClick={() => void end()}>
                {t('turn_off')}
              </button>
            </>
          ) : (
            <button type="button" className="btn btn--secondary" disabled={busy} onClick={() => void begin()}>
              {t('set_up')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
