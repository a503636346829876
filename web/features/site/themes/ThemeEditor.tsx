import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useEffect, useMemo, useRef, useState, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { listContrasts, listLowContrasts } from '../../../../contract/contrasts.ts'
import type { Theme } from '../../../../contract/themes.ts'
import { MAX_THEME_DESCRIPTION_LENGTH, MAX_THEME_NAME_LENGTH } from '../../../../contract/themes.values.ts'
import { call, type Failure } from '../../../api.ts'
import { downloadJson } from '../../../layout/download.ts'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { UnsavedChangesNote } from '../../../layout/UnsavedChangesNote.tsx'
import { useFieldErrorText } from '../../../layout/fieldErrors.ts'
import { useUnsavedChangesGuard } from '../../../layout/useUnsavedChangesGuard.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { Title } from '../../../site.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { CloneDialog } from './CloneDialog.tsx'
import { ColorField } from './ColorField.tsx'
import { AllContrasts, LowContrasts, worstContrasts } from './Contrasts.tsx'
import { type Draft, toDraft, toInput, keepValidColors, findInvalidPaths } from './draft.ts'
import { colorGroups, type ColorGroup } from './groups.ts'
import { TokenFields } from './TokenFields.tsx'
import { ThemeConflict } from './ThemeConflict.tsx'
import { ThemePreview } from './ThemePreview.tsx'
import { serializeTheme } from './themeFile.ts'
import { useThemeWords } from './useThemes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { BackLink, PageHead } from '../../../ui/PageHead.tsx'
import saveBarStyles from '../../../layout/SaveBar.module.css'
import styles from './ThemeEditor.module.css'

const groups = Object.keys(colorGroups) as ColorGroup[]
/** Returns the colour to show for an optional colour that is empty. */
const fallbackColor = (key: string, colors: Record<string, string>): string =>
  colors[key.replace(/Text$/, 'Dark')] ?? '#000000'

/** Returns the worst contrast of each foreground colour. */
function worstRatios(colors: Record<string, string>) {
  const pairs = worstContrasts(listContrasts(colors, false).filter(({ foreground }) => foreground in colors))
  return new Map(pairs.map((pair) => [pair.foreground, pair]))
}

const exportFile = (draft: Draft): void =>
  downloadJson(`${draft.name.trim().replaceAll(/[^\p{L}\p{N}]+/gu, '-') || 'theme'}.json`, serializeTheme(draft))

interface EditorProps {
  /** Undefined for a theme that is not saved yet. */
  theme: Theme | undefined
  start: Draft
}

