import { useRef, useState, type ReactNode } from 'react'
import type { WithConfirmation } from '../../../api.ts'
import { lazyPart, Nothing } from '../../../layout/lazyPart.tsx'

const ConfirmPassword = lazyPart(() => import('./ConfirmPassword.tsx'), Nothing, ['forms', 'profile'])

/** True if the person cancelled the password prompt: there is no error to show. */
export const isConfirmationCancelled = ({ code }: { code: string }): boolean => code === 'sessions.confirmation_needed'

/**
 * `withConfirmation`: runs a call that requires a recent password; if the server demands it again, asks for it and
 * repeats the call. `dialog`: the prompt; render it anywhere outside of forms. Cancelling returns the server's error,
 * of which `useEndpointMutation` says nothing.
 */
export function usePasswordConfirmation(): { withConfirmation: WithConfirmation; dialog: ReactNode } {
  const [asking, setAsking] = useState<{ answer: (confirmed: boolean) => void } | null>(null)
  const asked = useRef<Promise<boolean> | null>(null)
  return {
    withConfirmation: async (act) => {
      const first = await act()
      if (!first.error || !isConfirmationCancelled(first.error)) return first
      // Asked once for two acts of the same moment: the first would wait for ever, and its buttons with it.
      asked.current ??= new Promise<boolean>((answer) => setAsking({ answer }))
      const entered = await asked.current
      asked.current = null
      setAsking(null)
      return entered ? await act() : first
    },
    dialog: asking && <ConfirmPassword onDone={asking.answer} />,
  }
}
