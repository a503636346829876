import { Navigate } from 'react-router'

/** The queue has moved to the desk. */
export default function HeldRoute() {
  return <Navigate to="/admin/reports?tab=danger" replace />
}
