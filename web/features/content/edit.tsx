import '../../styles/forms.css'
import '../../styles/content.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { ContentItem } from '../../../contract/content.ts'
import type { Input } from '../../../contract/schemas.ts'
import { languageNames } from '../../../contract/languages.ts'
import { call, type Failure } from '../../api.ts'
import { LeaveNote } from '../../layout/LeaveNote.tsx'
import { useLeaveGuard } from '../../layout/useLeaveGuard.ts'
import { sentenceOf } from '../../messages.ts'
import { q } from '../../query.ts'
import { Title } from '../../site.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { CardSkeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/Toast.tsx'
import { AdminOnly } from '../sessions/AdminOnly.tsx'
import { LazyMarkdown } from './LazyMarkdown.tsx'
import { badgeOf, kinds } from './manage.tsx'
import { type Mark, mark, marks, slugOf } from './markup.ts'

type Draft = Pick<ContentItem, 'title' | 'content' | 'content_type' | 'language' | 'featured' | 'metadata'> & {
  slug: string
}
const banners = ['announcement', 'info', 'success', 'warning'] as const
const keyed: Partial<Record<string, Mark>> = { b: 'bold', i: 'italic', k: 'link' }

const draftOf = (item: ContentItem | undefined, language: ContentItem['language']): Draft => ({
  title: item?.title ?? '',
  slug: item?.slug ?? '',
  content: item?.content ?? '',
  content_type: item?.content_type ?? 'guide',
  language: item?.language ?? language,
  featured: item?.featured ?? false,
  metadata: item?.metadata ?? {},
})

/** The Markdown of a page, with buttons for whoever does not know it by heart. */
function MarkdownField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations('admin')
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const words = value.split(/\s+/).filter(Boolean).length

  function put(kind: Mark) {
    const area = field.current
    if (!area) return
    const next = mark({ text: area.value, start: area.selectionStart, end: area.selectionEnd }, kind)
    onChange(next.text)
    // After the new text is in the field.
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(next.start, next.end)
    })
  }
  function onKeyDown(event: KeyboardEvent) {
    const kind = event.ctrlKey || event.metaKey ? keyed[event.key] : undefined
    if (!kind) return
    event.preventDefault()
    put(kind)
  }

  return (
    <div className="field">
      <label htmlFor={id}>{t('text')}</label>
      <div className="md">
        <div className="md__bar" role="toolbar" aria-label={t('formatting')}>
          {marks.map((kind) => (
            <button
              key={kind}
              type="button"
              className="iconbtn"
              aria-label={t(`mark_${kind}`)}
              onClick={() => put(kind)}
            >
              <Icon name={kind} />
            </button>
          ))}
          <span className="small muted md__words">{t('words', { count: words })}</span>
        </div>
        <textarea
          id={id}
          ref={field}
          dir="auto"
          value={value}
          onKeyDown={onKeyDown}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </div>
  )
}

function BannerFields({ draft, set }: { draft: Draft; set: (part: Partial<Draft>) => void }) {
  const t = useTranslations('admin')
  const { metadata } = draft
  const change = (part: Draft['metadata']) => set({ metadata: { ...metadata, ...part } })
  return (
    <div className="admin__fields">
      <label className="field">
        <span className="label">{t('banner_type')}</span>
        <select
          className="select"
          value={metadata.notification_type ?? 'announcement'}
          onChange={(event) => change({ notification_type: event.target.value as (typeof banners)[number] })}
        >
          {banners.map((banner) => (
            <option key={banner} value={banner}>
              {t(banner)}
            </option>
          ))}
        </select>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={metadata.dismissible ?? true}
          onChange={(event) => change({ dismissible: event.target.checked })}
        />
        <span>{t('dismissible')}</span>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={metadata.auto_hide ?? false}
          onChange={(event) => change({ auto_hide: event.target.checked })}
        />
        <span>{t('auto_hide')}</span>
      </label>
    </div>
  )
}

