import { useState, type FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call, type WithConfirmation } from '../../../api.ts'
import { getErrorMessage } from '../../../messages.ts'
import { Field } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import secondFactorsStyles from './SecondFactors.module.css'

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
  const locale = useLocale()
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)

  /** Runs one act at a time and shows what went wrong with it. */
  async function act(work: () => Promise<{ error: Parameters<typeof getErrorMessage>[0] | null }>): Promise<void> {
    if (busy) return
    setBusy(true)
    setProblem(null)
    const { error } = await work()
    if (error) setProblem(await getErrorMessage(error, locale))
    setBusy(false)
  }

  const begin = () =>
    act(async () => {
      const { data, error } = await withConfirmation(() => call('second_factors.begin_totp', {}))
      if (data) setBegun(data)
      return { error }
    })
  const end = () =>
    act(async () => {
      const { error } = await withConfirmation(() => call('second_factors.end_totp', {}))
      if (!error) {
        toast(t('turned_off'))
        onChange()
      }
      return { error }
    })
  const renew = () =>
    act(async () => {
      const { data, error } = await withConfirmation(() => call('second_factors.renew_recovery_codes', {}))
      if (data) onCodes(data.recovery_codes)
      return { error }
    })

  async function finish(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const value = new FormData(event.currentTarget).get('code')
    const code = typeof value === 'string' ? value.replaceAll(/\s/g, '') : ''
    if (!/^\d{6}$/.test(code)) {
      setWrong(t('code_needed'))
      return event.currentTarget.querySelector('input')?.focus()
    }
    setWrong(undefined)
    await act(async () => {
      const { data, error } = await withConfirmation(() => call('second_factors.finish_totp', { code }))
      if (data) {
        setBegun(null)
        onCodes(data.recovery_codes)
      }
      return { error }
    })
  }

  return (
    <div className={secondFactorsStyles.way}>
      <div className={secondFactorsStyles.wayHead}>
        <h4>{t('app')}</h4>
        <Badge tone={isOn ? 'success' : undefined}>{t(isOn ? 'on' : 'off')}</Badge>
      </div>
      <p className="secondary">{t('app_text')}</p>
      {isOn && <p>{t('codes_left', { count: codes_left })}</p>}
      {problem !== null && <Note kind="error" icon="error" title={problem} />}
      {begun ? (
        <form className={secondFactorsStyles.wayForm} noValidate onSubmit={(event) => void finish(event)}>
          <p>{t('scan')}</p>
          <QrCode text={begun.uri} label={t('picture')} />
          <p>
            {t('key')}:{' '}
            <code className={secondFactorsStyles.wayKey}>{begun.secret.replaceAll(/(.{4})/g, '$1 ').trim()}</code>
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
          <div className={secondFactorsStyles.wayActs}>
            <Button type="submit" variant="primary" aria-disabled={busy || undefined}>
              {t('confirm')}
            </Button>
            <Button onClick={() => setBegun(null)}>{t('cancel')}</Button>
          </div>
        </form>
      ) : (
        <div className={secondFactorsStyles.wayActs}>
          {isOn ? (
            <>
              <Button disabled={busy} onClick={() => void renew()}>
                {t('codes_new')}
              </Button>
              <Button disabled={busy} onClick={() => void end()}>
                {t('turn_off')}
              </Button>
            </>
          ) : (
            <Button disabled={busy} onClick={() => void begin()}>
              {t('set_up')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
