import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type RefObject } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { Prayer } from '../../../contract/prayers.ts'
import { call } from '../../api.ts'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { sentenceOf } from '../../messages.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { Popup } from '../../ui/Popup.tsx'
import { toast } from '../../ui/Toast.tsx'
import '../../styles/dialog.css'
import { isList } from './queries.ts'

function Menu({ prayer: { id, may } }: { prayer: Prayer }) {
  const t = useTranslations()
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <Popup label={t('prayer.more')} summary={<Icon name="more" />}>
        <div className="pop__panel pop__panel--menu sidelist">
          {may.edit && (
            <Link to={`/prayers/${id}/edit`}>
              {t('remove.edit')}
              <Icon name="pencil" className="icon--sm" />
            </Link>
          )}
          {may.delete && (
            <button type="button" data-closes="" onClick={() => dialog.current?.showModal()}>
              {t('remove.delete')}
              <Icon name="trash" className="icon--sm" />
            </button>
          )}
        </div>
      </Popup>
      <DeleteDialog id={id} ref={dialog} />
    </>
  )
}

function DeleteDialog({ id, ref }: { id: string; ref: RefObject<HTMLDialogElement | null> }) {
  const t = useTranslations('remove')
  const heading = useId()
  const locale = useLocale()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function remove() {
    setSending(true)
    const { error } = await call('prayers.delete', { id })
    setSending(false)
    if (error && error.status !== 404) return setProblem(await sentenceOf(error, locale))
    ref.current?.close()
    toast(t('done'))
    if (pathname.startsWith('/prayers/')) await navigate('/')
    client.removeQueries({ queryKey: ['prayers.one', { id }] })
    await client.invalidateQueries({ predicate: isList })
  }

  return (
    <dialog ref={ref} className="dialog" aria-labelledby={heading} onClose={() => setProblem(null)}>
      <div className="stack">
        <h2 id={heading}>{t('title')}</h2>
        <p className="secondary">{t('text')}</p>
        {problem !== null && (
          <Note kind="error" icon="error" title={t('failed')}>
            {problem}
          </Note>
        )}
        <div className="row btn-row-mobile">
          <button
            type="button"
            className="btn btn--danger"
            aria-disabled={sending}
            onClick={() => {
              if (!sending) void remove()
            }}
          >
            {t('confirm')}
          </button>
          <button type="button" className="btn btn--secondary" onClick={() => ref.current?.close()}>
            {t('keep')}
          </button>
        </div>
      </div>
    </dialog>
  )
}

/** What an author may do with their own request. */
export default function OwnMenu({ prayer }: { prayer: Prayer }) {
  return (
    <FormMessages>
      <Menu prayer={prayer} />
    </FormMessages>
  )
}
