import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ContentItem } from '../../../../contract/content.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { bulkActs } from '../../../../contract/content.values.ts'
import { useRefreshPages } from './useRefreshPages.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { Button } from '../../../ui/Button.tsx'
import bulkBarStyles from '../../../layout/BulkBar.module.css'

type BulkAct = 'publish' | 'unpublish' | 'delete'

/** Shows the action and the affected pages before it runs. */
function ConfirmBulkDialog({ act, chosen, onDone, onClose }: Props & { act: BulkAct; onClose: () => void }) {
  const t = useTranslations('editor')
  const admin = useTranslations('admin')
  // One that somebody else has deleted meanwhile goes from the list, and stops the others no more.
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: ['content.manage_list'] })
  const refreshPages = useRefreshPages()
  async function confirmAction(): Promise<boolean> {
    const ids = chosen.map(({ id }) => id)
    const done = await run(
      'content.manage_many',
      { ids, act },
      { done: t('done_many', { count: ids.length }), idempotent: true },
    )
    if (!done) return false
    await refreshPages()
    onDone()
    return true
  }
  return (
    <ConfirmDialog
      title={t(`sure_${act}`, { count: chosen.length })}
      text={t(`says_${act}`)}
      confirm={admin(act)}
      variant={act === 'delete' ? 'danger' : 'primary'}
      failure={failure === null ? null : { title: t('not_done'), text: failure }}
      isBusy={working}
      onConfirm={confirmAction}
      onClose={onClose}
    >
      <ul className={bulkBarStyles.titles}>
        {chosen.map(({ id, title, language }) => (
          <li key={id} dir="auto" lang={language}>
            {title}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
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
