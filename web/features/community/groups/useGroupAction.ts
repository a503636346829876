import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import type { Failure, Result } from '../../../api.ts'
import { getErrorMessage } from '../../../messages.ts'
import { toast } from '../../../ui/Toast.tsx'
import { invalidateGroups } from './queries.ts'

/** Changes something about a group, once at a time; says what was done, or keeps the sentence of why not. */
export function useGroupAction() {
  const client = useQueryClient()
  const locale = useLocale()
  const busy = useRef(false)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  return {
    failure,
    working,
    /** Gives the answer, or null. `quiet`: refusals that need no sentence. */
    run: async <Answer>(
      act: () => Promise<Result<Answer>>,
      done?: string | ((answer: Answer) => string),
      quiet: (error: Failure) => boolean = () => false,
    ): Promise<Answer | null> => {
      if (busy.current) return null
      busy.current = true
      setWorking(true)
      setFailure(null)
      const { data, error } = await act()
      busy.current = false
      setWorking(false)
      if (error) {
        if (!quiet(error)) setFailure(await getErrorMessage(error, locale))
        // What is shown may be out of date: that is often why it was refused.
        if (error.status === 404 || error.status === 403) void invalidateGroups(client)
        return null
      }
      if (done !== undefined) toast(typeof done === 'string' ? done : done(data))
      void invalidateGroups(client)
      return data
    },
  }
}
