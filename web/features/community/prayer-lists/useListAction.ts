import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Failure } from '../../../api.ts'
import { getErrorMessage } from '../../../messages.ts'
import { announce, toast } from '../../../ui/Toast.tsx'
import { isPrayerListsQuery } from './lists.ts'

/** Changes lists, one thing at a time: says what was done, or why it was not. */
export function useListAction(): (act: () => Promise<{ error: Failure | null }>, said: string) => Promise<boolean> {
  const t = useTranslations('lists')
  const locale = useLocale()
  const client = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (act, doneMessage) => {
    const result = last.current.then(async () => {
      const { error } = await act()
      if (error) toast(t('failed_because', { reason: await getErrorMessage(error, locale) }))
      else announce(doneMessage)
      await client.invalidateQueries({ predicate: isPrayerListsQuery })
      return error === null
    })
    last.current = result.catch(() => {})
    return result
  }
}
