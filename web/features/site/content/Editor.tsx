import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { ContentItem, Draft } from '../../../../contract/content.ts'
import { call, type Failure } from '../../../api.ts'
import { lazyPart, NotLoaded } from '../../../layout/lazyPart.tsx'
import { UnsavedChangesNote } from '../../../layout/UnsavedChangesNote.tsx'
import { useUnsavedChangesGuard } from '../../../layout/useUnsavedChangesGuard.ts'
import { doneIfGone, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { useTime } from '../../../time.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { BannerIcon, bannerClass, BannerContent } from '../../community/notifications/BannerContent.tsx'
import { statusTone } from './kinds.ts'
import { LazyMarkdown } from './LazyMarkdown.tsx'
import { bannerMarks, marks } from './markup.ts'
import { MarkdownField } from './MarkdownField.tsx'
import { PageFields } from './PageFields.tsx'
import { useRefreshPages } from './useRefreshPages.ts'
import { useDraftAutosave } from './useDraftAutosave.ts'
import { toInput, isPage, toContentFields, type ContentFields } from './contentFields.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { BackLink } from '../../../ui/PageHead.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import pageHeadStyles from '../../../ui/PageHead.module.css'
import saveBarStyles from '../../../layout/SaveBar.module.css'
import markdownStyles from './Markdown.module.css'
import styles from './Editor.module.css'

const Merge = lazyPart(() => import('./Merge.tsx'), NotLoaded)
const Versions = lazyPart(() => import('./Versions.tsx'), NotLoaded)

interface Props {
  /** Undefined for a page that was never saved. */
  item: ContentItem | undefined
  draft: Draft | null
}

export function Editor({ item, draft }: Props) {
  const t = useTranslations('admin')
  const editor = useTranslations('editor')
  const time = useTime()
  const locale = useLocale()
  const client = useQueryClient()
  const navigate = useNavigate()
  // Last version known from the server, on which the edits are based.
  const [base, setBase] = useState(item)
  const [basedOn, setBasedOn] = useState(draft ? draft.based_on : (item?.updated_at ?? null))
  const [fields, setFields] = useState<ContentFields>(() => draft?.words ?? toContentFields(item, locale))
  const [shown, setShown] = useState(draft)
  const [theirs, setTheirs] = useState<ContentItem | null>(null)
  const [showsVersions, setShowsVersions] = useState(false)
  const [failure, setFailure] = useState<(Failure & { title: string }) | null>(null)
  const { perform, isPending: busy } = useEndpointMutation()
  const refreshPages = useRefreshPages()
  const isChanged = JSON.stringify(fields) !== JSON.stringify(toContentFields(base, locale))
  const guard = useUnsavedChangesGuard(isChanged)
  const autosave = useDraftAutosave({ content_id: item?.id ?? null, words: fields, based_on: basedOn, isChanged })
  const set = (part: Partial<ContentFields>) => setFields((before) => ({ ...before, ...part }))
  const note = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (failure) note.current?.focus()
  }, [failure])
  const onError = (error: Failure, title: string): void => setFailure({ ...error, title })

  async function applySaved(next: ContentItem): Promise<void> {
    setBase(next)
    setBasedOn(next.updated_at)
    setShown(null)
    client.setQueryData(endpointQuery('content.manage_one', { id: next.id }, true).queryKey, next)
    await refreshPages()
  }

  async function save(status: ContentItem['status']): Promise<void> {
    setFailure(null)
    const sent = fields
    const input = toInput(sent, status)
    let isConflict = false
    const data = await perform<ContentItem>(
      async () => {
        const result = item
          ? await call('content.manage_edit', {
              id: item.id,
              ...input,
              ...(basedOn !== null && { updated_at: basedOn }),
            })
          : await call('content.manage_create', input)
        isConflict = item !== undefined && result.error?.code === 'content.changed'
        if (item && isConflict) return await call('content.manage_one', { id: item.id })
        if (result.error) return result
        // Keeps text typed while the request was in flight.
        setFields((now) => (now === sent ? toContentFields(result.data, locale) : now))
        await applySaved(result.data)
        await autosave.forget()
        toast(t(status === 'published' ? 'is_published' : 'is_saved'))
        if (!item) await navigate(`/admin/content/${result.data.id}`, { replace: true })
        return result
      },
      { onError },
    )
    if (data && isConflict) setTheirs(data)
  }

  async function remove(): Promise<void> {
    // oxlint-disable-next-line no-alert -- the native dialog works with keyboard and screen reader everywhere
    if (!item || !confirm(t('delete_sure'))) return
    if (!(await perform(() => doneIfGone(call('content.manage_delete', { id: item.id })), { onError }))) return
    await refreshPages()
    toast(t('is_deleted'))
    await navigate('/admin/content')
  }

  function goBack(): void {
    setFields(toContentFields(base, locale))
    setBasedOn(base?.updated_at ?? null)
    setShown(null)
    void autosave.forget()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void save('published')
  }
  const wrong = (path: string) =>
    failure?.code === 'content.ends_too_soon' && path === 'metadata.shown_until'
      ? failure.title
      : failure?.errors?.find((problem) => problem.path === path)?.detail
  const bannerType = fields.metadata.notification_type ?? 'announcement'
  const standing = !isChanged
    ? base
      ? editor('saved_at', { time: time(base.updated_at) })
      : ''
    : editor(
        { none: 'not_saved' as const, kept: 'draft_kept' as const, failed: 'draft_failed' as const }[autosave.state],
      )
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <BackLink to="/admin/content">{t('content')}</BackLink>
      <div className={pageHeadStyles.head}>
        <h1 dir="auto">{fields.title || t('new_page')}</h1>
        <div className="row row--tight">
          {base && <Badge tone={statusTone[base.status]}>{t(base.status)}</Badge>}
          <span className="small muted">{standing}</span>
          {base && (
            <Button onClick={() => setShowsVersions(true)}>
              <Icon name="clock" />
              {editor('history')}
            </Button>
          )}
        </div>
      </div>
      {shown && isChanged && (
        <Note icon="pencil" title={editor('draft_shown', { time: time(shown.updated_at) })}>
          {editor('draft_shown_text')} <Button onClick={goBack}>{editor('draft_forget')}</Button>
        </Note>
      )}
      {failure && (
        <Note kind="error" icon="error" title={failure.title} ref={note} tabIndex={-1}>
          {t('kept')}
        </Note>
      )}
      <UnsavedChangesNote guard={guard} />
      {theirs && (
        <Suspense>
          <Merge
            key={theirs.updated_at}
            base={toContentFields(base, locale)}
            mine={fields}
            theirs={toContentFields(theirs, locale)}
            onCancel={() => setTheirs(null)}
            onTake={(merged) => {
              setFields(merged)
              setTheirs(null)
              void applySaved(theirs)
              toast(editor('merged'))
            }}
          />
        </Suspense>
      )}
      {!theirs && (
        <>
          <PageFields words={fields} set={set} errorFor={wrong} />
          <div className={styles.editor}>
            <MarkdownField
              value={fields.content}
              offers={isPage(fields) ? marks : bannerMarks}
              onChange={(content) => set({ content })}
            />
            <div className={fieldStyles.field}>
              <span className={fieldStyles.label}>{t('preview')}</span>
              {isPage(fields) ? (
                <Card className={markdownStyles.prose} lang={fields.language} dir="auto">
                  {fields.title !== '' && <h1>{fields.title}</h1>}
                  <LazyMarkdown>{fields.content}</LazyMarkdown>
                </Card>
              ) : (
                <div className={bannerClass(bannerType)} lang={fields.language}>
                  <BannerIcon type={bannerType} />
                  <BannerContent title={fields.title} content={fields.content} />
                </div>
              )}
            </div>
          </div>
          <div className={saveBarStyles.bar}>
            {item && (
              <Button variant="danger" disabled={busy} onClick={() => void remove()}>
                <Icon name="trash" />
                {t('delete')}
              </Button>
            )}
            <span className="grow" />
            <Button disabled={busy} onClick={() => void save('draft')}>
              {t(base?.status === 'published' ? 'unpublish' : 'save_draft')}
            </Button>
            <Button type="submit" variant="primary" aria-disabled={busy || undefined}>
              {t(base?.status === 'published' ? 'save' : 'publish')}
            </Button>
          </div>
        </>
      )}
      {showsVersions && base && (
        <Suspense>
          <Versions
            item={base}
            isChanged={isChanged}
            onClose={() => setShowsVersions(false)}
            onRestored={(restored) => {
              setFields(toContentFields(restored, locale))
              void applySaved(restored)
              void autosave.forget()
            }}
          />
        </Suspense>
      )}
    </form>
  )
}
