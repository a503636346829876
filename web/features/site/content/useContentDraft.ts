import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { ContentItem, Draft } from '../../../../contract/content.ts'
import type { Language } from '../../../../contract/fields.ts'
import { call, type Failure } from '../../../api.ts'
import { storeDraft } from '../../../storedDraft.ts'
import { doneIfGone, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useKeptWords } from '../../../useKeptWords.ts'
import { endpointQuery } from '../../../query.ts'
import { toast } from '../../../ui/Toast.tsx'
import { toInput, toContentFields, type ContentFields } from './contentFields.ts'
import { useDraftAutosave } from './useDraftAutosave.ts'
import { useRefreshPages } from './useRefreshPages.ts'

/** A new page is made once, however often the same is sent: `idempotency_key`. */
function send(
  item: ContentItem | undefined,
  input: ReturnType<typeof toInput>,
  based_on: string | null,
  idempotency_key: string,
) {
  if (!item) return call('content.manage_create', input, { idempotency_key })
  return call('content.manage_edit', { id: item.id, ...input, ...(based_on !== null && { updated_at: based_on }) })
}

/** Stores what was typed while the page was made for the editor that opens then, not for the next new page. Returns what was made. */
function handOver(made: ContentItem, locale: Language, typed: ContentFields): ContentFields {
  const base = toContentFields(made, locale)
  const words = { ...typed, slug: typed.slug || base.slug }
  if (JSON.stringify(words) !== JSON.stringify(base))
    storeDraft(`page:${made.id}`, { words, base, version: made.updated_at })
  return base
}

/**
 * The words of a page or banner while they are edited, and how they are saved and deleted. `item` is undefined for a page
 * that was never saved; `draft` is what the server kept of earlier edits. What it does not have yet stays on this device.
 */
export function useContentDraft(item: ContentItem | undefined, draft: Draft | null) {
  const t = useTranslations('admin')
  const editor = useTranslations('editor')
  const locale = useLocale()
  const client = useQueryClient()
  const navigate = useNavigate()
  // Last version known from the server, on which the edits are based.
  const [base, setBase] = useState(item)
  const [shown, setShown] = useState(draft)
  const kept = useKeptWords<ContentFields>(
    `page:${item?.id ?? 'new'}`,
    shown?.words ?? toContentFields(base, locale),
    shown ? shown.based_on : (base?.updated_at ?? null),
  )
  const { words: fields, version: basedOn } = kept
  const latest = useRef(fields)
  useEffect(() => void (latest.current = fields))
  const [theirs, setTheirs] = useState<ContentItem | null>(null)
  const [failure, setFailure] = useState<(Failure & { title: string }) | null>(null)
  const { perform, attemptFor, isPending: busy } = useEndpointMutation()
  const refreshPages = useRefreshPages()
  const isChanged = JSON.stringify(fields) !== JSON.stringify(toContentFields(base, locale))
  const autosave = useDraftAutosave({
    content_id: item?.id ?? null,
    words: fields,
    based_on: basedOn,
    isChanged,
    onKept: (words, version) => {
      // Else the page was saved meanwhile, and what is typed now is based on that.
      if (basedOn === version) kept.begin(words, version, fields)
    },
  })
  const set = (part: Partial<ContentFields>) => kept.change({ ...fields, ...part })
  const onError = (error: Failure, title: string): void => setFailure({ ...error, title })

  async function applySaved(next: ContentItem, words?: ContentFields): Promise<void> {
    kept.begin(toContentFields(next, locale), next.updated_at, words)
    setBase(next)
    setShown(null)
    client.setQueryData(endpointQuery('content.manage_one', { id: next.id }, true).queryKey, next)
    await refreshPages()
  }

  async function save(status: ContentItem['status']): Promise<void> {
    setFailure(null)
    let isConflict = false
    const data = await perform<ContentItem>(
      async () => {
        const input = toInput(fields, status)
        const result = await send(item, input, basedOn, attemptFor(input).key)
        isConflict = item !== undefined && result.error?.code === 'content.changed'
        if (item && isConflict) return await call('content.manage_one', { id: item.id })
        if (result.error) return result
        // Keeps text typed while the request was in flight.
        const now = latest.current
        await applySaved(result.data, JSON.stringify(now) === JSON.stringify(fields) ? undefined : now)
        await autosave.forget()
        toast(t(status === 'published' ? 'is_published' : 'is_saved'))
        if (!item) {
          kept.begin(handOver(result.data, locale, latest.current), result.data.updated_at)
          await navigate(`/admin/content/${result.data.id}`, { replace: true })
        }
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
    kept.begin(fields)
    await refreshPages()
    toast(t('is_deleted'))
    await navigate('/admin/content')
  }

  function goBack(): void {
    kept.begin(toContentFields(base, locale), base?.updated_at)
    setShown(null)
    void autosave.forget()
  }

  /** Shows what an earlier version held, which the server has restored. */
  function showRestored(restored: ContentItem): void {
    void applySaved(restored)
    void autosave.forget()
  }

  /** Goes on from the version of somebody else, with the words that were merged with it. */
  function takeMerged(merged: ContentFields, version: ContentItem): void {
    setTheirs(null)
    void applySaved(version, merged)
    toast(editor('merged'))
  }

  return {
    base,
    fields,
    set,
    isChanged,
    /** The stored draft that the words began with, until they are saved or dropped. */
    shown,
    /** Holds what somebody else has saved meanwhile. */
    theirs,
    setTheirs,
    /** The words with which both sides of a merge began; null for a draft that is older than `base`: nobody has them any more. */
    ancestor: basedOn === (base?.updated_at ?? null) ? toContentFields(base, locale) : null,
    failure,
    busy,
    autosave,
    save,
    remove,
    goBack,
    showRestored,
    takeMerged,
  }
}
