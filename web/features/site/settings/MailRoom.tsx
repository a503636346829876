import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MailServer as Kept } from '../../../../contract/mail-server.ts'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { roomPath } from '../../../layout/rooms.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { Button, ButtonLink, ButtonRow } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import { MailServerForm } from './MailServerForm.tsx'
import { STALE_QUERIES } from './mailServerDraft.ts'
import { RoomRow, type RoomProps, type State } from './RoomRow.tsx'
import { useSettingValues } from './SettingsForm.tsx'
import { useChecks } from './useChecks.ts'

export const mailServerQuery = endpointQuery('mail_server.read', {}, true)

/** Shows the inside of the room of email: the form, and the way back to none. */
function Inside({ kept, close }: { kept: Kept; close: () => void }) {
  const t = useTranslations('site_settings')
  const client = useQueryClient()
  const [isRemoving, setIsRemoving] = useState(false)
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const { run, isPending, failure } = useEndpointMutation({ invalidates: STALE_QUERIES })
  const keep = (state: Kept): void => {
    client.setQueryData(mailServerQuery.queryKey, state)
    close()
  }

  async function remove(): Promise<boolean> {
    const state = await run('mail_server.remove', {}, { confirm: withConfirmation, done: t('mail_removed') })
    if (state) keep(state)
    return state !== null
  }

  return (
    <>
      <MailServerForm
        kept={kept.server}
        confirm={withConfirmation}
        onDone={(state) => (state ? keep(state) : close())}
      />
      {kept.source === 'site' && (
        <ButtonRow>
          <Button onClick={() => setIsRemoving(true)}>{t('mail_remove')}</Button>
        </ButtonRow>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('mail_remove_sure')}
          text={t('mail_remove_text')}
          confirm={t('mail_remove')}
          cancel={t('mail_keep')}
          close={t('mail_keep')}
          failure={failure === null ? null : { title: t('not_saved'), text: failure }}
          isBusy={isPending}
          onConfirm={remove}
          onClose={() => setIsRemoving(false)}
        />
      )}
      {dialog}
    </>
  )
}

/** How emails leave, and whether they do. */
export function MailRoom({ isOpen, close }: RoomProps) {
  const t = useTranslations()
  const query = useQuery(mailServerQuery)
  const checks = useChecks('mail')
  const { require_verified_email } = useSettingValues()
  const { data } = query
  const waits = data && data.waiting > 0 ? ` ${t('site_settings.mail_waiting', { count: data.waiting })}` : ''
  const stateOf = (): State | null => {
    if (!data) return query.isError ? { look: 'untested', text: t('admin.failed') } : null
    if (data.source === 'none') return { look: 'look', text: t('site_settings.mail_none') + waits }
    return checks.state && { ...checks.state, text: checks.state.text + waits }
  }
  return (
    <RoomRow
      room="mail"
      isOpen={isOpen}
      opens={data?.source === 'environment' ? null : 'change'}
      now={
        data && data.source !== 'none'
          ? data.source === 'site'
            ? t('site_settings.mail_site', data.server ?? {})
            : t('site_settings.mail_environment')
          : undefined
      }
      state={stateOf()}
      checks={checks}
      canTry={data !== undefined && data.source !== 'none'}
      // Suggested once it can be asked for.
      acts={
        data &&
        data.source !== 'none' &&
        require_verified_email === false && (
          <ButtonLink variant="text" to={roomPath('joining')}>
            {t('site_settings.require_verified_email')}
          </ButtonLink>
        )
      }
    >
      {data ? data.source !== 'environment' && <Inside kept={data} close={close} /> : <QueryStatus query={query} />}
    </RoomRow>
  )
}
