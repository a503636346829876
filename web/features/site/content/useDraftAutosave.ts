import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../api.ts'
import type { ContentFields } from './contentFields.ts'

/** Time without a change before the draft is saved, in milliseconds. */
const AUTOSAVE_DELAY_MS = 1500

interface AutosaveOptions {
  /** Null for a page that was never saved. */
  content_id: string | null
  words: ContentFields
  based_on: string | null
  isChanged: boolean
  /** Called with what the server holds now. */
  onKept: (words: ContentFields, based_on: string | null) => void
}

/** Saves unsaved changes as a draft on the server, visible to its editor alone, after each pause in typing. */
export function useDraftAutosave({ content_id, words, based_on, isChanged, onKept }: AutosaveOptions) {
  const [state, setState] = useState<'none' | 'kept' | 'failed'>('none')
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const text = JSON.stringify(words)
  const tellKept = useEffectEvent(onKept)
  useEffect(() => {
    if (!isChanged) return undefined
    const saveDraft = async () => {
      const input = { content_id, words: JSON.parse(text) as ContentFields, based_on }
      const { error } = await call('content.keep_draft', input, { ignoreUnauthorized: true })
      setState(error ? 'failed' : 'kept')
      if (!error) tellKept(input.words, based_on)
    }
    const timer = setTimeout(() => {
      sent.current = sent.current.then(saveDraft)
    }, AUTOSAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [content_id, text, based_on, isChanged])
  const forget = useCallback(async () => {
    // Waits, because a save in flight would restore the draft.
    await sent.current
    await call('content.forget_draft', content_id === null ? {} : { content_id }, { ignoreUnauthorized: true })
    setState('none')
  }, [content_id])
  return { state, forget }
}
