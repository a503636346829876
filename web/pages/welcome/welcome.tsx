import { useLayoutEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Me } from '../../../contract/users.ts'
import { preferencesQuery } from '../../features/identity/accounts/queries.ts'
import { useAuth } from '../../features/identity/sessions/auth.tsx'
import { forgetFirstVisit, keepFirstVisit, readFirstVisit } from '../../features/identity/sessions/firstVisit.ts'
import { SignInGate } from '../../features/identity/sessions/SignInGate.tsx'
import { readCandles } from '../../features/identity/sessions/candles.ts'
import { hasWantedAct } from '../../features/identity/sessions/wantedAct.ts'
import { withMessages } from '../../layout/FormMessages.tsx'
import { preload, preloadInBrowser, type RouteQueries, withState } from '../../query.ts'
import { useSite } from '../../site.tsx'
import { NameStep } from './NameStep.tsx'
import { PrayStep, waitingQuery } from './PrayStep.tsx'
import { ReachStep } from './ReachStep.tsx'
import { ReadingStep } from './ReadingStep.tsx'

const queries: RouteQueries = ({ reader_id }) => (reader_id === null ? [] : [waitingQuery, preferencesQuery(reader_id)])
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

/** The questions of a first visit, one after the other. Each has its place in the history, so that Back leads to the one before. */
function Steps({ user }: { user: Me }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  // Comes with the page: a step that a query adds or takes would change the page under a finger.
  const { sends_mail } = useSite()
  const steps = ['name', 'reading', ...(sends_mail ? ['reach'] : []), 'pray']
  const count = steps.length - 1
  const position = Math.min(Math.max(1, Math.trunc(Number(search.get('step'))) || 1), steps.length)
  const { id } = user

  useLayoutEffect(() => {
    const visit = readFirstVisit(user)
    // A person who has been here before has answered, or can in their profile. It is a new document, in which nothing has to move.
    if (visit === null) location.replace('/')
    else keepFirstVisit(visit)
    // Once: the name changes here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id])

  function leave() {
    const to = readFirstVisit(user)?.to ?? '/'
    forgetFirstVisit()
    void navigate(to, { replace: true })
  }
  const step = {
    position,
    count,
    onBack: position === 1 ? undefined : () => void navigate(-1),
    onNext: () => {
      // A person who came to pray for somebody, or to join a group, is taken there.
      if (steps[position] === 'pray' && (hasWantedAct() || readCandles().length > 0)) leave()
      else void navigate(`/welcome?step=${position + 1}`)
    },
  }
  switch (steps[position - 1]) {
    case 'name':
      return <NameStep step={step} user={user} />
    case 'reading':
      return <ReadingStep step={step} />
    case 'reach':
      return <ReachStep step={step} user_id={id} />
    default:
      return <PrayStep user={user} onDone={leave} onLeave={forgetFirstVisit} />
  }
}

function Welcome() {
  const t = useTranslations('welcome')
  const { user } = useAuth()
  return (
    <SignInGate title={t('title')} hasOwnHead sign_in={t('sign_in')}>
      {user && <Steps user={user} />}
    </SignInGate>
  )
}

export default withState(withMessages(Welcome, 'welcome'))
