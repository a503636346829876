import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { announce } from '../../../ui/Toast.tsx'
import SyncPreferences from '../../identity/accounts/SyncPreferences.tsx'
import { takeWantedAct, type WantedAct } from '../../identity/sessions/wantedAct.ts'
import { sendWaiting } from './waiting.ts'

const DoWantedAct = lazyPart(() => import('./DoWantedAct.tsx'))

/** Pages between signing in and the place from which the reader came. */
const ON_THE_WAY = /^\/(signin|signup|welcome|reset-password|verify-email)\/?$/

/**
 * Keeps the preferences of who is signed in, does what they pressed before that, once, when they are back, and counts the prayers that
 * waited for that, or for a connection.
 */
export default function AfterSignIn({ user }: ComponentProps<typeof SyncPreferences>) {
  const { pathname } = useLocation()
  const t = useTranslations('prayer')
  const locale = useLocale()
  const client = useQueryClient()
  const [wanted, setWanted] = useState<(WantedAct & { key: string }) | null>(null)
  useEffect(() => {
    // As the buttons load them: a prayer can be kept when the connection is lost before the first press, and no press waits.
    void import('./praying.ts').then((it) => it.preloadPraying(locale)).catch(() => {})
    void import('./reacting.ts').catch(() => {})
  }, [locale])
  useEffect(() => {
    if (ON_THE_WAY.test(pathname)) return undefined
    const send = async () => {
      if ((await sendWaiting(client)) > 0) announce(t('prayed'))
    }
    const take = async () => {
      const taken = takeWantedAct()
      setWanted((before) => taken ?? before)
    }
    void take()
    void send()
    const onOnline = () => void send()
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [pathname, client, t])
  return (
    <>
      <SyncPreferences key={user.id} user={user} />
      {wanted && <DoWantedAct key={wanted.key} wanted={wanted} />}
    </>
  )
}
