import { useQuery } from '@tanstack/react-query'
import { lazyPart, NotLoaded } from '../../../layout/lazyPart.tsx'
import { useAuth } from '../sessions/auth.tsx'
import { signUpModeQuery } from '../sessions/queries.ts'

const UnconfirmedNote = lazyPart(() => import('./UnconfirmedNote.tsx'), NotLoaded)

/** Reminds a reader whose address is not confirmed, if the site can send mail. Needs the form and profile messages around it. */
export function ConfirmAddressNote() {
  const { user } = useAuth()
  const { data } = useQuery(signUpModeQuery)
  if (!user || user.email_verified || data?.sends_mail !== true) return null
  return <UnconfirmedNote user={user} />
}
