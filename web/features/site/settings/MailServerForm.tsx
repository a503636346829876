import { useId, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { mailProviders } from '../../../../contract/mail-server.values.ts'
import type { MailServer } from '../../../../contract/mail-server.ts'
import { MAX_EMAIL_LENGTH } from '../../../../contract/users.values.ts'
import type { WithConfirmation } from '../../../api.ts'
import { UnsavedChangesNote } from '../../../layout/UnsavedChangesNote.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useUnsavedChangesGuard } from '../../../layout/useUnsavedChangesGuard.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { useAddressText, useFieldErrorText } from '../../../fieldErrors.ts'
import { Field } from '../../../ui/Field.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { RadioCard } from '../../../ui/RadioCard.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import { useAuth } from '../../identity/sessions/auth.tsx'
import {
  type MailServerDraft,
  STALE_QUERIES,
  draftOf,
  inputOf,
  isPort,
  needsPassword,
  providerOf,
} from './mailServerDraft.ts'
import styles from './MailServerForm.module.css'

/** Encrypted from the first byte on (RFC 8314). */
const TLS_PORT = '465'

/** Asks for the address, the server where it is no known provider's, and how to sign in there. */
function MailboxFields({
  draft,
  kept,
  isTried,
  change,
}: {
  draft: MailServerDraft
  kept: MailServer['server']
  /** True once it was sent: what is missing is said from then on. */
  isTried: boolean
  change: (changes: Partial<MailServerDraft>) => void
}) {
  const t = useTranslations('site_settings')
  const provider = providerOf(draft)
  const wantsPassword = needsPassword(draft, kept)
  const wrongFrom = useAddressText()(draft.from)
  const missing = (value: string): string | undefined => (isTried && value.trim() === '' ? t('mail_needed') : undefined)
  const wrongPort = useFieldErrorText()({ code: 'not_allowed' }, draft.port)
  return (
    <>
      <Field
        label={t('mail_from')}
        hint={t('mail_from_hint')}
        inputMode="email"
        dir="ltr"
        required
        autoComplete="off"
        maxLength={MAX_EMAIL_LENGTH}
        value={draft.from}
        error={missing(draft.from) ?? (isTried ? wrongFrom : undefined)}
        onChange={({ target }) => change({ from: target.value })}
      />
      {draft.is_other && (
        <div className={styles.server}>
          <Field
            label={t('mail_host')}
            dir="ltr"
            required
            autoComplete="off"
            spellCheck={false}
            value={draft.host}
            error={missing(draft.host)}
            onChange={({ target }) => change({ host: target.value })}
          />
          <Field
            label={t('mail_port')}
            type="number"
            inputMode="numeric"
            required
            min={1}
            max={65_535}
            value={draft.port}
            error={missing(draft.port) ?? (isTried && !isPort(draft.port) ? wrongPort : undefined)}
            onChange={({ target }) => change({ port: target.value })}
          />
        </div>
      )}
      {draft.is_other && (
        <Checkbox checked={draft.signs_in} onChange={(signs_in) => change({ signs_in })}>
          {t('mail_signs_in')}
        </Checkbox>
      )}
      {draft.is_other && !draft.signs_in && draft.port !== TLS_PORT && <p className="small">{t('mail_open')}</p>}
      {draft.is_other && draft.signs_in && (
        <Field
          label={t('mail_username')}
          hint={t('mail_username_hint')}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          value={draft.username}
          onChange={({ target }) => change({ username: target.value })}
        />
      )}
      {draft.signs_in && (
        <Field
          label={t(provider?.is_usual_password === false ? 'mail_app_password' : 'mail_password')}
          hint={
            wantsPassword
              ? provider?.is_usual_password === false
                ? t('mail_app_password_hint', { provider: provider.name })
                : undefined
              : t('mail_password_kept')
          }
          type="password"
          dir="ltr"
          required={wantsPassword}
          autoComplete="new-password"
          value={draft.password}
          error={wantsPassword ? missing(draft.password) : undefined}
          onChange={({ target }) => change({ password: target.value })}
        />
      )}
      {provider?.help !== undefined && (
        <p className="small">
          <a href={provider.help} target="_blank" rel="noreferrer">
            {t('mail_help', { provider: provider.name })}
          </a>
        </p>
      )}
    </>
  )
}

interface Props {
  kept: MailServer['server']
  confirm: WithConfirmation
  /** With the new state, or null when nothing was changed. */
  onDone: (state: MailServer | null) => void
  /** Labels the button that changes nothing. */
  leave?: string
}

/** Asks for a mailbox, tries it with a test email, and keeps it when that left. What was typed stays when it did not. */
export function MailServerForm({ kept, confirm, onDone, leave }: Props) {
  const t = useTranslations('site_settings')
  const rooms = useTranslations('rooms')
  const { user } = useAuth()
  const name = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(() => draftOf(kept))
  const [isTried, setIsTried] = useState(false)
  const { run, isPending, failure } = useEndpointMutation({
    invalidates: STALE_QUERIES,
  })
  const provider = providerOf(draft)
  const guard = useUnsavedChangesGuard(JSON.stringify(draft) !== JSON.stringify(draftOf(kept)))
  const change = (changes: Partial<MailServerDraft>): void => setDraft({ ...draft, ...changes })
  const wrongFrom = useAddressText()(draft.from)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    const place = wrongFrom === undefined ? 'input:invalid' : 'input[inputmode=email]'
    const wrong = form.current?.querySelector<HTMLInputElement>(place)
    if (wrong) return wrong.focus()
    const done = t('mail_saved', { email: user?.email ?? '' })
    const state = await run('mail_server.write', inputOf(draft), { confirm, done })
    if (state) onDone(state)
  }

  return (
    <form ref={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <UnsavedChangesNote guard={guard} />
      <fieldset>
        <legend className={fieldStyles.label}>{t('mail_provider')}</legend>
        <div className={styles.providers}>
          {mailProviders.map(({ name: title, host, port }) => (
            <RadioCard
              key={title}
              name={name}
              title={title}
              checked={provider?.name === title}
              onChange={() => change({ host, port: String(port), username: '', signs_in: true, is_other: false })}
            />
          ))}
          <RadioCard
            name={name}
            title={t('mail_other')}
            checked={draft.is_other}
            onChange={() => change({ host: '', is_other: true })}
          />
        </div>
      </fieldset>
      {(provider || draft.is_other) && <MailboxFields draft={draft} kept={kept} isTried={isTried} change={change} />}
      <FailureNote title={failure} />
      <ButtonRow>
        <Button type="submit" variant="primary" disabled={!provider && !draft.is_other} busy={isPending}>
          {t('mail_save')}
        </Button>
        <Button variant="text" onClick={() => onDone(null)}>
          {leave ?? rooms('leave')}
        </Button>
      </ButtonRow>
    </form>
  )
}
