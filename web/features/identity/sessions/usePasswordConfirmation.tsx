import { Suspense, useState, type ReactNode } from 'react'
import type { WithConfirmation } from '../../../api.ts'
import { lazyPart, Nothing } from '../../../layout/lazyPart.tsx'

const ConfirmPassword = lazyPart(() => import('./ConfirmPassword.tsx'), Nothing, ['forms', 'profile'])

/** Whether an act was given up because the person did not want to enter the password: nothing to complain of. */
export const isConfirmationCancelled = ({ code }: { code: string }): boolean => code === 'sessions.confirmation_needed'

/**
 * `confirmed`: does what needs the password of the last minutes; where the server wants it again it is asked for, and the
 * act repeated. `dialog`: where it is asked; put it anywhere in what is rendered, outside of forms. Who closes it gets the refusal: see `isConfirmationCancelled`.
 */
export function usePasswordConfirmation(): { withConfirmation: WithConfirmation; dialog: ReactNode } {
  const [asking, setAsking] = useState<{ answer: (confirmed: boolean) => void } | null>(null)
  return {
    withConfirmation: async (act) => {
      const first = await act()
      if (!first.error || !isConfirmationCancelled(first.error)) return first
      const entered = await new Promise<boolean>((answer) => setAsking({ answer }))
      setAsking(null)
      return entered ? await act() : first
    },
    dialog: asking && (
      <Suspense>
        <ConfirmPassword onDone={asking.answer} />
      </Suspense>
    ),
  }
}
