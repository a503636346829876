import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ContentItem } from '../../../../contract/content.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { bulkActs } from '../../../../contract/content.values.ts'
import { useRefreshPages } from './useRefreshPages.ts'
import { CancelButton, Dialog } from '../../../ui/Dialog.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import bulkBarStyles from '../../../layout/BulkBar.module.css'

type BulkAct = 'publish' | 'unpublish' | 'delete'

/** Shows the action and the affected pages before it runs. */
function ConfirmBulkDialog({ act, chosen, onDone, onClose }: Props & { act: BulkAct; onClose: () => void }) {
  const t = useTranslations('editor')
  const admin = useTranslations('admin')
  const dialog = useRef<HTMLDialogElement>(null)
  // One that somebody else has deleted meanwhile goes from the list, and stops the others no more.
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: ['content.manage_list'] })
  const refreshPages = useRefreshPages()
  async function confirmAction(): Promise<void> {
    const ids = chosen.map(({ id }) => id)
    const done = await run(
      'content.manage_many',
      { ids, act },
      { done: t('done_many', { count: ids.length }), idempotent: true },
    )
    if (!done) return
    await refreshPages()
    dialog.current?.close()
    onDone()
  }
  return (
    <Dialog ref={dialog} title={t(`sure_${act}`, { count: chosen.length })} onClose={onClose}>
      <div className="stack">
        <p className="secondary">{t(`says_${act}`)}</p>
        <ul className={bulkBarStyles.titles}>
          {chosen.map(({ id, title, language }) => (
            <li key={id} dir="auto" lang={language}>
              {title}
            </li>
          ))}
        </ul>
        <FailureNote title={t('not_done')}>{failure}</FailureNote>
        <ButtonRow>
          <Button
            variant={act === 'delete' ? 'danger' : 'primary'}
            aria-disabled={working || undefined}
            onClick={() => void confirmAction()}
          >
            {admin(act)}
          </Button>
          <CancelButton onClick={() => dialog.current?.close()} />
        </ButtonRow>
      </div>
    </Dialog>
  )
}

interface Props {
  chosen: ContentItem[]
  onDone: () => void
}

/** Offers the actions for the selected pages. */
export function BulkBar({ chosen, onDone }: Props) {
  const t = useTranslations('editor')
  const admin = useTranslations('admin')
  const [act, setAct] = useState<BulkAct | null>(null)
  if (chosen.length === 0) return null
  return (
    <div ref={keepFocus} className="row">
      <b className="strong">{t('chosen', { count: chosen.length })}</b>
      {bulkActs.map((one) => (
        <Button key={one} variant={one === 'delete' ? 'danger' : 'secondary'} onClick={() => setAct(one)}>
          {admin(one)}
        </Button>
      ))}
      {act && <ConfirmBulkDialog act={act} chosen={chosen} onDone={onDone} onClose={() => setAct(null)} />}
    </div>
  )
}
