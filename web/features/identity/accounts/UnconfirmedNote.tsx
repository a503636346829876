import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Me } from '../../../../contract/users.ts'
import { Note } from '../../../ui/Note.tsx'
import { preferencesQuery } from './queries.ts'
import { RefusedAddressNote } from './RefusedAddressNote.tsx'
import { ResendButton } from './ResendButton.tsx'

/** Says that the address waits to be confirmed, or that nothing gets through to it, and sends the link again. */
export default function UnconfirmedNote({ user }: { user: Pick<Me, 'id' | 'email'> }) {
  const t = useTranslations('address')
  const { data } = useQuery(preferencesQuery(user.id))
  return (
    <div className="stack">
      {data?.mail_state === 'refused' ? (
        <RefusedAddressNote />
      ) : (
        <Note kind="warning" icon="alert" title={t('note')}>
          {t('note_text', { email: user.email })}
        </Note>
      )}
      <ResendButton email={user.email} />
    </div>
  )
}
