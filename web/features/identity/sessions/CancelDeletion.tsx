import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../../contract/schemas.ts'
import type { Failure, Result } from '../../../api.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { Title } from '../../../site.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import cardStyles from '../../../ui/Card.module.css'

/** `was_ended`: see `sessions.sign_in_with_code`. */
export type KeptSession = Output<'sessions.sign_in'> & { was_ended?: boolean }

/** Signs in again and keeps the account. Returns null if the person changed their mind. */
export type KeepAccount = () => Promise<Result<KeptSession> | null>

interface Props {
  keepAccount: KeepAccount
  onCancelled: (session: KeptSession) => void
  /** Called when the second factor is still missing. */
  onCodeNeeded: () => void
  onLeave: () => void
}

const needsCode = ({ code }: Failure): boolean => code === 'sessions.second_factor_needed'

function CancelDeletionForm({ keepAccount, onCancelled, onCodeNeeded, onLeave }: Props) {
  const t = useTranslations('stay')
  const heading = useRef<HTMLHeadingElement>(null)
  const { perform, failure } = useEndpointMutation({ isSilent: needsCode })
  useEffect(() => heading.current?.focus(), [])

  async function cancelDeletion() {
    const session = await perform<KeptSession | null>(
      async () => (await keepAccount()) ?? { data: null, error: null },
      { onError: (error) => needsCode(error) && onCodeNeeded() },
    )
    if (!session) return
    toast(t('kept'))
    onCancelled(session)
  }

  return (
    <Card as="section" className={`stack ${cardStyles.narrow}`}>
      <Title>{t('title')}</Title>
      <h1 ref={heading} tabIndex={-1}>
        {t('title')}
      </h1>
      <p className="secondary">{t('text')}</p>
      <FailureNote title={t('failed')}>{failure}</FailureNote>
      <ButtonRow>
        <Button variant="primary" onClick={() => void cancelDeletion()}>
          {t('keep')}
        </Button>
        <Button onClick={onLeave}>{t('leave')}</Button>
      </ButtonRow>
    </Card>
  )
}

/** Cancels the deletion of an account when its owner signs in before the deletion runs. */
export default withMessages(CancelDeletionForm, 'profile')
