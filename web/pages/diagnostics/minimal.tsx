import { Link, useLocation } from 'react-router'
import { DiagnosticPage } from './DiagnosticPage.tsx'

export default function Minimal() {
  const { pathname } = useLocation()
  return (
    <DiagnosticPage name="admin-minimal" proves="When the link changes the address without a reload, the router works.">
      <p>
        This address: <code>{pathname}</code>
      </p>
      <p>
        <Link to="/admin-minimal/further">/admin-minimal/further</Link>
      </p>
    </DiagnosticPage>
  )
}
