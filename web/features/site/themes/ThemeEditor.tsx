import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState, type FormEvent } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { listLowContrasts } from '../../../../contract/contrasts.ts'
import type { Theme } from '../../../../contract/themes.ts'
import { downloadJson } from '../../../layout/download.ts'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { UnsavedChangesNote } from '../../../layout/UnsavedChangesNote.tsx'
import { useUnsavedChangesGuard } from '../../../layout/useUnsavedChangesGuard.ts'
import { endpointQuery } from '../../../query.ts'
import { Title } from '../../../site.tsx'
import { CloneDialog } from './CloneDialog.tsx'
import { AllContrasts, LowContrasts, worstContrasts } from './Contrasts.tsx'
import { type Draft, toDraft, keepValidColors } from './draft.ts'
import { ThemeConflict } from './ThemeConflict.tsx'
import { ThemeFields } from './ThemeFields.tsx'
import { ThemePreviews } from './ThemePreview.tsx'
import { serializeTheme } from './themeFile.ts'
import { useThemeDraft } from './useThemeDraft.ts'
import { useThemeWords } from './useThemes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { BackLink, PageHead } from '../../../ui/PageHead.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { useIsHydrated } from '../../../ui/useIsHydrated.ts'
import saveBarStyles from '../../../layout/SaveBar.module.css'
import styles from './ThemeEditor.module.css'

const exportFile = (draft: Draft): void =>
  downloadJson(`${draft.name.trim().replaceAll(/[^\p{L}\p{N}]+/gu, '-') || 'theme'}.json`, serializeTheme(draft))

interface EditorProps {
  /** Undefined for a theme that is not saved yet. */
  theme: Theme | undefined
  start: Draft
}

function Editor({ theme, start }: EditorProps) {
  const t = useTranslations('look')
  const settings = useTranslations('site_settings')
  const { nameOf } = useThemeWords()
  const heading = theme ? nameOf(theme) : t('new_theme')
  const editing = useThemeDraft(theme, start)
  const { saved, draft, isChanged, theirs, failure, busy } = editing
  const guard = useUnsavedChangesGuard(isChanged)
  const [isAllowed, setAllowed] = useState(false)
  const [isCloning, setCloning] = useState(false)

  const shown = useDeferredValue(draft)
  const colors = useMemo(() => keepValidColors(shown.colors, saved.colors), [shown.colors, saved.colors])
  const low = useMemo(() => worstContrasts(listLowContrasts(colors)), [colors])
  const save = (how?: Parameters<typeof editing.save>[1]) => editing.save(isAllowed && low.length > 0, how)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }

  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Title>{heading}</Title>
      <BackLink to="/admin/themes">{t('themes')}</BackLink>
      <PageHead
        title={<bdi>{heading}</bdi>}
        lead={t(theme?.is_default ? 'default_text' : theme ? 'edit_text' : 'new_text')}
      >
        <div className="row row--tight">
          <Button onClick={() => exportFile(draft)}>{t('export')}</Button>
          {theme && !isChanged && <Button onClick={() => setCloning(true)}>{t('clone')}</Button>}
          {theme && !theme.is_default && !isChanged && (
            <Button ref={keepFocus} onClick={() => void editing.makeDefault()}>
              {t('make_default')}
            </Button>
          )}
        </div>
      </PageHead>
      <FailureNote failure={failure} title={failure?.title ?? null}>
        {settings('kept')}{' '}
        {failure?.status === 404 && (
          <Button size="small" onClick={() => void save({ asNew: true })}>
            {t('save_as_new')}
          </Button>
        )}
      </FailureNote>
      <UnsavedChangesNote guard={guard} />
      {theirs && (
        <ThemeConflict
          key={theirs.updated_at}
          base={saved}
          mine={draft}
          theirs={toDraft(theirs)}
          busy={busy}
          onTake={() => editing.applySaved(theirs)}
          onOverwrite={() => void save({ updated_at: theirs.updated_at })}
        />
      )}
      <LowContrasts colors={colors} low={low} onFix={({ key, color }) => editing.setColor(key, color)} />
      <div className={styles.editor}>
        <ThemeFields editing={editing} colors={colors} />
        <ThemePreviews colors={colors} draft={shown} />
      </div>
      <Card as="details" tight className={styles.group}>
        <summary>{t('all_contrasts')}</summary>
        <AllContrasts colors={colors} />
      </Card>
      <div className={saveBarStyles.bar}>
        <span className={`small secondary ${styles.state}`}>{t(isChanged ? 'unsaved' : 'saved')}</span>
        {low.length > 0 && (
          <Checkbox checked={isAllowed} onChange={setAllowed}>
            {t('allow', { count: low.length })}
          </Checkbox>
        )}
        {theme && isChanged && (
          <Button ref={keepFocus} onClick={editing.discard}>
            {t('discard')}
          </Button>
        )}
        <Button type="submit" variant="primary" aria-disabled={busy || undefined}>
          {t('save')}
        </Button>
      </div>
      {isCloning && theme && <CloneDialog theme={theme} onClose={() => setCloning(false)} />}
    </form>
  )
}

/** Edits an existing theme. Keeps the draft while the query is refetched. */
function ExistingTheme({ id }: { id: string }) {
  const query = useQuery({ ...endpointQuery('themes.one', { id }), refetchOnWindowFocus: false })
  const { data } = query
  if (!data) return <QueryStatus query={query} />
  return <Editor key={id} theme={data} start={toDraft(data)} />
}

/** Edits a new theme, from a file or from the default. */
function NewTheme() {
  const { state } = useLocation()
  const query = useQuery(endpointQuery('themes.default', {}))
  // The browser alone knows what a file brought: the first render of a page that is loaded again equals the server's.
  const given = useIsHydrated() ? (state as { draft?: Draft } | null)?.draft : undefined
  if (given) return <Editor key="given" theme={undefined} start={given} />
  if (!query.data) return <QueryStatus query={query} />
  return <Editor theme={undefined} start={{ ...toDraft(query.data), name: '', description: '' }} />
}

export default function ThemeEditor({ id }: { id: string }) {
  return <FormMessages area="admin_look">{id === 'new' ? <NewTheme /> : <ExistingTheme id={id} />}</FormMessages>
}
