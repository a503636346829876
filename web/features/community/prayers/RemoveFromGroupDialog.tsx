import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../../api.ts'
import { doneIfGone, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { invalidate } from '../../../invalidate.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'

interface Props {
  prayer: { id: string; group_id: string; is_mine: boolean }
  onClose: () => void
}

/** Asks for confirmation before a request is removed from its group. The author keeps the text. */
export default function RemoveFromGroupDialog({ prayer: { id, group_id, is_mine }, onClose }: Props) {
  const t = useTranslations('take_out')
  const dialog = useRef<HTMLDialogElement>(null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { perform, isPending: sending, failure: problem } = useEndpointMutation()

  async function confirm() {
    if (!(await perform(() => doneIfGone(call('prayers.delete_from_group', { id: group_id, prayerId: id }))))) return
    dialog.current?.close()
    toast(t('done'))
    if (pathname.startsWith('/prayers/') && !is_mine) await navigate(`/groups/${group_id}`)
    await invalidate(client, 'prayer_pages')
    await client.invalidateQueries({ queryKey: ['prayers.one', { id }] })
  }

  return (
    <Dialog ref={dialog} title={t('title')} close={t('close')} onClose={onClose}>
      <div className="stack">
        <p className="secondary">{t(is_mine ? 'text_mine' : 'text')}</p>
        <FailureNote title={t('failed')}>{problem}</FailureNote>
        <ButtonRow>
          <Button variant="danger" aria-disabled={sending || undefined} onClick={() => void confirm()}>
            {t('confirm')}
          </Button>
          <Button onClick={() => dialog.current?.close()}>{t('keep')}</Button>
        </ButtonRow>
      </div>
    </Dialog>
  )
}
