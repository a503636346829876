import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Redirects to the desk, where the queue is now. */
export default function HeldRoute() {
  const navigate = useNavigate()
  useEffect(() => void navigate('/admin/care', { replace: true }), [navigate])
  return null
}
