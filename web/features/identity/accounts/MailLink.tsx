import { useState, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../../contract/schemas.ts'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { AuthCard } from '../sessions/AuthParts.tsx'
import { ResultCard } from '../sessions/SessionForm.tsx'
import { readLink, useFragment, useLink } from '../sessions/useFragment.ts'

type Name =
  | 'notifications.stop_emails'
  | 'notifications.pray_by_email'
  | 'alarms.take'
  | 'group_summaries.confirm'
  | 'group_summaries.stop'

interface Props<Call extends Name> {
  name: Call
  /** Beginning of the keys of title, lead and button. */
  words: 'alarm' | 'prayed' | 'stop' | 'summary_stop' | 'summary_yes'
  /** Shows what was done. */
  Result: ComponentType<{ answer: Output<Call> }>
}

function Content<Call extends Name>({ name, words, Result, link }: Props<Call> & { link: string }) {
  const t = useTranslations('mail_links')
  const { token } = readLink(link)
  const [answer, setAnswer] = useState<Output<Call> | null>(null)
  const { run, failure, isPending } = useEndpointMutation()
  const isIncomplete = useFragment() === ''
  if (answer !== null) return <Result answer={answer} />
  return (
    <AuthCard title={t(`${words}_title`)} lead={isIncomplete ? undefined : t(`${words}_lead`)}>
      {isIncomplete && <Note kind="error" icon="error" title={t('incomplete')} />}
      <FailureNote title={t('failed')}>{failure}</FailureNote>
      {!isIncomplete && (
        <Button
          variant="primary"
          size="large"
          block
          busy={isPending}
          onClick={() => void run(name, { token } as never, { ignoreUnauthorized: true }).then(setAnswer)}
        >
          {t(`${words}_button`)}
        </Button>
      )}
    </AuthCard>
  )
}

/**
 * Does with one press what a link in an email is for, without signing in. Only the press acts, not opening the page: programs
 * that check mails open every link, and some run its scripts.
 */
export function MailLink<Call extends Name>(props: Props<Call>) {
  const link = useLink()
  return (
    <FormMessages area="profile">
      <meta name="robots" content="noindex" />
      <Content key={link} {...props} link={link} />
    </FormMessages>
  )
}

interface DoneProps {
  said: 'alarm_done' | 'alarm_drill' | 'alarm_over' | 'prayed' | 'stopped' | 'summary_stopped' | 'summary_yes_done'
  values?: Record<string, string>
  to?: string
  label?: 'alarm_open' | 'home' | 'settings'
}

/** Says what was done, and where one may go on. */
export function Done({ said, values = {}, to = '/', label = 'home' }: DoneProps) {
  const t = useTranslations('mail_links')
  return (
    <ResultCard title={t(said)} lead={t(`${said}_text`, values)}>
      <ButtonLink to={to}>{t(label)}</ButtonLink>
    </ResultCard>
  )
}
