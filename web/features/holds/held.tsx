import '../../styles/care.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Hold } from '../../../contract/holds.ts'
import { call } from '../../api.ts'
import { ErrorScreen } from '../../layout/ErrorScreen.tsx'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { sentenceOf } from '../../messages.ts'
import { q } from '../../query.ts'
import { Title } from '../../site.tsx'
import { Time } from '../../time.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { CardSkeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useAuth } from '../sessions/auth.tsx'
import { useRequireSignIn } from '../sessions/useRequireSignIn.ts'

const query = q('holds.list', { pageSize: 100 }, true)

function OneHold({ hold }: { hold: Hold }) {
  const t = useTranslations('queue')
  const locale = useLocale()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { id, title, content, author, pseudonym, alert, held_reason, held_at, acknowledged_by, waiting_updates } = hold

  async function act(name: 'holds.publish' | 'holds.keep' | 'holds.acknowledge', done: string) {
    if (busy) return
    if (name === 'holds.keep' && reason.trim() === '') return setProblem(t('reason_needed'))
    setBusy(true)
    const { error } = await (name === 'holds.keep' ? call(name, { id, reason }) : call(name, { id }))
    setBusy(false)
    if (error) return setProblem(await sentenceOf(error, locale))
    toast(done)
    void client.invalidateQueries({ queryKey: query.queryKey })
  }

  return (
    <article className="card stack">
      <p className="small secondary">
        <span className="strong">{t(alert ?? held_reason)}</span> ·{' '}
        <bdi>{author?.display_name ?? t('nameless', { pseudonym: pseudonym ?? '' })}</bdi> · <Time iso={held_at} />
      </p>
      {title !== null && (
        <h2 className="serif" dir="auto">
          {title}
        </h2>
      )}
      <p className="serif held__text" dir="auto">
        {content}
      </p>
      {waiting_updates.map((update) => (
        <div key={update.id}>
          <p className="small secondary">
            {t('update')} · <Time iso={update.created_at} />
          </p>
          <p className="serif held__text" dir="auto">
            {update.content}
          </p>
        </div>
      ))}
      {acknowledged_by && <p className="small">{t('seen_by', { name: acknowledged_by.display_name })}</p>}
      {problem !== null && <Note kind="error" icon="error" title={problem} />}
      <Field label={t('reason')} value={reason} maxLength={1000} onChange={({ target }) => setReason(target.value)} />
      <div className="row btn-row-mobile">
        {alert !== null && !acknowledged_by && (
          <button type="button" className="btn btn--primary" onClick={() => void act('holds.acknowledge', t('seen'))}>
            {t('acknowledge')}
          </button>
        )}
        <button type="button" className="btn btn--secondary" onClick={() => void act('holds.publish', t('published'))}>
          {t('publish')}
        </button>
        <button type="button" className="btn btn--secondary" onClick={() => void act('holds.keep', t('kept'))}>
          {t('keep')}
        </button>
      </div>
    </article>
  )
}

function List() {
  const t = useTranslations('queue')
  const { data, error } = useQuery({ ...query, refetchOnWindowFocus: 'always' })
  if (error) return <ErrorScreen error={error} />
  if (!data) return <CardSkeleton />
  if (data.items.length === 0) return <p className="secondary">{t('empty')}</p>
  return (
    <div className="stack">
      {data.items.map((hold) => (
        <OneHold key={hold.id} hold={hold} />
      ))}
    </div>
  )
}

function Held() {
  const t = useTranslations('queue')
  const { status } = useAuth()
  useRequireSignIn()
  return (
    <>
      <Title>{t('title')}</Title>
      <meta name="robots" content="noindex" />
      <div className="page-head">
        <div>
          <h1>{t('title')}</h1>
          <p>{t('lead')}</p>
        </div>
      </div>
      {status === 'signed_in' && <List />}
    </>
  )
}

export default function HeldRoute() {
  return (
    <FormMessages area="care">
      <Held />
    </FormMessages>
  )
}
