import { SiteHead } from '../../site.tsx'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { preload, preloadInBrowser, useHydratedState } from '../../query.ts'
import type { Route } from './+types/sign-up.ts'
import { signUpModeQuery } from './queries.ts'
import { SignUp } from './SignUp.tsx'

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
