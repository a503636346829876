import { SiteHead } from '../../site.tsx'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { preload, preloadInBrowser, useLoaded } from '../../query.ts'
import type { Route } from './+types/sign-up.ts'
import { howToSignUp } from './queries.ts'
import { SignUp } from './SignUp.tsx'

const queries = () => [howToSignUp]
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

export default function SignUpRoute({ loaderData }: Route.ComponentProps) {
  useLoaded(loaderData)
  return (
    <FormMessages>
      <SiteHead path="/signup" />
      <SignUp />
    </FormMessages>
  )
}
