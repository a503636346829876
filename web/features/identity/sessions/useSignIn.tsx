import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Result } from '../../../api.ts'
import { lazyPart, Nothing } from '../../../layout/lazyPart.tsx'
import type { KeepAccount, KeptSession } from './CancelDeletion.tsx'

// Loaded on demand: hardly anybody deletes an account and comes back.
const CancelDeletion = lazyPart(() => import('./CancelDeletion.tsx'), Nothing, ['forms', 'profile'])

interface Answers {
  code?: string
  keep_account?: true
}

/** Further questions of signing in: the code of an authenticator app, and whether an account stays that is about to be deleted. */
export function useSignIn(onSession: (session: KeptSession) => void) {
  const navigate = useNavigate()
  const [asksCode, setAsksCode] = useState(false)
  const [keepAccount, setKeepAccount] = useState<KeepAccount | null>(null)
  const [keepsAccount, setKeepsAccount] = useState(false)
  const askToKeep = (keep: KeepAccount) => setKeepAccount(() => keep)
  return {
    asksCode,
    askToKeep,
    /** Calls `signIn` with what was answered; what the server asks for is asked next. */
    attempt: async <Session extends KeptSession>(
      code: string,
      signIn: (answers: Answers) => Promise<Result<Session>>,
    ): Promise<Result<Session>> => {
      const given: Answers = { ...(code.trim() !== '' && { code }), ...(keepsAccount && { keep_account: true }) }
      const answer = await signIn(given)
      if (answer.error?.code === 'sessions.second_factor_needed') setAsksCode(true)
      if (answer.error?.code === 'sessions.deleting') askToKeep(() => signIn({ ...given, keep_account: true }))
      return answer
    },
    /** Takes the place of the form. */
    question: keepAccount && (
      <CancelDeletion
        keepAccount={keepAccount}
        onCancelled={onSession}
        onCodeNeeded={() => {
          setKeepsAccount(true)
          setAsksCode(true)
          setKeepAccount(null)
        }}
        onLeave={() => void navigate('/')}
      />
    ),
  }
}
