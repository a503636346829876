import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Group } from '../../../../contract/groups.ts'
import type { Output } from '../../../../contract/schemas.ts'
import { CopyableField, useCopying } from '../../../layout/Copyable.tsx'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { Loading } from '../../../layout/Loading.tsx'
import { useTime } from '../../../time.tsx'
import { Note } from '../../../ui/Note.tsx'
import { invitesQuery } from './queries.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'

const QrCode = lazyPart<{ text: string; label: string }>(() => import('../../../ui/QrCode.tsx'))

/** Shown once: the server keeps no more than what it needs to know the code again. */
function NewInvite({ invite: { url, code } }: { invite: Output<'groups.create_invite'> }) {
  const t = useTranslations('groups')
  const { id, failed, copy } = useCopying(url, t('copied'))
  return (
    <div className="stack invite">
      <Note icon="key" title={t('invite_made')}>
        {t('invite_once')}
      </Note>
      <div className="field">
        <label htmlFor={id}>{t('link')}</label>
        <CopyableField id={id} text={url} by_hand={failed ? t('by_hand') : undefined} />
      </div>
      <p className="small secondary">
        {t('code')}:{' '}
        <code dir="ltr" className="invite__code">
          {code}
        </code>
      </p>
      <div className="row btn-row-mobile">
        <button type="button" className="btn btn--primary" onClick={() => void copy()}>
          {t('copy')}
        </button>
        {'share' in navigator && (
          <button
            type="button"
            className="btn btn--secondary"
            onClick={() => {
              // Closing the system's own sheet is no error.
              navigator.share({ url }).catch(() => {})
            }}
          >
            {t('share_link')}
          </button>
        )}
      </div>
      <Suspense>
        <QrCode text={url} label={t('qr')} />
      </Suspense>
    </div>
  )
}

export function InvitesSection({ group: { id } }: { group: Group }) {
  const t = useTranslations('groups')
  const heading = useId()
  const format = useTime()
  const { data, isError, fetchStatus, refetch } = useQuery(invitesQuery(id))
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: ['groups'] })
  const [created, setCreated] = useState<Output<'groups.create_invite'> | null>(null)
  return (
    <section className="card stack" aria-labelledby={heading}>
      <div>
        <h2 className="card__title" id={heading}>
          {t('invites')}
        </h2>
        <p className="small secondary">{t('invites_text')}</p>
      </div>
      {failure !== null && (
        <Note kind="error" icon="error" title={t('not_done')}>
          {failure}
        </Note>
      )}
      {created && <NewInvite invite={created} />}
      <div className="row btn-row-mobile">
        <button
          type="button"
          className="btn btn--secondary"
          aria-disabled={working || undefined}
          onClick={() => void run('groups.create_invite', { id }).then((invite) => invite && setCreated(invite))}
        >
          {t('make_invite')}
        </button>
      </div>
      {data ? (
        <ul>
          {data.map((invite) => (
            <li key={invite.id} className="list-row">
              <span className="small">
                {t('uses', { uses: invite.uses })} · {t('until', { when: format(invite.expires_at, true) })}
              </span>
              <button
                type="button"
                className="btn btn--secondary btn--sm"
                aria-disabled={working || undefined}
                onClick={() =>
                  void run('groups.delete_invite', { id, inviteId: invite.id }, { done: t('invite_gone') }).then(
                    () => created?.id === invite.id && setCreated(null),
                  )
                }
              >
                {t('take_invite_back')}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Loading
          label={t('loading')}
          failed={isError ? t('failed') : undefined}
          paused={fetchStatus === 'paused'}
          retry={() => void refetch()}
        />
      )}
    </section>
  )
}
