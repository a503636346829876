import { SiteHead } from '../site.tsx'
import { FormMessages } from '../layout/FormMessages.tsx'
import { preload, preloadInBrowser, useHydratedState } from '../query.ts'
import type { Route } from './+types/sign-up.ts'
import { signUpModeQuery } from '../features/identity/sessions/queries.ts'
import { SignUp } from '../features/identity/sessions/SignUp.tsx'

const queries = () => [signUpModeQuery]
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

export default function SignUpRoute({ loaderData }: Route.ComponentProps) {
  useHydratedState(loaderData)
  return (
    <FormMessages>
      <SiteHead path="/signup" />
      <SignUp />
    </FormMessages>
  )
}