function Editor({ theme, start }: EditorProps) {
  const t = useTranslations('look')
  const locale = useLocale()
  const client = useQueryClient()
  const navigate = useNavigate()
  const sentence = useFieldErrorText()
  const { nameOf } = useThemeWords()
  const heading = theme ? nameOf(theme) : t('new_theme')
  const [saved, setSaved] = useState(start)
  const [draft, setDraft] = useState(start)
  const [baseUpdatedAt, setBaseUpdatedAt] = useState(theme?.updated_at)
  const [theirs, setTheirs] = useState<Theme | null>(null)
  const [failure, setFailure] = useState<(Partial<Failure> & { title: string }) | null>(null)
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const { run, perform, isPending: busy } = useEndpointMutation()
  const [isAllowed, setAllowed] = useState(false)
  const [isCloning, setCloning] = useState(false)
  const [direction, setDirection] = useState(locale === 'ar' ? 'rtl' : 'ltr')
  const note = useRef<HTMLDivElement>(null)
  const isChanged = !theme || JSON.stringify(draft) !== JSON.stringify(saved)
  const guard = useUnsavedChangesGuard(isChanged)
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const setColor = (key: string, color: string) =>
    setDraft((before) => ({ ...before, colors: { ...before.colors, [key]: color } }))

  const shown = useDeferredValue(draft)
  const colors = useMemo(() => keepValidColors(shown.colors, saved.colors), [shown.colors, saved.colors])
  const low = useMemo(() => worstContrasts(listLowContrasts(colors)), [colors])
  const ratios = useMemo(() => worstRatios(colors), [colors])
  const invalidPaths = findInvalidPaths(draft)

  useEffect(() => {
    if (failure) note.current?.focus()
  }, [failure])

  const errorFor = (path: string, value: string): string | undefined => {
    if (invalidPaths.includes(path)) {
      if (path === 'name') return hasSubmitted ? t('name_missing') : undefined
      return path.startsWith('colors.') ? t('color_wrong') : t('value_wrong')
    }
    if (path === 'name' && failure?.code === 'themes.name_taken') return failure.title
    if (path === 'font.url' && failure?.code === 'themes.foreign_font') return failure.title
    // The list above the form names these colours and fixes them.
    if (failure?.code === 'themes.low_contrast') return undefined
    const problem = failure?.errors?.find((part) => part.path === path)
    return problem && sentence(problem, value)
  }

  // Fields with errors must stay visible.
  const wrongPaths = [
    ...invalidPaths,
    ...(failure?.code === 'themes.low_contrast' ? [] : (failure?.errors ?? []).map(({ path }) => path)),
    ...(failure?.code === 'themes.foreign_font' ? ['font.url'] : []),
  ]
  const isWrong = (starts: string[]) => wrongPaths.some((path) => starts.some((prefix) => path.startsWith(prefix)))

  function applySaved(next: Theme): void {
    setSaved(toDraft(next))
    setDraft(toDraft(next))
    setBaseUpdatedAt(next.updated_at)
    setTheirs(null)
    client.setQueryData(endpointQuery('themes.one', { id: next.id }).queryKey, next)
    void client.invalidateQueries({ queryKey: ['themes.list'] })
  }

  const onError = (error: Failure, title: string): void => setFailure({ ...error, title })

  async function save(asNew: boolean, updated_at = baseUpdatedAt): Promise<void> {
    if (busy) return
    setHasSubmitted(true)
    if (invalidPaths.length > 0) return setFailure({ title: t('correct', { count: invalidPaths.length }) })
    setFailure(null)
    const input = { ...toInput(draft), allow_low_contrast: isAllowed && low.length > 0 }
    let isConflict = false
    const data = await perform(
      async () => {
        if (!theme || asNew) return await call('themes.create', input)
        const edit = { id: theme.id, ...input, ...(updated_at !== undefined && { updated_at }) }
        const result = await call('themes.edit', edit)
        isConflict = result.error?.code === 'themes.changed'
        return isConflict ? await call('themes.one', { id: theme.id }) : result
      },
      { onError },
    )
    if (!data) return
    if (isConflict) return setTheirs(data)
    applySaved(data)
    toast(t('is_saved'))
    if (!theme || asNew) await navigate(`/admin/themes/${data.id}`, { replace: true })
  }

  async function makeDefault(): Promise<void> {
    if (!theme || busy) return
    setFailure(null)
    const data = await run('themes.set_default', { themeId: theme.id }, { onError })
    if (!data) return
    client.setQueryData(endpointQuery('themes.one', { id: data.id }).queryKey, data)
    void client.invalidateQueries({ queryKey: ['themes.list'] })
    toast(t('is_default', { name: nameOf(data) }))
  }

  function discard() {
    setDraft(saved)
    setFailure(null)
    setHasSubmitted(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(false)
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
            <Button onClick={() => void makeDefault()}>{t('make_default')}</Button>
          )}
        </div>
      </PageHead>
      {failure && (
        <Note kind="error" icon="error" title={failure.title} ref={note} tabIndex={-1}>
          {t('kept')}{' '}
          {failure.status === 404 && (
            <Button size="small" onClick={() => void save(true)}>
              {t('save_as_new')}
            </Button>
          )}
        </Note>
      )}
      <UnsavedChangesNote guard={guard} />
      {theirs && (
        <ThemeConflict
          key={theirs.updated_at}
          base={saved}
          mine={draft}
          theirs={toDraft(theirs)}
          busy={busy}
          onTake={() => applySaved(theirs)}
          onOverwrite={() => void save(false, theirs.updated_at)}
        />
      )}
      <LowContrasts colors={colors} low={low} onFix={({ key, color }) => setColor(key, color)} />
      <div className={styles.editor}>
        <Card as="section" tight className="stack">
          <Field
            label={t('name')}
            value={draft.name}
            maxLength={MAX_THEME_NAME_LENGTH}
            required
            dir="auto"
            autoComplete="off"
            error={errorFor('name', draft.name)}
            onChange={({ target }) => set({ name: target.value })}
          />
          <Field
            label={t('description')}
            value={draft.description}
            maxLength={MAX_THEME_DESCRIPTION_LENGTH}
            dir="auto"
            autoComplete="off"
            error={errorFor('description', draft.description)}
            onChange={({ target }) => set({ description: target.value })}
          />
          {groups.map((group, index) => (
            <details
              key={group}
              className={styles.group}
              open={index < 2 || isWrong(colorGroups[group].map((key) => `colors.${key}`)) || undefined}
            >
              <summary>
                {t(`colors_${group}`)} <span className="muted">{colorGroups[group].length}</span>
              </summary>
              {group === 'optional' && <p className="small muted">{t('optional_text')}</p>}
              {colorGroups[group].map((key) => (
                <ColorField
                  key={key}
                  name={key}
                  value={draft.colors[key] ?? ''}
                  fallback={fallbackColor(key, colors)}
                  contrast={ratios.get(key)}
                  error={errorFor(`colors.${key}`, draft.colors[key] ?? '')}
                  onChange={(color) => setColor(key, color)}
                />
              ))}
            </details>
          ))}
          <details className={styles.group} open={isWrong(['font.', 'typography.', 'ui.']) || undefined}>
            <summary>{t('measures')}</summary>
            <TokenFields draft={draft} errorFor={errorFor} set={set} />
          </details>
        </Card>
        <section className={styles.previews} aria-label={t('preview')}>
          <Segmented
            label={t('direction')}
            value={direction}
            onChange={setDirection}
            options={[
              ['ltr', t('ltr')],
              ['rtl', t('rtl')],
            ]}
          />
          <Suspense fallback={<p className="muted">…</p>}>
            {[false, true].map((dark) => (
              <ThemePreview
                key={String(dark)}
                colors={colors}
                draft={shown}
                dark={dark}
                isRightToLeft={direction === 'rtl'}
              />
            ))}
          </Suspense>
          <p className="small muted">{t('dark_text')}</p>
        </section>
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
        {theme && isChanged && <Button onClick={discard}>{t('discard')}</Button>}
        <Button type="submit" variant="primary" aria-disabled={busy || undefined}>
          {t('save')}
        </Button>
      </div>
      {isCloning && theme && (
        <CloneDialog
          theme={theme}
          onClose={() => setCloning(false)}
          onDone={(clone) => {
            void client.invalidateQueries({ queryKey: ['themes.list'] })
            void navigate(`/admin/themes/${clone.id}`)
          }}
        />
      )}
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
  const given = (state as { draft?: Draft } | null)?.draft
  if (given) return <Editor theme={undefined} start={given} />
  if (!query.data) return <QueryStatus query={query} />
  return <Editor theme={undefined} start={{ ...toDraft(query.data), name: '', description: '' }} />
}

export default function ThemeEditor({ id }: { id: string }) {
  return <FormMessages area="admin_look">{id === 'new' ? <NewTheme /> : <ExistingTheme id={id} />}</FormMessages>
}
