import type { Query, QueryClient } from '@tanstack/react-query'
import type { Prayer, PrayerDetail } from '../../../../contract/prayers.ts'
import { call, type Failure } from '../../../api.ts'
import { isAbout } from '../../../invalidate.ts'
import { callOptimistically } from '../../../layout/optimistic.ts'
import { doneIfGone } from '../../../layout/useEndpointMutation.ts'
import { readUserId } from '../../../token.ts'
import { keepWantedAct } from '../../identity/sessions/wantedAct.ts'
import { changeHeld, isListOf, isPrayerQuery, updateCachedPrayer } from './cache.ts'
import { prayerQuery } from './queries.ts'

// Separate from `useReactions.ts`, because a request can be read without it: the first press loads this file.

export type Reaction = keyof Prayer['reactions']
export type ReactionState = Pick<Prayer, 'reactions' | 'my_reactions'>

const queries = { predicate: isPrayerQuery }
const isOnePrayer = (query: Query): boolean => isAbout(query, 'prayers.one')

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

/**
 * Adds or removes a reaction to a request, or to one of its updates: changes the page optimistically, and rolls back if the call
 * fails. Returns the failure.
 */
export async function react(
  client: QueryClient,
  prayer: Pick<Prayer, 'id' | 'my_reactions'>,
  type: Reaction,
  update_id?: string,
): Promise<Failure | null> {
  const { queryKey } = prayerQuery(prayer.id)
  const change = (transform: (reacted: ReactionState) => ReactionState): void => {
    if (update_id === undefined) {
      updateCachedPrayer(client, prayer.id, (it) => ({ ...it, ...transform(it) }))
      return
    }
    changeHeld(client, isOnePrayer, (it: PrayerDetail) => ({
      ...it,
      updates: it.updates.map((update) => (update.id === update_id ? { ...update, ...transform(update) } : update)),
    }))
  }
  const add = (id: string) => change((it) => addReaction(it, type, id))
  const remove = () => change((it) => removeReaction(it, type))
  const shown = (client.getQueryData<PrayerDetail>(queryKey)?.updates ?? []).find(({ id }) => id === update_id)
  const own = (shown ?? prayer).my_reactions[type]
  if (own !== undefined) {
    const takeAway = () => {
      remove()
      return () => add(own)
    }
    const taken = await callOptimistically(client, { queries, apply: takeAway }, () =>
      doneIfGone(call('reactions.delete', { id: own }, { keepalive: true })),
    )
    return taken.error
  }
  const give = () => {
    add('')
    return remove
  }
  const user_id = readUserId()
  const target = update_id === undefined ? { prayer_request_id: prayer.id } : { update_id }
  const { data, error } = await callOptimistically(client, { queries, apply: give }, () =>
    call('reactions.create', { ...target, type }, { keepalive: true }),
  )
  // It is nobody else's who has signed in before the answer.
  const isTheirs = user_id === null || readUserId() === user_id
  if (data && isTheirs) change((it) => ({ ...it, my_reactions: { ...it.my_reactions, [type]: data.id } }))
  // It is gone, or its request is. The call does not name that, so nothing else reads its page again.
  if (error?.status === 404 && update_id !== undefined) void client.invalidateQueries({ queryKey })
  return error
}

/** Follows a request, or no longer, in the same way. Returns the failure. */
export async function follow(
  client: QueryClient,
  { id, is_following }: Pick<Prayer, 'id' | 'is_following'>,
): Promise<Failure | null> {
  const set = (value: boolean) => updateCachedPrayer(client, id, (it) => ({ ...it, is_following: value }))
  const apply = () => {
    set(!is_following)
    return () => set(is_following)
  }
  // A refused call removes the token.
  const user_id = readUserId()
  const { error } = await callOptimistically(client, { queries, apply }, () =>
    call(is_following ? 'prayers.unfollow' : 'prayers.follow', { id }, { keepalive: true }),
  )
  if (error?.status === 401 && !is_following) keepWantedAct({ act: 'follow', id }, user_id)
  // Read again when one comes back there: on the screen nothing moves under the finger.
  if (!error) void client.invalidateQueries({ predicate: (it) => isListOf(it, 'following'), refetchType: 'none' })
  return error
}
