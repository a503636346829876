import { Outlet } from 'react-router'
import type { Route } from './+types/page.ts'
import { PageError } from './PageError.tsx'

// Around every page, so that an error leaves the document alone: making it anew would need scripts that the policy forbids.
export default Outlet

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <PageError error={error} />
