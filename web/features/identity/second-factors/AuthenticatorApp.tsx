import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { withOurDigits } from '../../../../contract/digits.values.ts'
import { type Failure, type WithConfirmation } from '../../../api.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { Field } from '../../../ui/Field.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CancelButton } from '../../../ui/Dialog.tsx'
import secondFactorsStyles from './SecondFactors.module.css'

const QrCode = lazyPart<{ text: string; label: string }>(() => import('../../../ui/QrCode.tsx'))

interface Props {
  isOn: boolean
  codes_left: number
  withConfirmation: WithConfirmation
  onCodes: (codes: string[]) => void
  onChange: () => void
}

/** Sets up and removes the authenticator app, and creates new recovery codes. */
export function AuthenticatorApp({ isOn, codes_left, withConfirmation, onCodes, onChange }: Props) {
  const t = useTranslations('second_factors')
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const [wrong, setWrong] = useState<string | undefined>()
  const { run, isPending: busy, failure: problem } = useEndpointMutation()
  const confirm = withConfirmation
  const way = useRef<HTMLDivElement>(null)
  const state = begun ? 'begun' : isOn ? 'on' : 'off'
  const shown = useRef(state)
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    // The button that was pressed is gone.
    if (document.activeElement !== document.body) return
    way.current?.querySelector<HTMLElement>(state === 'begun' ? 'form > p' : 'button')?.focus()
  }, [state])

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
    const code = typeof value === 'string' ? withOurDigits(value).replaceAll(/\s/g, '') : ''
    if (!/^\d{6}$/.test(code)) {
      setWrong(t('code_needed'))
      return event.currentTarget.querySelector('input')?.focus()
    }
    setWrong(undefined)
    const field = event.currentTarget.querySelector('input')
    const onError = (error: Failure, reason: string): void => {
      if (error.code !== 'second_factors.wrong_code') return
      setWrong(reason)
      field?.focus()
    }
    // Pressed again after a lost answer, its recovery codes are shown, this once.
    const data = await run('second_factors.finish_totp', { code }, { confirm, onError, idempotent: true })
    if (!data) return
    setBegun(null)
    onCodes(data.recovery_codes)
  }

  return (
    <div ref={way} className={secondFactorsStyles.way}>
      <div className={secondFactorsStyles.wayHead}>
        <h4>{t('app')}</h4>
        <Badge tone={isOn ? 'success' : undefined}>{t(isOn ? 'on' : 'off')}</Badge>
      </div>
      <p className="secondary">{t('app_text')}</p>
      {isOn && <p>{t('codes_left', { count: codes_left })}</p>}
      <FailureNote title={problem} />
      {begun ? (
        <form className={secondFactorsStyles.wayForm} noValidate onSubmit={(event) => void finish(event)}>
          <p tabIndex={-1}>{t('scan')}</p>
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
            <CancelButton onClick={() => setBegun(null)} />
          </div>
        </form>
      ) : (
        <div className={secondFactorsStyles.wayActs}>
          {isOn ? (
            <>
              <Button aria-disabled={busy || undefined} onClick={() => void renew()}>
                {t('codes_new')}
              </Button>
              <Button aria-disabled={busy || undefined} onClick={() => void end()}>
                {t('turn_off')}
              </Button>
            </>
          ) : (
            <Button aria-disabled={busy || undefined} onClick={() => void begin()}>
              {t('set_up')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
