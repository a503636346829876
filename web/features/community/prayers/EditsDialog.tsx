import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { Loading } from '../../../layout/Loading.tsx'
import { endpointQuery } from '../../../query.ts'
import { Time } from '../../../time.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from './EditsDialog.module.css'

/** Shows the earlier versions of a request. For moderators. */
export default function EditsDialog({ prayer, onClose }: { prayer: Prayer; onClose: () => void }) {
  const t = useTranslations('edits')
  const dialog = useRef<HTMLDialogElement>(null)
  const query = useQuery({
    ...endpointQuery('prayers.edits', { id: prayer.id }, true),
    refetchOnMount: 'always',
  })
  const { data } = query
  return (
    <Dialog ref={dialog} title={t('title')} onClose={onClose}>
      {!data && <Loading label={t('loading')} failed={t('failed')} query={query} />}
      {data?.length === 0 && <p>{t('none')}</p>}
      {data && data.length > 0 && (
        <ol className="stack" lang={prayer.language ?? undefined}>
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
    </Dialog>
  )
}
