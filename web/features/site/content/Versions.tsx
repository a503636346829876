import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ContentItem, Version } from '../../../../contract/content.ts'
import { HISTORY_PAGE } from '../../../../contract/history.values.ts'
import { Loading } from '../../../layout/Loading.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { useTime } from '../../../time.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { diffLines } from './diff.ts'
import { DiffView } from './DiffView.tsx'
import { Button } from '../../../ui/Button.tsx'
import { takeLostFocus } from '../../../ui/takeLostFocus.ts'
import loadingStyles from '../../../layout/Loading.module.css'
import editorStyles from './Editor.module.css'

interface Props {
  item: ContentItem
  /** True if there are unsaved changes, which restoring a version would lose. */
  isChanged: boolean
  onRestored: (item: ContentItem) => void
  onClose: () => void
}

function useVersionLabel() {
  const t = useTranslations('editor')
  const time = useTime()
  return ({ edited_by, created_at }: Version) =>
    edited_by === null
      ? t('replaced_unknown', { time: time(created_at) })
      : t('replaced', { time: time(created_at), name: edited_by })
}

interface VersionDetailProps extends Omit<Props, 'onClose'> {
  version: Version
  onBack: () => void
}

function VersionDetail({ item, version, isChanged, onRestored, onBack }: VersionDetailProps) {
  const t = useTranslations('editor')
  const replaced = useVersionLabel()
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: ['content.versions'] })
  const query = useQuery(endpointQuery('content.version', { id: item.id, version_id: version.id }, true))
  const { data } = query
  const chunks = useMemo(
    () => data && diffLines(`${data.title}\n\n${data.content}`, `${item.title}\n\n${item.content}`),
    [data, item],
  )
  async function restore(): Promise<void> {
    const input = { id: item.id, version_id: version.id, updated_at: item.updated_at }
    const restored = await run('content.restore', input, { done: t('restored') })
    if (restored) onRestored(restored)
  }
  return (
    <div className="stack" ref={takeLostFocus} tabIndex={-1}>
      <Button onClick={onBack}>
        <Icon name="arrowleft" className="flip" />
        {t('history')}
      </Button>
      <p className="small muted">
        {replaced(version)}. {t('compare')}
      </p>
      {!chunks && <Loading label={t('loading')} failed={t('failed')} query={query} />}
      {chunks && <DiffView pieces={chunks} />}
      <FailureNote title={t('not_done')}>{failure}</FailureNote>
      {chunks &&
        (isChanged ? (
          <p className="small muted">{t('restore_first')}</p>
        ) : (
          <Button variant="primary" aria-disabled={working || undefined} onClick={() => void restore()}>
            {t('restore')}
          </Button>
        ))}
    </div>
  )
}

interface VersionPageProps {
  id: string
  page: number
  isLast: boolean
  onOpen: (version: Version) => void
  onMore: () => void
}

function VersionPage({ id, page, isLast, onOpen, onMore }: VersionPageProps) {
  const t = useTranslations('editor')
  const feed = useTranslations('feed')
  const replaced = useVersionLabel()
  const query = useQuery({
    ...endpointQuery('content.versions', { id, page }, true),
    refetchOnMount: 'always',
  })
  const { data } = query
  if (!data) return <Loading label={t('loading')} failed={t('failed')} query={query} />
  return (
    <>
      {data.length === 0 && page === 0 && <p className="muted">{t('history_none')}</p>}
      {/* After a full page there may be none: the empty list has what the button had, the focus. */}
      {(data.length > 0 || page > 0) && (
        <ol className={editorStyles.versions} ref={takeLostFocus} tabIndex={-1}>
          {data.map((version) => (
            <li key={version.id}>
              <button type="button" onClick={() => onOpen(version)}>
                <b className="strong" dir="auto">
                  {version.title}
                </b>
                <span className="small muted">{replaced(version)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {isLast && data.length === HISTORY_PAGE && (
        <p className={loadingStyles.more}>
          <Button onClick={onMore}>{feed('more')}</Button>
        </p>
      )}
    </>
  )
}

/** Lists the earlier versions of a page with their changes, and restores one. */
export default function Versions({ item, isChanged, onRestored, onClose }: Props) {
  const t = useTranslations('editor')
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState<Version | null>(null)
  // A reader who comes back from one of them finds as many as before.
  const [pages, setPages] = useState(1)
  return (
    <Dialog ref={dialog} title={t('history')} onClose={onClose}>
      {open && (
        <VersionDetail
          item={item}
          version={open}
          isChanged={isChanged}
          onBack={() => setOpen(null)}
          onRestored={(restored) => {
            onRestored(restored)
            dialog.current?.close()
          }}
        />
      )}
      {!open &&
        Array.from({ length: pages }, (_, page) => (
          <VersionPage
            key={page}
            id={item.id}
            page={page}
            isLast={page === pages - 1}
            onOpen={setOpen}
            onMore={() => setPages(pages + 1)}
          />
        ))}
    </Dialog>
  )
}
