import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import type { EndpointName } from '../../contract/endpoints.ts'
import type { Failure, Result } from '../api.ts'
import { getErrorMessage } from '../messages.ts'
import { toast } from '../ui/Toast.tsx'

/**
 * Does one thing at a time; says what was done, or keeps the sentence of why not. `stale`: what is to be asked for again
 * afterwards. `quiet`: refusals that need no sentence.
 */
export function useAction(invalidates: EndpointName[], isSilent: (error: Failure) => boolean = () => false) {
  const client = useQueryClient()
  const locale = useLocale()
  const busy = useRef(false)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function run<Answer>(act: () => Promise<Result<Answer>>, done?: string): Promise<Answer | null> {
    if (busy.current) return null
    busy.current = true
    setWorking(true)
    setFailure(null)
    const { data, error } = await act()
    busy.current = false
    setWorking(false)
    if (error && !isSilent(error)) setFailure(await getErrorMessage(error, locale))
    if (!error && done !== undefined) toast(done)
    // After a refusal too: that what is shown is out of date is often its reason.
    for (const name of invalidates) void client.invalidateQueries({ queryKey: [name] })
    return data
  }
  return { run, working, failure }
}
