import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../../api.ts'
import { doneIfGone, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { invalidate } from '../../../invalidate.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'

interface Props {
  prayer: { id: string; group_id: string; is_mine: boolean }
  onClose: () => void
}

/** Asks for confirmation before a request is removed from its group. The author keeps the text. */
export default function RemoveFromGroupDialog({ prayer: { id, group_id, is_mine }, onClose }: Props) {
  const t = useTranslations('take_out')
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { perform, isPending, failure } = useEndpointMutation()

  async function follow(): Promise<void> {
    // First: the page of a request that its reader may no longer read would say so.
    if (pathname.startsWith('/prayers/') && !is_mine) await navigate(`/groups/${group_id}`)
    await invalidate(client, 'prayer_pages')
    await client.invalidateQueries({ queryKey: ['prayers.one', { id }] })
  }

  const taken = () => doneIfGone(call('prayers.delete_from_group', { id: group_id, prayerId: id }))
  async function confirm(): Promise<boolean> {
    if (!(await perform(taken, { done: t('done') }))) return false
    // The dialog closes at once, however long the next page takes.
    void follow()
    return true
  }

  return (
    <ConfirmDialog
      title={t('title')}
      text={t(is_mine ? 'text_mine' : 'text')}
      confirm={t('confirm')}
      cancel={t('keep')}
      failure={failure === null ? null : { title: t('failed'), text: failure }}
      isBusy={isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
