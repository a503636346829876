import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { darker } from '../../../../contract/colors.ts'
import type { Theme } from '../../../../contract/themes.ts'
import { call, type Failure } from '../../../api.ts'
import { useFieldErrorText } from '../../../fieldErrors.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { toast } from '../../../ui/Toast.tsx'
import { type Draft, findInvalidPaths, isColor, toDraft, toInput } from './draft.ts'
import { useThemeWords } from './useThemes.ts'

type Refusal = Partial<Failure> & { title: string }

/** Finds what is wrong with a draft: by itself, and by the last answer of the server. */
function useProblems(draft: Draft, failure: Refusal | null, hasSubmitted: boolean) {
  const t = useTranslations('look')
  const sentence = useFieldErrorText()
  const invalidPaths = findInvalidPaths(draft)

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

  return { invalidPaths, errorFor, isWrong }
}

/** A button has the primary colour until it is given another one. */
const hasButtonOfItsOwn = ({ colors }: Draft): boolean => colors.buttonBackground !== colors.primary
const toButton = (primary: string) => ({ buttonBackground: primary, buttonHover: darker(primary) })

export type ThemeDraft = ReturnType<typeof useThemeDraft>

/** The draft of a theme, which begins with `start`, and how it is saved. `theme` is undefined while it was never saved. */
export function useThemeDraft(theme: Theme | undefined, start: Draft) {
  const t = useTranslations('look')
  const client = useQueryClient()
  const navigate = useNavigate()
  const { nameOf } = useThemeWords()
  const [saved, setSaved] = useState(start)
  const [draft, setDraft] = useState(start)
  const [hasOwnButton, setHasOwnButton] = useState(hasButtonOfItsOwn(start))
  const [baseUpdatedAt, setBaseUpdatedAt] = useState(theme?.updated_at)
  const [theirs, setTheirs] = useState<Theme | null>(null)
  const [failure, setFailure] = useState<Refusal | null>(null)
  const [hasSubmitted, setHasSubmitted] = useState(false)
  const { run, perform, attemptFor, isPending: busy } = useEndpointMutation()
  const { invalidPaths, errorFor, isWrong } = useProblems(draft, failure, hasSubmitted)
  const isChanged = !theme || JSON.stringify(draft) !== JSON.stringify(saved)
  /** True while a theme is made: its own page follows, without what would be changed here meanwhile. */
  const isMaking = useRef(false)
  const set = (part: Partial<Draft>): void => {
    if (!isMaking.current) setDraft((before) => ({ ...before, ...part }))
  }
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })

  function setColor(key: string, color: string): void {
    if (isMaking.current) return
    if (key === 'buttonBackground' || key === 'buttonHover') setHasOwnButton(true)
    const button = key === 'primary' && !hasOwnButton && isColor(key, color) && toButton(color)
    setDraft((before) => ({ ...before, colors: { ...before.colors, [key]: color, ...button } }))
  }

  function storeAnswer(next: Theme): void {
    client.setQueryData(endpointQuery('themes.one', { id: next.id }).queryKey, next)
    void client.invalidateQueries({ queryKey: ['themes.list'] })
  }

  /** `sent`: what was changed since it was sent stays. */
  function applySaved(next: Theme, sent = latest.current): void {
    setSaved(toDraft(next))
    if (latest.current === sent) {
      setDraft(toDraft(next))
      setHasOwnButton(hasButtonOfItsOwn(toDraft(next)))
    }
    setBaseUpdatedAt(next.updated_at)
    setTheirs(null)
    storeAnswer(next)
  }

  const onError = (error: Failure, title: string): void => setFailure({ ...error, title })

  async function save(
    allow_low_contrast: boolean,
    { asNew = false, updated_at = baseUpdatedAt }: { asNew?: boolean; updated_at?: string } = {},
  ): Promise<void> {
    // One that was made is not made again before its own page is there: its name would be taken.
    if (busy || isMaking.current) return
    setHasSubmitted(true)
    if (invalidPaths.length > 0) return setFailure({ title: t('correct', { count: invalidPaths.length }) })
    setFailure(null)
    const input = { ...toInput(draft), allow_low_contrast }
    isMaking.current = !theme || asNew
    let isConflict = false
    const data = await perform(
      async () => {
        // Made once, however often the same is sent.
        if (!theme || asNew) return await call('themes.create', input, { idempotency_key: attemptFor(input).key })
        const edit = { id: theme.id, ...input, ...(updated_at !== undefined && { updated_at }) }
        const result = await call('themes.edit', edit)
        isConflict = result.error?.code === 'themes.changed'
        return isConflict ? await call('themes.one', { id: theme.id }) : result
      },
      { onError },
    )
    isMaking.current &&= data !== null
    if (!data) return
    if (isConflict) return setTheirs(data)
    applySaved(data, draft)
    toast(t('is_saved'))
    if (!theme || asNew) await navigate(`/admin/themes/${data.id}`, { replace: true })
  }

  async function makeDefault(): Promise<void> {
    if (!theme || busy) return
    setFailure(null)
    const data = await run('themes.set_default', { themeId: theme.id }, { onError })
    if (!data) return
    storeAnswer(data)
    toast(t('is_default', { name: nameOf(data) }))
  }

  function discard() {
    setDraft(saved)
    setHasOwnButton(hasButtonOfItsOwn(saved))
    setFailure(null)
    setHasSubmitted(false)
  }
  return {
    saved,
    draft,
    set,
    setColor,
    isChanged,
    theirs,
    failure,
    busy,
    errorFor,
    isWrong,
    applySaved,
    save,
    makeDefault,
    discard,
  }
}
