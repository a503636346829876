import { useEffect, useState } from 'react'
import { beginning } from '../../../../../contract/excerpt.ts'
import type { Output } from '../../../../../contract/schemas.ts'
import { call } from '../../../../api.ts'
import type { Draft } from './draft.ts'

const SUGGEST_DELAY_MS = 600
/** Bytes of UTF-8: three or four signs of Chinese, Japanese or Korean may say that somebody wants to die. */
const MIN_BYTES = 8

export interface Suggestions {
  found: Output<'models.suggest'> | null
  looking: boolean
}

/** Fetches suggestions for a text when the author pauses. Responses to an older text are discarded. */
export function useSuggestions({ title, content }: Draft): Suggestions {
  const text = beginning([title, content].filter(Boolean).join('\n').trim(), 5000)
  const [found, setFound] = useState<Suggestions['found']>(null)
  const [isLoading, setIsLoading] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(() => {
      if (new TextEncoder().encode(text).length < MIN_BYTES) {
        setFound(null)
        return
      }
      setIsLoading(true)
      call('models.suggest', { text }, { signal: abort.signal, ignoreUnauthorized: true })
        .then(({ data }) => data && setFound(data))
        .catch(() => {})
        .finally(() => setIsLoading(false))
    }, SUGGEST_DELAY_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text])
  return { found, looking: isLoading }
}

/** Adds ids behind those that are shown, so that nothing moves under a finger. */
export const append = (shown: string[], ids: string[]): string[] => [
  ...shown,
  ...ids.filter((id) => !shown.includes(id)),
]

/** Removes ids that are neither chosen nor suggested any more. The others stay in order. */
export const withoutStale = (shown: string[], chosen: string[], offered: string[]): string[] =>
  shown.filter((id) => chosen.includes(id) || offered.includes(id))
