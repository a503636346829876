import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '../../../api.ts'
import { getErrorMessage } from '../../../messages.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { isPrayerPageQuery } from './queries.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'

interface Props {
  prayer: { id: string; group_id: string; is_mine: boolean }
  onClose: () => void
}

/** Asks once before a request leaves its group. Its words stay with its author. */
export default function RemoveFromGroupDialog({ prayer: { id, group_id, is_mine }, onClose }: Props) {
  const t = useTranslations('take_out')
  const dialog = useRef<HTMLDialogElement>(null)
  const locale = useLocale()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function confirm() {
    if (sending) return
    setSending(true)
    const { error } = await call('prayers.delete_from_group', { id: group_id, prayerId: id })
    setSending(false)
    // Taken out before, by somebody else: that is what was wanted.
    if (error && error.status !== 404) return setProblem(await getErrorMessage(error, locale))
    dialog.current?.close()
    toast(t('done'))
    if (pathname.startsWith('/prayers/') && !is_mine) await navigate(`/groups/${group_id}`)
    await client.invalidateQueries({ predicate: isPrayerPageQuery })
    await client.invalidateQueries({ queryKey: ['prayers.one', { id }] })
  }

  return (
    <Dialog ref={dialog} title={t('title')} close={t('close')} onClose={onClose}>
      <div className="stack">
        <p className="secondary">{t(is_mine ? 'text_mine' : 'text')}</p>
        {problem !== null && (
          <Note kind="error" icon="error" title={t('failed')}>
            {problem}
          </Note>
        )}
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
