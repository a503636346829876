import { Outlet } from 'react-router'
import type { Route } from './+types/page.ts'
import { PageError } from './PageError.tsx'

// Wraps every page, so that an error leaves the document in place: recreating it would need scripts that the security
// policy blocks.
export default Outlet

// As in the route of the desk.
export const shouldRevalidate = () => false

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <PageError error={error} />
