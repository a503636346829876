import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { takeWantedActs, type KeptAct } from '../../identity/sessions/wantedAct.ts'

const DoWantedAct = lazyPart(() => import('./DoWantedAct.tsx'))

/** Pages between signing in and the place from which the reader came. */
const ON_THE_WAY = /^\/(signin|signup|welcome|reset-password|verify-email)\/?$/

/** Does what the reader pressed before they signed in, once, when they are back. */
export default function AfterSignIn() {
  const { pathname } = useLocation()
  const [wanted, setWanted] = useState<KeptAct[]>([])
  useEffect(() => {
    if (ON_THE_WAY.test(pathname)) return
    const taken = takeWantedActs()
    const take = async () => setWanted((before) => (taken.length > 0 ? taken : before))
    void take()
  }, [pathname])
  return (
    wanted[0] && (
      <Suspense>
        <DoWantedAct key={wanted[0].key} wanted={wanted} />
      </Suspense>
    )
  )
}
