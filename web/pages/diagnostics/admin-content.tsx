import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../query.ts'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { useRequireSignIn } from '../../features/identity/sessions/useRequireSignIn.ts'
import { DiagnosticPage } from './DiagnosticPage.tsx'

function Count() {
  const { data, error } = useQuery(endpointQuery('content.manage_list', { limit: 1 }, true))
  if (error) return <p role="alert">{error.detail}</p>
  return <p>{data ? `Entries: ${data.total}` : 'Loading'}</p>
}

export default function AdminContent() {
  const { status } = useAuth()
  useRequireSignIn()
  return (
    <DiagnosticPage name="test-admin-content" proves="When there is a number, an administrator's calls are answered.">
      {status === 'signed_in' ? <Count /> : <p>Only for those who are signed in.</p>}
    </DiagnosticPage>
  )
}
