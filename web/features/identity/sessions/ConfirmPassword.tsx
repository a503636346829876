import { use, useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure } from '../../../api.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { AboveDialogs } from '../../../ui/AboveDialogs.ts'
import { Field } from '../../../ui/Field.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { useAuth } from './auth.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { CancelButton } from '../../../ui/Dialog.tsx'
import dialogStyles from '../../../ui/Dialog.module.css'

interface Props {
  /** Called once: true when the password was correct, false when the person cancelled. */
  onDone: (confirmed: boolean) => void
}

function Dialog({ onDone }: Props) {
  const t = useTranslations()
  const heading = useId()
  const { user } = useAuth()
  const dialog = useRef<HTMLDialogElement>(null)
  const confirmed = useRef(false)
  const [missing, setMissing] = useState<string>()
  const { run, isPending: sending, failure } = useEndpointMutation()

  useEffect(() => dialog.current?.showModal(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    const field = event.currentTarget.querySelector('input[type=password]') as HTMLInputElement
    setMissing(field.value === '' ? t('account.password_needed') : undefined)
    if (field.value === '') return field.focus()
    const onError = ({ code }: Failure, reason: string): void => {
      if (code === 'sessions.wrong_password') setMissing(reason)
      field.select()
    }
    const entered = await run('sessions.confirm', { password: field.value }, { onError })
    if (!entered) return
    confirmed.current = true
    dialog.current?.close()
  }

  return (
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      aria-labelledby={heading}
      onClose={(event) => {
        event.stopPropagation()
        onDone(confirmed.current)
      }}
    >
      <form className="stack" method="post" noValidate onSubmit={(event) => void submit(event)}>
        <h2 id={heading}>{t('confirm.title')}</h2>
        <p className="secondary">{t('confirm.text')}</p>
        <FailureNote title={t('confirm.failed')}>{failure}</FailureNote>
        <input
          className="vh"
          type="email"
          autoComplete="username"
          readOnly
          tabIndex={-1}
          aria-hidden
          value={user?.email ?? ''}
        />
        <Field
          label={t('account.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={missing}
        />
        <ButtonRow>
          <Button type="submit" variant="primary" busy={sending}>
            {t('confirm.button')}
          </Button>
          <CancelButton onClick={() => dialog.current?.close()} />
        </ButtonRow>
      </form>
      {use(AboveDialogs)}
    </dialog>
  )
}

/** Asks the signed-in person for their password. */
export default withMessages(Dialog, 'profile')
