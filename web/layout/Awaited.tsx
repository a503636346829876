import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { sentenceOf } from '../messages.ts'
import { Loading } from './Loading.tsx'

/** In place of what a query of the desk has not brought yet: its shape, or the sentence of why it is missing. */
export function Awaited({ query }: { query: UseQueryResult }) {
  const t = useTranslations('admin')
  const locale = useLocale()
  const { error, fetchStatus, refetch } = query
  const [sentence, setSentence] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    if (error) void sentenceOf(error, locale).then((words) => isCurrent && setSentence(words))
    return () => void (isCurrent = false)
  }, [error, locale])
  return (
    <Loading
      label={t('loading')}
      failed={error ? (sentence ?? t('failed')) : undefined}
      paused={fetchStatus === 'paused'}
      retry={() => void refetch()}
    />
  )
}
