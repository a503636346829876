import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api.ts'
import type { Words } from './words.ts'

/** Milliseconds without a key pressed. */
const PAUSE = 1500

interface Facts {
  /** Null: a page that was never saved. */
  content_id: string | null
  words: Words
  based_on: string | null
  isChanged: boolean
}

/** Keeps what is not saved yet on the server, for its editor alone, whenever the hands rest. */
export function useKeptDraft({ content_id, words, based_on, isChanged }: Facts) {
  const [state, setState] = useState<'none' | 'kept' | 'failed'>('none')
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const text = JSON.stringify(words)
  useEffect(() => {
    if (!isChanged) return undefined
    const keep = async () => {
      const input = { content_id, words: JSON.parse(text) as Words, based_on }
      const { error } = await call('content.keep_draft', input, { stay: true })
      setState(error ? 'failed' : 'kept')
    }
    const timer = setTimeout(() => {
      sent.current = sent.current.then(keep)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [content_id, text, based_on, isChanged])
  const forget = useCallback(async () => {
    // What is still under way would bring it back.
    await sent.current
    await call('content.forget_draft', content_id === null ? {} : { content_id }, { stay: true })
    setState('none')
  }, [content_id])
  return { state, forget }
}
