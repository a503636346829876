import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Prayer, PrayerDetail } from '../../../../contract/prayers.ts'
import { call, type Failure } from '../../../api.ts'
import { doneIfGone, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import type { IconName } from '../../../ui/Icon.tsx'
import { readToken, readUserId } from '../../../token.ts'
import { keepWantedAct, type WantedAct } from '../../identity/sessions/wantedAct.ts'
import { isPrayerQuery, updateCachedPrayer } from './cache.ts'
import { prayerQuery } from './queries.ts'

export type Reaction = keyof Prayer['reactions']
export type ReactionState = Pick<Prayer, 'reactions' | 'my_reactions'>

const queries = { predicate: isPrayerQuery }

/** All reactions, in the order in which they are shown. */
export const reactionIcons: [Reaction, IconName][] = [
  ['amen', 'hands'],
  ['with_you', 'users'],
  ['heart', 'heart'],
  ['thanks', 'leaf'],
  ['praise', 'sun'],
]

/** Returns a mutation that updates a request optimistically and shows a message when it fails. */
function usePrayerMutation(overlaps = false) {
  const t = useTranslations('act')
  return useEndpointMutation({
    overlaps,
    isSilent: ({ status }) => status === 401,
    failureToast: (reason) => t('failed', { reason }),
  })
}

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

const removeReaction = (reacted: ReactionState, type: Reaction): ReactionState => {
  const { [type]: _, ...my_reactions } = reacted.my_reactions
  const count = (reacted.reactions[type] ?? 1) - 1
  const { [type]: __, ...others } = reacted.reactions
  return { my_reactions, reactions: count > 0 ? { ...others, [type]: count } : others }
}
const addReaction = (reacted: ReactionState, type: Reaction, id: string): ReactionState => ({
  my_reactions: { ...reacted.my_reactions, [type]: id },
  reactions: { ...reacted.reactions, [type]: (reacted.reactions[type] ?? 0) + 1 },
})

/** Adds or removes a reaction: updates the page optimistically, and rolls back with a message if the call fails. */
export function useReact(
  prayer: Pick<Prayer, 'id' | 'my_reactions'>,
  update_id?: string,
): (type: Reaction) => Promise<void> {
  const client = useQueryClient()
  const redirectVisitor = useSignInRedirect(prayer.id)
  const { run, perform } = usePrayerMutation(true)
  const busy = useRef(new Set<Reaction>())
  const change = (transform: (reacted: ReactionState) => ReactionState): void => {
    if (update_id === undefined) {
      updateCachedPrayer(client, prayer.id, (it) => ({ ...it, ...transform(it) }))
      return
    }
    client.setQueryData<PrayerDetail>(
      prayerQuery(prayer.id).queryKey,
      (it) =>
        it && {
          ...it,
          updates: it.updates.map((update) => (update.id === update_id ? { ...update, ...transform(update) } : update)),
        },
    )
  }
  return async (type) => {
    if (redirectVisitor() || busy.current.has(type)) return
    busy.current.add(type)
    const update = (client.getQueryData<PrayerDetail>(prayerQuery(prayer.id).queryKey)?.updates ?? []).find(
      ({ id }) => id === update_id,
    )
    const own = (update ?? prayer).my_reactions[type]
    if (own === undefined) {
      const target = update_id === undefined ? { prayer_request_id: prayer.id } : { update_id }
      const apply = () => {
        change((it) => addReaction(it, type, ''))
        return () => change((it) => removeReaction(it, type))
      }
      const input = { ...target, type }
      const created = await run('reactions.create', input, { keepalive: true, optimistic: { queries, apply } })
      if (created) change((it) => ({ ...it, my_reactions: { ...it.my_reactions, [type]: created.id } }))
    } else {
      const apply = () => {
        change((it) => removeReaction(it, type))
        return () => change((it) => addReaction(it, type, own))
      }
      await perform(() => doneIfGone(call('reactions.delete', { id: own }, { keepalive: true })), {
        optimistic: { queries, apply },
      })
    }
    busy.current.delete(type)
  }
}

/** Follows or unfollows a request. */
export function useFollow({ id, is_following }: Prayer): () => Promise<void> {
  const client = useQueryClient()
  const redirectVisitor = useSignInRedirect(id, { act: 'follow', id })
  const { run } = usePrayerMutation()
  const set = (value: boolean) => updateCachedPrayer(client, id, (it) => ({ ...it, is_following: value }))
  const apply = () => {
    set(!is_following)
    return () => set(is_following)
  }
  return async () => {
    if (redirectVisitor()) return
    const name = is_following ? 'prayers.unfollow' : 'prayers.follow'
    const user_id = readUserId()
    const onError = ({ status }: Failure): void => {
      if (status === 401 && !is_following) keepWantedAct({ act: 'follow', id }, user_id)
    }
    await run(name, { id }, { keepalive: true, optimistic: { queries, apply }, onError })
  }
}
