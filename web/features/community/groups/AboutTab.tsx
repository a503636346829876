import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Group } from '../../../../contract/groups.ts'
import { call } from '../../../api.ts'
import { eraseDraftsOf } from '../../../drafts.ts'
import { NewerVersion } from '../../../layout/NewerVersion.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import { GroupForm, type GroupDraft } from './GroupForm.tsx'
import { cacheGroup, groupQuery } from './queries.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useGone } from '../../../layout/useGone.ts'
import { useKeptWords } from '../../../useKeptWords.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardSection } from '../../../ui/CardSection.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import groupsStyles from './Groups.module.css'

const toDraft = ({ name, description, joining, is_listed, posting }: Group): GroupDraft => ({
  name,
  description,
  joining,
  is_listed,
  posting,
})

/** Edits the details of a group. When somebody else saved them meanwhile, shows theirs and lets the owner choose. */
function GroupSettings({ group }: { group: Group }) {
  const t = useTranslations('groups')
  const write = useTranslations('write')
  const client = useQueryClient()
  const kept = useKeptWords(`group-settings:${group.id}`, toDraft(group), group.updated_at)
  return (
    <GroupForm
      kept={kept}
      submitLabel={write('save')}
      send={async (draft, idempotency_key) => {
        const edited = { id: group.id, ...draft, updated_at: kept.version }
        const { data, error } = await call('groups.edit', edited, { idempotency_key })
        if (error?.code === 'groups.changed')
          await client.invalidateQueries({ queryKey: groupQuery(group.id).queryKey })
        if (error) return error
        kept.begin(toDraft(data), data.updated_at)
        await cacheGroup(client, data)
        toast(t('saved'))
        return null
      }}
    >
      {(forget) =>
        kept.isOutdated && (
          <NewerVersion
            text={t('newer_text')}
            onTake={() => {
              kept.begin(toDraft(group), group.updated_at)
              forget()
            }}
            onKeep={() => {
              kept.begin(toDraft(group), group.updated_at, kept.words)
              forget()
            }}
          >
            <blockquote dir="auto">
              <p className="strong">{group.name}</p>
              {group.description !== '' && <p>{group.description}</p>}
              <ul className="stack small secondary">
                <GroupFacts group={group} />
              </ul>
            </blockquote>
          </NewerVersion>
        )
      }
    </GroupForm>
  )
}

/** Says in sentences who joins, finds and writes in the group. */
function GroupFacts({ group: { joining, is_listed, posting } }: { group: Group }) {
  const t = useTranslations('groups')
  return (
    <>
      <li>{t(`${joining}_hint`)}</li>
      <li>{t(is_listed ? 'is_listed_hint' : 'unlisted')}</li>
      <li>{t(posting === 'leaders' ? 'leaders_post_hint' : 'members_post')}</li>
    </>
  )
}

/** Describes the group. Offers settings to its owner, and leaving to every member; `children` stand between the two. */
export function AboutTab({ group, children }: { group: Group; children?: ReactNode }) {
  const t = useTranslations('groups')
  const navigate = useNavigate()
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: ['groups'] })
  const [asking, setAsking] = useState<'leave' | 'delete' | null>(null)
  const { name, description } = group
  // Words of somebody who may no longer save them stay until they leave the page.
  const hasSettings = !useGone(!group.may.edit, true)

  async function act(): Promise<boolean> {
    // Once it is done, the group may be there no more for who presses again after an answer that was lost.
    const idempotent = true
    const done =
      asking === 'leave'
        ? await run('groups.leave', { id: group.id }, { done: t('left', { name }), idempotent })
        : await run('groups.delete', { id: group.id }, { done: t('deleted'), confirm: withConfirmation, idempotent })
    if (done) {
      eraseDraftsOf(group.id)
      await navigate('/groups', { replace: true })
    }
    return done !== null
  }

  return (
    <div className={`stack ${groupsStyles.groupParts}`}>
      <Card as="section" className="stack">
        <p dir="auto">{description === '' ? t('no_description') : description}</p>
        <ul className="stack small secondary">
          <GroupFacts group={group} />
        </ul>
      </Card>
      {hasSettings && (
        <CardSection title={t('settings')} className="">
          <GroupSettings group={group} />
        </CardSection>
      )}
      {children}
      <CardSection title={t('leave')} lead={t(group.my_role === 'owner' ? 'leave_owner' : 'leave_text')}>
        {asking === null && <FailureNote title={t('not_done')}>{failure}</FailureNote>}
        <ButtonRow>
          <Button onClick={() => setAsking('leave')}>{t('leave')}</Button>
          {group.may.edit && (
            <Button variant="danger" onClick={() => setAsking('delete')}>
              {t('delete')}
            </Button>
          )}
        </ButtonRow>
      </CardSection>
      {asking !== null && (
        <ConfirmDialog
          title={t('act_on', { act: t(asking), name })}
          text={t(asking === 'leave' ? 'leave_text' : 'delete_text')}
          confirm={t(asking)}
          failure={failure === null ? null : { title: t('not_done'), text: failure }}
          isBusy={working}
          onConfirm={act}
          onClose={() => setAsking(null)}
        />
      )}
      {dialog}
    </div>
  )
}
