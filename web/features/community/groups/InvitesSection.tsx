import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Group } from '../../../../contract/groups.ts'
import type { Output } from '../../../../contract/schemas.ts'
import { faultOfAddress } from '../../../../contract/site-address.values.ts'
import { call } from '../../../api.ts'
import { Copyable } from '../../../layout/Copyable.tsx'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { lazyPart, Nothing } from '../../../layout/lazyPart.tsx'
import { Loading } from '../../../layout/Loading.tsx'
import { useSite } from '../../../site.tsx'
import { useMoment } from '../../../useMoment.ts'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { invitesQuery } from './queries.ts'
import { doneIfGone, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { CardSection } from '../../../ui/CardSection.tsx'
import { ListRow } from '../../../ui/ListRow.tsx'
import groupsStyles from './Groups.module.css'

const QrCode = lazyPart<{ text: string; label: string }>(() => import('../../../ui/QrCode.tsx'))
// Loaded only where it is shown: few sites need it, and its words are those of the desk.
const AddressNote = lazyPart<{ canMend: boolean }>(
  () =>
    import('../../../layout/AddressNote.tsx').then((it) => ({ default: withMessages(it.AddressNote, 'admin_site') })),
  Nothing,
  ['forms', 'admin_site'],
)

/** Shows the code once: the server stores only what it needs to verify it. */
function NewInvite({ invite: { url, code } }: { invite: Output<'groups.create_invite'> }) {
  const t = useTranslations('groups')
  return (
    <div className="stack invite">
      <Note icon="key" title={t('invite_made')}>
        {t('invite_once')}
      </Note>
      <Copyable label={t('link')} text={url} words="groups" share={t('share_link')}>
        <p className="small secondary">
          {t('code')}:{' '}
          <code dir="ltr" className={groupsStyles.inviteCode}>
            {code}
          </code>
        </p>
      </Copyable>
      <QrCode text={url} label={t('qr')} />
    </div>
  )
}

export function InvitesSection({ group: { id } }: { group: Group }) {
  const t = useTranslations('groups')
  const { public_origin } = useSite()
  const isAdmin = useAuth().user?.role === 'admin'
  // With its hour: a day alone would promise all of it.
  const moment = useMoment()
  const query = useQuery(invitesQuery(id))
  const { data } = query
  const { run, perform, isPending: working, failure } = useEndpointMutation({ invalidates: ['groups'] })
  const [created, setCreated] = useState<Output<'groups.create_invite'> | null>(null)
  async function takeBack(inviteId: string) {
    const taken = () => doneIfGone(call('groups.delete_invite', { id, inviteId }))
    const gone = await perform(taken, { done: t('invite_gone') })
    // It is shown once: one that still works stays in sight.
    if (gone) setCreated((shown) => (shown?.id === inviteId ? null : shown))
  }
  return (
    <CardSection title={t('invites')} lead={t('invites_text')}>
      <FailureNote title={t('not_done')}>{failure}</FailureNote>
      {faultOfAddress(public_origin) !== null && <AddressNote canMend={isAdmin} />}
      {created && <NewInvite invite={created} />}
      <ButtonRow>
        <Button
          aria-disabled={working || undefined}
          onClick={() =>
            void run('groups.create_invite', { id }, { idempotent: true }).then(
              (invite) => invite && setCreated(invite),
            )
          }
        >
          {t('make_invite')}
        </Button>
      </ButtonRow>
      {data ? (
        <ul>
          {data.map((invite) => (
            <ListRow key={invite.id}>
              <span className="small" suppressHydrationWarning>
                {t('uses', { uses: invite.uses })} · {t('until', { when: moment(invite.expires_at, true) })}
              </span>
              <Button size="small" aria-disabled={working || undefined} onClick={() => void takeBack(invite.id)}>
                {t('take_invite_back')}
              </Button>
            </ListRow>
          ))}
        </ul>
      ) : (
        <Loading label={t('loading')} failed={t('failed')} query={query} />
      )}
    </CardSection>
  )
}