function Editor({ item }: { item: ContentItem | undefined }) {
  const t = useTranslations('admin')
  const locale = useLocale()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [saved, setSaved] = useState(() => JSON.stringify(draftOf(item, locale)))
  const [draft, setDraft] = useState(() => draftOf(item, locale))
  const [failure, setFailure] = useState<(Failure & { title: string }) | null>(null)
  const [busy, setBusy] = useState(false)
  const isChanged = JSON.stringify(draft) !== saved
  const guard = useLeaveGuard(isChanged)
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const isPage = draft.content_type !== 'notification'
  const note = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (failure) note.current?.focus()
  }, [failure])
  async function save(status: ContentItem['status']): Promise<void> {
    setBusy(true)
    setFailure(null)
    const { metadata, slug, ...rest } = draft
    // What the server adds for the reader is not part of what is written.
    const { is_read: _, user_id: __, ...banner } = metadata
    const input: Input<'content.manage_create'> = {
      ...rest,
      slug: isPage ? slug || slugOf(draft.title) || null : null,
      status,
      metadata: isPage ? {} : banner,
    }
    const { data, error } = item
      ? await call('content.manage_edit', { id: item.id, ...input })
      : await call('content.manage_create', input)
    if (error) setFailure({ ...error, title: await sentenceOf(error, locale) })
    else {
      const next = draftOf(data, locale)
      setDraft(next)
      setSaved(JSON.stringify(next))
      await client.invalidateQueries({ queryKey: ['content.manage_list'] })
      client.setQueryData(q('content.manage_one', { id: data.id }, true).queryKey, data)
      toast(t(status === 'published' ? 'is_published' : 'is_saved'))
      if (!item) await navigate(`/admin/content/${data.id}`, { replace: true })
    }
    setBusy(false)
  }

  async function remove(): Promise<void> {
    // oxlint-disable-next-line no-alert -- one question, answered by keyboard and screen reader everywhere
    if (!item || !confirm(t('delete_sure'))) return
    setBusy(true)
    const { error } = await call('content.manage_delete', { id: item.id })
    if (error && error.status !== 404) {
      setFailure({ ...error, title: await sentenceOf(error, locale) })
      return setBusy(false)
    }
    await client.invalidateQueries({ queryKey: ['content.manage_list'] })
    toast(t('is_deleted'))
    await navigate('/admin/content')
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save('published')
  }
  const wrong = (path: string) => failure?.errors?.find((problem) => problem.path === path)?.detail
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Link className="back" to="/admin/content">
        <Icon name="arrowleft" className="flip" />
        {t('content')}
      </Link>
      <div className="page-head">
        <h1 dir="auto">{draft.title || t('new_page')}</h1>
        <div className="row row--tight">
          {item && <span className={badgeOf[item.status]}>{t(item.status)}</span>}
          <span className="small muted">{isChanged ? t('unsaved') : t('saved')}</span>
        </div>
      </div>
      {failure && (
        <Note kind="error" icon="error" title={failure.title} ref={note} tabIndex={-1}>
          {t('kept')}
        </Note>
      )}
      <LeaveNote guard={guard} />
      <section className="card card--tight stack">
        <div className="admin__fields">
          <Field
            label={t('title')}
            value={draft.title}
            maxLength={200}
            required
            dir="auto"
            error={wrong('title')}
            onChange={(event) => set({ title: event.target.value })}
          />
          {isPage && (
            <Field
              label={t('address')}
              value={draft.slug}
              placeholder={slugOf(draft.title)}
              maxLength={100}
              dir="ltr"
              hint={`/content/${draft.slug || slugOf(draft.title)}`}
              error={wrong('slug')}
              onChange={(event) => set({ slug: event.target.value })}
            />
          )}
          <label className="field">
            <span className="label">{t('type')}</span>
            <select
              className="select"
              value={draft.content_type}
              onChange={(event) => set({ content_type: event.target.value as Draft['content_type'] })}
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(kind)}
                </option>
              ))}
            </select>
          </label>
          <label className="field">
            <span className="label">{t('language')}</span>
            <select
              className="select"
              value={draft.language}
              onChange={(event) => set({ language: event.target.value as Draft['language'] })}
            >
              {Object.entries(languageNames).map(([language, name]) => (
                <option key={language} value={language} lang={language}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </div>
        {isPage ? (
          <label className="check">
            <input
              type="checkbox"
              checked={draft.featured}
              onChange={(event) => set({ featured: event.target.checked })}
            />
            <span>
              {t('featured')} <span className="muted small">{t('featured_text')}</span>
            </span>
          </label>
        ) : (
          <BannerFields draft={draft} set={set} />
        )}
      </section>
      <div className="editor">
        <MarkdownField value={draft.content} onChange={(content) => set({ content })} />
        <div className="field">
          <span className="label">{t('preview')}</span>
          <div className="card prose" lang={draft.language} dir="auto">
            <h1>{draft.title}</h1>
            <LazyMarkdown>{draft.content}</LazyMarkdown>
          </div>
        </div>
      </div>
      <div className="savebar">
        {item && (
          <button type="button" className="btn btn--danger" disabled={busy} onClick={() => void remove()}>
            <Icon name="trash" />
            {t('delete')}
          </button>
        )}
        <span className="grow" />
        <button type="button" className="btn btn--secondary" disabled={busy} onClick={() => void save('draft')}>
          {t(item?.status === 'published' ? 'unpublish' : 'save_draft')}
        </button>
        <button type="submit" className="btn btn--primary" aria-disabled={busy || undefined}>
          {t(item?.status === 'published' ? 'save' : 'publish')}
        </button>
      </div>
    </form>
  )
}

function EditExisting({ id }: { id: string }) {
  const t = useTranslations('admin')
  const { data, error, refetch } = useQuery(q('content.manage_one', { id }, true))
  if (data) return <Editor key={data.id} item={data} />
  if (!error) return <CardSkeleton />
  return (
    <Note kind="error" icon="error" title={t(error.status === 404 || error.status === 400 ? 'page_gone' : 'failed')}>
      <button type="button" className="btn btn--secondary" onClick={() => void refetch()}>
        {t('retry')}
      </button>
    </Note>
  )
}

function Edit() {
  const t = useTranslations('admin')
  const { id } = useParams()
  return (
    <>
      <Title>{t('content')}</Title>
      {id === undefined ? <Editor item={undefined} /> : <EditExisting id={id} />}
    </>
  )
}

export default function EditRoute() {
  return (
    <AdminOnly>
      <Edit />
    </AdminOnly>
  )
}
