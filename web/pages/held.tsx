import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** The queue has moved to the desk. */
export default function HeldRoute() {
  const navigate = useNavigate()
  useEffect(() => void navigate('/admin/reports?tab=danger', { replace: true }), [navigate])
  return null
}
