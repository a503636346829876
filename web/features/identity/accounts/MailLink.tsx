import { useTranslations } from 'use-intl'
import type { Output } from '../../../../contract/schemas.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { Button } from '../../../ui/Button.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { AuthCard } from '../sessions/AuthParts.tsx'
import { readLink, useFragment } from '../sessions/useFragment.ts'

type Name =
  | 'notifications.stop_emails'
  | 'notifications.pray_by_email'
  | 'alarms.take'
  | 'group_summaries.confirm'
  | 'group_summaries.stop'

/**
 * What a link in an email does, with one press. Only the press acts, not opening the page: programs that check mails open every
 * link, and some run its scripts.
 */
export function MailLink<Call extends Name>({
  name,
  title,
  lead,
  button,
  onDone,
}: {
  name: Call
  title: string
  lead: string
  button: string
  onDone: (answer: Output<Call>) => void
}) {
  const t = useTranslations('mail_links')
  const fragment = useFragment()
  const { token } = readLink(fragment ?? '')
  const { run, failure, isPending } = useEndpointMutation()
  const isIncomplete = fragment === ''
  async function act() {
    const answer = await run(name, { token } as never, { ignoreUnauthorized: true })
    if (answer) onDone(answer)
  }
  return (
    <AuthCard title={title} lead={isIncomplete ? undefined : lead}>
      {isIncomplete && <Note kind="error" icon="error" title={t('incomplete')} />}
      <FailureNote title={t('failed')}>{failure}</FailureNote>
      {!isIncomplete && (
        <Button variant="primary" size="large" block disabled={isPending} onClick={() => void act()}>
          {button}
        </Button>
      )}
    </AuthCard>
  )
}
