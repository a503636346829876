import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { signUpModeQuery } from '../sessions/queries.ts'
import { AddressNote } from '../../../layout/AddressNote.tsx'
import { useAddressText } from '../../../fieldErrors.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { namelessNames } from '../../../../contract/languages.ts'
import { MAX_DISPLAY_NAME_LENGTH, MAX_EMAIL_LENGTH } from '../../../../contract/users.values.ts'
import { CancelButton, Dialog } from '../../../ui/Dialog.tsx'
import { Field, OptionalLabel } from '../../../ui/Field.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Button, ButtonLink, ButtonRow } from '../../../ui/Button.tsx'

/** Creates an account for somebody, who gets a link by mail to choose a password. */
export function CreateAccount({ onClose }: { onClose: () => void }) {
  const t = useTranslations('people')
  const addressText = useAddressText()
  const nameless = namelessNames[useLocale()]
  const dialog = useRef<HTMLDialogElement>(null)
  const [form, setForm] = useState({ email: '', displayName: '' })
  const sendsMail = useQuery(signUpModeQuery).data?.sends_mail ?? true
  const [wrong, setWrong] = useState<string>()
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: ['accounts.list', 'stats.read'] })
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.querySelector<HTMLInputElement>('input[type=email]')
    const email = form.email.trim()
    const found = addressText(email)
    setWrong(found)
    if (found !== undefined) return field?.focus()
    // Never a part of the address: others would see it.
    const displayName = form.displayName.trim() || nameless
    const made = await run(
      'invitations.create_account',
      { email, displayName },
      { done: t('is_created', { email }), idempotent: true },
    )
    if (made) dialog.current?.close()
  }
  return (
    <Dialog ref={dialog} title={t('create')} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <p className="secondary">{t('create_text', { mail: sendsMail ? 'yes' : 'no' })}</p>
        {sendsMail && (
          <>
            <Field
              label={t('email')}
              type="email"
              dir="ltr"
              required
              autoComplete="off"
              value={form.email}
              maxLength={MAX_EMAIL_LENGTH}
              error={wrong}
              onChange={({ target }) => setForm({ ...form, email: target.value })}
            />
            <Field
              label={<OptionalLabel label={t('name')} />}
              dir="auto"
              autoComplete="off"
              value={form.displayName}
              maxLength={MAX_DISPLAY_NAME_LENGTH}
              onChange={({ target }) => setForm({ ...form, displayName: target.value })}
            />
            <AddressNote />
          </>
        )}
        <FailureNote title={failure} />
        <ButtonRow>
          {sendsMail ? (
            <Button type="submit" variant="primary" busy={working}>
              {t('create')}
            </Button>
          ) : (
            <ButtonLink variant="primary" to="/admin/users/invite">
              {t('invite_many')}
            </ButtonLink>
          )}
          <CancelButton onClick={() => dialog.current?.close()} />
        </ButtonRow>
      </form>
    </Dialog>
  )
}
