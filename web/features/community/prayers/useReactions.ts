import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { noConnection, type Failure } from '../../../api.ts'
import { getErrorMessage } from '../../../layout/errorMessages.ts'
import type { IconName } from '../../../ui/Icon.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { readToken } from '../../../token.ts'
import type { WantedAct } from '../../identity/sessions/wantedAct.ts'
import type { Reaction } from './reacting.ts'

/** All reactions, in the order in which they are shown. */
export const reactionIcons: [Reaction, IconName][] = [
  ['amen', 'hands'],
  ['with_you', 'users'],
  ['heart', 'heart'],
  ['thanks', 'leaf'],
  ['praise', 'sun'],
]

/**
 * Sends a visitor to sign in and back; returns false if somebody is signed in. `wanted`: an act that is then done by itself.
 */
export function useSignInRedirect(id: string, wanted?: WantedAct): () => boolean {
  const navigate = useNavigate()
  return () => {
    // The token may not be verified yet; the server decides.
    if (readToken() !== null) return false
    void navigate(`/signin?return=${encodeURIComponent(`/prayers/${id}`)}`, { state: wanted })
    return true
  }
}

/** Returns what sends a press, one at a time for each `name`, and says why it failed. */
function usePress(): (name: string, send: () => Promise<Failure | null>) => Promise<void> {
  const t = useTranslations('act')
  const locale = useLocale()
  const busy = useRef(new Set<string>())
  return async (name, send) => {
    if (busy.current.has(name)) return
    busy.current.add(name)
    const error = await send()
    // The page that signs in tells of a session that has ended.
    if (error && error.status !== 401) toast(t('failed', { reason: await getErrorMessage(error, locale) }))
    busy.current.delete(name)
  }
}

/** Adds or removes a reaction. Sends a visitor to sign in. */
export function useReact(
  prayer: Pick<Prayer, 'id' | 'my_reactions'>,
  update_id?: string,
): (type: Reaction) => Promise<void> {
  const client = useQueryClient()
  const redirectVisitor = useSignInRedirect(prayer.id)
  const press = usePress()
  return async (type) => {
    if (redirectVisitor()) return
    await press(type, () =>
      import('./reacting.ts').then((it) => it.react(client, prayer, type, update_id)).catch(() => noConnection),
    )
  }
}

/** Follows or unfollows a request. Sends a visitor to sign in, and follows it when they are back. */
export function useFollow(prayer: Prayer): () => Promise<void> {
  const client = useQueryClient()
  const redirectVisitor = useSignInRedirect(prayer.id, { act: 'follow', id: prayer.id })
  const press = usePress()
  return async () => {
    if (redirectVisitor()) return
    await press('follow', () =>
      import('./reacting.ts').then((it) => it.follow(client, prayer)).catch(() => noConnection),
    )
  }
}
