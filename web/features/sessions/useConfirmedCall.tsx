import { Suspense, useState, type ReactNode } from 'react'
import type { EndpointName } from '../../../contract/endpoints.ts'
import type { Input, Output } from '../../../contract/schemas.ts'
import { call, type CallOptions, type Result } from '../../api.ts'
import { lazyPart } from '../../layout/lazyPart.tsx'

const ConfirmPassword = lazyPart(() => import('./ConfirmPassword.tsx'))

/** Whether a call was given up because the person did not want to enter the password: nothing to complain of. */
export const isGivenUp = ({ code }: { code: string }): boolean => code === 'sessions.confirmation_needed'

/**
 * `callConfirmed`: as `call`, but where the server wants the password again it is asked for, and the call repeated.
 * `dialog`: where it is asked; put it anywhere in what is rendered. Who closes it gets the refusal: see `isGivenUp`.
 */
export function useConfirmedCall(): {
  callConfirmed: <Name extends EndpointName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ) => Promise<Result<Output<Name>>>
  dialog: ReactNode
} {
  const [asking, setAsking] = useState<{ answer: (confirmed: boolean) => void } | null>(null)
  return {
    callConfirmed: async (name, input, options) => {
      const first = await call(name, input, options)
      if (!first.error || !isGivenUp(first.error)) return first
      const confirmed = await new Promise<boolean>((answer) => setAsking({ answer }))
      setAsking(null)
      return confirmed ? await call(name, input, options) : first
    },
    dialog: asking && (
      <Suspense>
        <ConfirmPassword onDone={asking.answer} />
      </Suspense>
    ),
  }
}
