import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PrayerChoice } from '../../../../contract/deletions.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useTime } from '../../../time.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import { CardSection } from '../../../ui/CardSection.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { CancelButton, Dialog } from '../../../ui/Dialog.tsx'
import { RadioCard } from '../../../ui/RadioCard.tsx'
import fieldStyles from '../../../ui/Field.module.css'

const choices = [
  ['keep_without_name', 'keep'],
  ['delete', 'delete'],
] as const satisfies [PrayerChoice, string][]

/** Deletes the reader's account, after asking what happens to the requests. */
export function DeleteAccountSection({ user_id }: { user_id: string }) {
  const t = useTranslations()
  const id = useId()
  const formatTime = useTime()
  const { signOut } = useAuth()
  const { withConfirmation, dialog: confirmation } = usePasswordConfirmation()
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [prayers, setPrayers] = useState<PrayerChoice>('keep_without_name')
  const { run, isPending: working, failure, setFailure } = useEndpointMutation()

  async function deleteAccount() {
    const planned = await run('deletions.plan', { id: user_id, prayers }, { confirm: withConfirmation })
    if (!planned) return
    dialog.current?.close()
    toast(t('leave.planned', { date: formatTime(planned.deletes_at, true) }))
    await signOut(false)
  }

  return (
    <CardSection title={t('leave.title')} lead={t('leave.text')}>
      <ButtonRow>
        <Button variant="danger" onClick={() => setOpen(true)}>
          {t('leave.button')}
        </Button>
      </ButtonRow>
      {isOpen && (
        <Dialog
          ref={dialog}
          title={t('leave.question')}
          onClose={() => {
            setOpen(false)
            setFailure(null)
          }}
        >
          <div className="stack">
            <fieldset className="stack stack--tight">
              <legend className={fieldStyles.label}>{t('leave.prayers')}</legend>
              {choices.map(([choice, words]) => (
                <RadioCard
                  key={choice}
                  name={id}
                  value={choice}
                  checked={choice === prayers}
                  onChange={() => setPrayers(choice)}
                  title={t(`leave.${words}`)}
                  description={t(`leave.${words}_hint`)}
                />
              ))}
            </fieldset>
            <p className="secondary">{t('leave.grace')}</p>
            <FailureNote title={t('leave.failed')}>{failure}</FailureNote>
            <ButtonRow>
              <Button
                variant="danger"
                aria-disabled={working || undefined}
                onClick={() => {
                  if (!working) void deleteAccount()
                }}
              >
                {t('leave.button')}
              </Button>
              <CancelButton onClick={() => dialog.current?.close()} />
            </ButtonRow>
          </div>
        </Dialog>
      )}
      {confirmation}
    </CardSection>
  )
}
