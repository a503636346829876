import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Failure } from '../../api.ts'
import { sentenceOf } from '../../messages.ts'
import { announce, toast } from '../../ui/Toast.tsx'
import { isOfLists } from './lists.ts'

/** Changes lists, one thing at a time: says what was done, or why it was not. */
export function useAttempt(): (act: () => Promise<{ error: Failure | null }>, said: string) => Promise<boolean> {
  const t = useTranslations('lists')
  const locale = useLocale()
  const client = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (act, said) => {
    const turn = last.current.then(async () => {
      const { error } = await act()
      if (error) toast(t('failed_because', { reason: await sentenceOf(error, locale) }))
      else announce(said)
      await client.invalidateQueries({ predicate: isOfLists })
      return error === null
    })
    last.current = turn.catch(() => {})
    return turn
  }
}
