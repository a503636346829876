import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { useRequireSignIn } from '../../features/identity/sessions/useRequireSignIn.ts'
import { DiagnosticPage } from './DiagnosticPage.tsx'

export default function AdminTest() {
  const { status, user } = useAuth()
  useRequireSignIn()
  return (
    <DiagnosticPage name="admin-test" proves="When your name is here, the session reached the server and came back.">
      <dl>
        <dt>Session</dt>
        <dd>{status}</dd>
        {user && (
          <>
            <dt>Name</dt>
            <dd>
              <bdi>{user.display_name}</bdi>
            </dd>
            <dt>Role</dt>
            <dd>{user.role}</dd>
          </>
        )}
      </dl>
    </DiagnosticPage>
  )
}
