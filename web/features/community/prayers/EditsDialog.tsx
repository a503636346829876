import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { HISTORY_PAGE } from '../../../../contract/history.values.ts'
import type { Prayer } from '../../../../contract/prayers.ts'
import { Loading, More } from '../../../layout/Loading.tsx'
import { endpointQuery } from '../../../query.ts'
import { Time } from '../../../time.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { takeLostFocus } from '../../../ui/takeLostFocus.ts'
import styles from './EditsDialog.module.css'

/** Shows a page of the earlier versions, followed by the next pages. */
function EditsPage({ prayer, page = 0 }: { prayer: Prayer; page?: number }) {
  const t = useTranslations('edits')
  const query = useQuery({
    ...endpointQuery('prayers.edits', { id: prayer.id, page }, true),
    refetchOnMount: 'always',
  })
  const { data } = query
  if (!data) return <Loading label={t('loading')} failed={t('failed')} query={query} />
  return (
    <>
      {data.length === 0 && page === 0 && <p>{t('none')}</p>}
      {/* After a full page there may be none: the empty list has what the button had, the focus. */}
      {(data.length > 0 || page > 0) && (
        <ol
          className="stack"
          lang={prayer.language ?? undefined}
          {...(page > 0 && { ref: takeLostFocus, tabIndex: -1 })}
        >
          {data.map(({ id, title, content, created_at }) => (
            <li key={id} className="stack">
              <p className="small muted">
                {t('until')} <Time iso={created_at} long />
              </p>
              {title !== null && (
                <p className="strong" dir="auto">
                  {title}
                </p>
              )}
              <p className={`serif ${styles.text}`} dir="auto">
                {content}
              </p>
            </li>
          ))}
        </ol>
      )}
      {data.length === HISTORY_PAGE && (
        <More>
          <EditsPage prayer={prayer} page={page + 1} />
        </More>
      )}
    </>
  )
}

/** Shows the earlier versions of a request. For moderators. */
export default function EditsDialog({ prayer, onClose }: { prayer: Prayer; onClose: () => void }) {
  const t = useTranslations('edits')
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <Dialog ref={dialog} title={t('title')} onClose={onClose}>
      <EditsPage prayer={prayer} />
    </Dialog>
  )
}
