import { z } from 'zod'
import type { Schemas } from './define.ts'
import { email, linkSecret, newPassword } from './sessions.ts'

const unfit = ['passwords.same_as_before', 'sessions.common_password', 'sessions.busy', 'request.too_many'] as const

export const passwords = {
  /** Always returns the same response, so that it does not reveal who has an account. */
  'passwords.forgot': {
    input: z.strictObject({ email }),
    output: z.object({}),
    errors: ['request.too_many'],
  },
  /** Ends every session of the person and opens none. */
  'passwords.reset': {
    input: z.strictObject({ token: linkSecret, newPassword }),
    output: z.object({}),
    errors: ['passwords.link_expired', ...unfit],
  },
  /** Ends the other sessions of the person. */
  'passwords.change': {
    input: z.strictObject({ currentPassword: z.string().max(1024), newPassword }),
    output: z.object({}),
    errors: ['sessions.wrong_password', ...unfit],
  },
} satisfies Schemas<'passwords'>
