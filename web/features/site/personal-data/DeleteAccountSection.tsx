import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PrayerChoice } from '../../../../contract/deletions.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useTime } from '../../../time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import { CardSection } from '../../../ui/CardSection.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
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
  const [isAsked, setAsked] = useState(false)
  const [prayers, setPrayers] = useState<PrayerChoice>('keep_without_name')
  const { run, isPending: working, failure, setFailure } = useEndpointMutation()

  async function deleteAccount(): Promise<boolean> {
    const planned = await run('deletions.plan', { id: user_id, prayers }, { confirm: withConfirmation })
    if (!planned) return false
    toast(t('leave.planned', { date: formatTime(planned.deletes_at, true) }))
    void signOut(false)
    return true
  }

  return (
    <CardSection title={t('leave.title')} lead={t('leave.text')}>
      <ButtonRow>
        <Button variant="danger" onClick={() => setAsked(true)}>
          {t('leave.button')}
        </Button>
      </ButtonRow>
      {isAsked && (
        <ConfirmDialog
          title={t('leave.question')}
          text={t('leave.grace')}
          confirm={t('leave.button')}
          failure={failure === null ? null : { title: t('leave.failed'), text: failure }}
          isBusy={working}
          isFirm
          onConfirm={deleteAccount}
          onClose={() => {
            setAsked(false)
            setFailure(null)
          }}
        >
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
        </ConfirmDialog>
      )}
      {confirmation}
    </CardSection>
  )
}
