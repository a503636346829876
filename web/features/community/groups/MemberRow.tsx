import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Group, GroupMember } from '../../../../contract/groups.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { ErrorText } from '../../../ui/Field.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'
import { ListRow } from '../../../ui/ListRow.tsx'
import groupsStyles from './Groups.module.css'

type ConfirmableAction = 'remove' | 'ban' | 'make_owner' | null

/** Selects the actions to offer for a member. The server decides whether each one is allowed. */
function availableActions(group: Group, member: GroupMember, isSelf: boolean) {
  const owns = group.may.edit
  const leads = group.may.manage && !isSelf && (owns || member.role === 'member')
  const active = member.status === 'active'
  return {
    let_in: leads && member.status === 'pending',
    lift: leads && member.status === 'banned',
    promote: owns && !isSelf && active && member.role === 'member',
    demote: owns && active && (member.role === 'leader' || (member.role === 'owner' && !isSelf)),
    make_owner: owns && !isSelf && active && member.role !== 'owner',
    remove: leads && active,
    ban: leads && member.status !== 'banned',
  }
}

export function MemberRow({ group, member }: { group: Group; member: GroupMember }) {
  const t = useTranslations('groups')
  const { user } = useAuth()
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: ['groups'] })
  const [confirming, setConfirming] = useState<ConfirmableAction>(null)
  const { id } = group
  const name = useNameOf()(member.user.display_name)
  const userId = member.user.id
  const isSelf = userId === user?.id
  const may = availableActions(group, member, isSelf)
  const edit = (change: { role?: GroupMember['role']; status?: 'active' | 'banned' }, done: string) =>
    run('groups.edit_member', { id, userId, ...change }, { done })
  const remove = (done: string) => run('groups.delete_member', { id, userId, status: member.status }, { done })
  const confirmableActions = {
    remove: () => remove(t('removed', { name })),
    ban: () => edit({ status: 'banned' }, t('banned_now', { name })),
    make_owner: () => edit({ role: 'owner' }, t('saved')),
  }
  const inMenu = may.promote || may.demote || may.make_owner || may.remove || (may.ban && !may.let_in)
  return (
    <ListRow className={groupsStyles.member}>
      <div className={groupsStyles.memberWho}>
        <Avatar name={name} />
        <span>
          <bdi className="strong">{name}</bdi> {isSelf && <span className="small muted">{t('you')}</span>}
          <span className={`small muted ${groupsStyles.memberRole}`}>{t(member.role)}</span>
        </span>
      </div>
      <div className="row row--tight">
        {may.let_in && (
          <>
            <Button
              size="small"
              aria-label={t('act_on', { act: t('let_in'), name })}
              aria-disabled={working || undefined}
              onClick={() => void edit({ status: 'active' }, t('let_in_now', { name }))}
            >
              {t('let_in')}
            </Button>
            <Button
              variant="text"
              size="small"
              aria-label={t('act_on', { act: t('refuse'), name })}
              aria-disabled={working || undefined}
              onClick={() => void remove(t('refused'))}
            >
              {t('refuse')}
            </Button>
          </>
        )}
        {may.lift && (
          <Button
            size="small"
            aria-label={t('act_on', { act: t('lift'), name })}
            aria-disabled={working || undefined}
            onClick={() => void remove(t('lifted'))}
          >
            {t('lift')}
          </Button>
        )}
        {inMenu && (
          <Menu label={t('actions', { name })}>
            {may.promote && (
              <MenuItem onClick={() => void edit({ role: 'leader' }, t('saved'))}>{t('promote')}</MenuItem>
            )}
            {may.demote && (
              <MenuItem onClick={() => void edit({ role: member.role === 'owner' ? 'leader' : 'member' }, t('saved'))}>
                {t(member.role === 'owner' ? 'promote' : 'demote')}
              </MenuItem>
            )}
            {(['make_owner', 'remove', 'ban'] as const).map(
              (act) =>
                may[act] && (
                  <MenuItem key={act} onClick={() => setConfirming(act)}>
                    {t(act)}
                  </MenuItem>
                ),
            )}
          </Menu>
        )}
      </div>
      {failure !== null && confirming === null && (
        <div role="alert">
          <ErrorText id={`member${userId}`}>{failure}</ErrorText>
        </div>
      )}
      {confirming !== null && (
        <ConfirmDialog
          title={t('act_on', { act: t(confirming), name })}
          text={t(`${confirming}_text`)}
          confirm={t(confirming)}
          failure={failure === null ? null : { title: t('not_done'), text: failure }}
          isBusy={working}
          onConfirm={async () => (await confirmableActions[confirming]()) !== null}
          onClose={() => setConfirming(null)}
        />
      )}
    </ListRow>
  )
}
