import { SiteHead } from '../site.tsx'
import { withMessages } from '../layout/FormMessages.tsx'
import { preload, preloadInBrowser, withState } from '../query.ts'
import { signUpModeQuery } from '../features/identity/sessions/queries.ts'
import { SignUp } from '../features/identity/sessions/SignUp.tsx'

const queries = () => [signUpModeQuery]
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

const Page = () => (
  <>
    <SiteHead path="/signup" />
    <SignUp />
  </>
)

export default withState(withMessages(Page))
