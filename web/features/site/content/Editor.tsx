import { useState, type FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ContentItem, Draft } from '../../../../contract/content.ts'
import { lazyPart, NotLoaded } from '../../../layout/lazyPart.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { UnsavedChangesNote } from '../../../layout/UnsavedChangesNote.tsx'
import { useUnsavedChangesGuard } from '../../../layout/useUnsavedChangesGuard.ts'
import { useTime } from '../../../time.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { statusTone } from './kinds.ts'
import { LazyMarkdown } from './LazyMarkdown.tsx'
import { MarkdownField } from './MarkdownField.tsx'
import { PageFields } from './PageFields.tsx'
import { useContentDraft } from './useContentDraft.ts'
import { toContentFields, type ContentFields } from './contentFields.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
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

/** Shows the words as readers see them. */
function Preview({ fields }: { fields: ContentFields }) {
  const t = useTranslations('admin')
  return (
    <div className={fieldStyles.field}>
      <span className={fieldStyles.label}>{t('preview')}</span>
      <Card className={markdownStyles.prose} lang={fields.language} dir="auto">
        {fields.title !== '' && <h1>{fields.title}</h1>}
        <LazyMarkdown>{fields.content}</LazyMarkdown>
      </Card>
    </div>
  )
}

/** Edits a page: writes, previews, saves, and merges with what others saved meanwhile. */
export function Editor({ item, draft }: Props) {
  const t = useTranslations('admin')
  const places = useTranslations('places')
  const editor = useTranslations('editor')
  const write = useTranslations('write')
  const time = useTime()
  const locale = useLocale()
  const editing = useContentDraft(item, draft)
  const { base, fields, set, isChanged, theirs, failure, busy } = editing
  const [showsVersions, setShowsVersions] = useState(false)
  const guard = useUnsavedChangesGuard(isChanged)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void editing.save('published')
  }
  const wrong = (path: string) => failure?.errors?.find((problem) => problem.path === path)?.detail
  const standing = !isChanged
    ? base
      ? editor('saved_at', { time: time(base.updated_at) })
      : ''
    : editor(
        { none: 'not_saved' as const, kept: 'draft_kept' as const, failed: 'draft_failed' as const }[
          editing.autosave.state
        ],
      )
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <BackLink to="/admin/content">{places('pages')}</BackLink>
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
      {editing.shown && isChanged && (
        <Note icon="pencil" title={editor('draft_shown', { time: time(editing.shown.updated_at) })}>
          {editor('draft_shown_text')}{' '}
          <Button ref={keepFocus} onClick={editing.goBack}>
            {editor('draft_forget')}
          </Button>
        </Note>
      )}
      <FailureNote failure={failure} title={failure?.title ?? null}>
        {write('kept')}
      </FailureNote>
      <UnsavedChangesNote guard={guard} />
      {theirs && (
        <Merge
          key={theirs.updated_at}
          base={editing.ancestor}
          mine={fields}
          theirs={toContentFields(theirs, locale)}
          onCancel={() => editing.setTheirs(null)}
          onTake={(merged) => editing.takeMerged(merged, theirs)}
        />
      )}
      {!theirs && (
        <>
          <PageFields words={fields} set={set} errorFor={wrong} />
          <div className={styles.editor}>
            <MarkdownField value={fields.content} onChange={(content) => set({ content })} />
            <Preview fields={fields} />
          </div>
          <div className={saveBarStyles.bar}>
            {item && (
              <Button variant="danger" aria-disabled={busy || undefined} onClick={() => void editing.remove()}>
                <Icon name="trash" />
                {t('delete')}
              </Button>
            )}
            <span className="grow" />
            <Button aria-disabled={busy || undefined} onClick={() => void editing.save('draft')}>
              {t(base?.status === 'published' ? 'unpublish' : 'save_draft')}
            </Button>
            <Button type="submit" variant="primary" aria-disabled={busy || undefined}>
              {t(base?.status === 'published' ? 'save' : 'publish')}
            </Button>
          </div>
        </>
      )}
      {showsVersions && base && (
        <Versions
          item={base}
          isChanged={isChanged}
          onClose={() => setShowsVersions(false)}
          onRestored={editing.showRestored}
        />
      )}
    </form>
  )
}
