import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { ContentItem, Draft } from '../../../../contract/content.ts'
import { call, type Failure } from '../../../api.ts'
import { doneIfGone, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { toast } from '../../../ui/Toast.tsx'
import { toInput, toContentFields, type ContentFields } from './contentFields.ts'
import { useDraftAutosave } from './useDraftAutosave.ts'
import { useRefreshPages } from './useRefreshPages.ts'

/**
 * The words of a page or banner while they are edited, and how they are saved and deleted. `item` is undefined for a page
 * that was never saved; `draft` is what the server kept of earlier edits.
 */
export function useContentDraft(item: ContentItem | undefined, draft: Draft | null) {
  const t = useTranslations('admin')
  const editor = useTranslations('editor')
  const locale = useLocale()
  const client = useQueryClient()
  const navigate = useNavigate()
  // Last version known from the server, on which the edits are based.
  const [base, setBase] = useState(item)
  const [basedOn, setBasedOn] = useState(draft ? draft.based_on : (item?.updated_at ?? null))
  const [fields, setFields] = useState<ContentFields>(() => draft?.words ?? toContentFields(item, locale))
  const [shown, setShown] = useState(draft)
  const [theirs, setTheirs] = useState<ContentItem | null>(null)
  const [failure, setFailure] = useState<(Failure & { title: string }) | null>(null)
  const { perform, isPending: busy } = useEndpointMutation()
  const refreshPages = useRefreshPages()
  const isChanged = JSON.stringify(fields) !== JSON.stringify(toContentFields(base, locale))
  const autosave = useDraftAutosave({ content_id: item?.id ?? null, words: fields, based_on: basedOn, isChanged })
  const set = (part: Partial<ContentFields>) => setFields((before) => ({ ...before, ...part }))

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

  /** Shows what an earlier version held, which the server has restored. */
  function showRestored(restored: ContentItem): void {
    setFields(toContentFields(restored, locale))
    void applySaved(restored)
    void autosave.forget()
  }

  /** Goes on from the version of somebody else, with the words that were merged with it. */
  function takeMerged(merged: ContentFields, version: ContentItem): void {
    setFields(merged)
    setTheirs(null)
    void applySaved(version)
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
