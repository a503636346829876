import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ContentItem } from '../../../../contract/content.ts'
import { bulkActs } from '../../../../contract/content.values.ts'
import { call } from '../../../api.ts'
import { useAction } from '../../../layout/useAction.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'

type BulkAct = 'publish' | 'unpublish' | 'delete'

/** Says what will happen to which pages, before it does. */
function ConfirmBulkDialog({ act, chosen, onDone, onClose }: Props & { act: BulkAct; onClose: () => void }) {
  const t = useTranslations('editor')
  const admin = useTranslations('admin')
  const dialog = useRef<HTMLDialogElement>(null)
  const { run, working, failure } = useAction(['content.manage_list'])
  async function confirmAction(): Promise<void> {
    const ids = chosen.map(({ id }) => id)
    const done = await run(() => call('content.manage_many', { ids, act }), t('done_many', { count: ids.length }))
    if (!done) return
    dialog.current?.close()
    onDone()
  }
  return (
    <Dialog ref={dialog} title={t(`sure_${act}`, { count: chosen.length })} close={t('close')} onClose={onClose}>
      <div className="stack">
        <p className="secondary">{t(`says_${act}`)}</p>
        <ul className="bulk__titles">
          {chosen.map(({ id, title, language }) => (
            <li key={id} dir="auto" lang={language}>
              {title}
            </li>
          ))}
        </ul>
        {failure !== null && (
          <Note kind="error" icon="error" title={t('not_done')}>
            {failure}
          </Note>
        )}
        <div className="row btn-row-mobile">
          <button
            type="button"
            className={act === 'delete' ? 'btn btn--danger' : 'btn btn--primary'}
            aria-disabled={working || undefined}
            onClick={() => void confirmAction()}
          >
            {admin(act)}
          </button>
          <button type="button" className="btn btn--secondary" onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

interface Props {
  chosen: ContentItem[]
  onDone: () => void
}

/** What can be done with the chosen pages. */
export function BulkBar({ chosen, onDone }: Props) {
  const t = useTranslations('editor')
  const admin = useTranslations('admin')
  const [act, setAct] = useState<BulkAct | null>(null)
  if (chosen.length === 0) return null
  return (
    <div className="row bulk">
      <b className="strong">{t('chosen', { count: chosen.length })}</b>
      {bulkActs.map((one) => (
        <button
          key={one}
          type="button"
          className={one === 'delete' ? 'btn btn--danger' : 'btn btn--secondary'}
          onClick={() => setAct(one)}
        >
          {admin(one)}
        </button>
      ))}
      {act && <ConfirmBulkDialog act={act} chosen={chosen} onDone={onDone} onClose={() => setAct(null)} />}
    </div>
  )
}
