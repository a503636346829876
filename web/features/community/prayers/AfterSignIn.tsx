import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { takeCandles, type Candle } from '../../identity/sessions/candles.ts'
import { takeWantedAct, type WantedAct } from '../../identity/sessions/wantedAct.ts'

const CountCandles = lazyPart(() => import('./CountCandles.tsx'))
const DoWantedAct = lazyPart(() => import('./DoWantedAct.tsx'))

/** Pages between signing in and the place from which the reader came. */
const ON_THE_WAY = /^\/(signin|signup|welcome|reset-password|verify-email)\/?$/

/** Does what the reader pressed before they signed in, once, when they are back. */
export default function AfterSignIn() {
  const { pathname } = useLocation()
  const [wanted, setWanted] = useState<(WantedAct & { key: string }) | null>(null)
  const [candles, setCandles] = useState<Candle[]>([])
  useEffect(() => {
    if (ON_THE_WAY.test(pathname)) return
    const taken = takeWantedAct()
    const lit = takeCandles()
    const take = async () => {
      setWanted((before) => taken ?? before)
      setCandles((before) => (lit.length > 0 ? lit : before))
    }
    void take()
  }, [pathname])
  return (
    <Suspense>
      {candles[0] && <CountCandles key={candles[0].key} candles={candles} />}
      {wanted && <DoWantedAct key={wanted.key} wanted={wanted} />}
    </Suspense>
  )
}
