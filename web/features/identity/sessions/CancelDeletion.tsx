import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Output } from '../../../../contract/schemas.ts'
import type { Result } from '../../../api.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { getErrorMessage } from '../../../layout/errorMessages.ts'
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
  onCodeNeeded?: () => void
  onLeave: () => void
}

function CancelDeletionForm({ keepAccount, onCancelled, onCodeNeeded, onLeave }: Props) {
  const t = useTranslations('stay')
  const locale = useLocale()
  const heading = useRef<HTMLHeadingElement>(null)
  const busy = useRef(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => heading.current?.focus(), [])

  async function cancelDeletion() {
    if (busy.current) return
    busy.current = true
    setFailure(null)
    const answer = await keepAccount()
    busy.current = false
    if (answer === null) return
    const { data, error } = answer
    if (error?.code === 'sessions.second_factor_needed') return onCodeNeeded?.()
    if (error) return setFailure(await getErrorMessage(error, locale))
    toast(t('kept'))
    onCancelled(data)
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
