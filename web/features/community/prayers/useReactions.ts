import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { Prayer, PrayerDetail } from '../../../../contract/prayers.ts'
import { call, type Failure } from '../../../api.ts'
import { mutateOptimistically } from '../../../layout/optimistic.ts'
import type { IconName } from '../../../ui/Icon.tsx'
import { getErrorMessage } from '../../../messages.ts'
import { readToken } from '../../../token.ts'
import { toast } from '../../../ui/Toast.tsx'
import { isPrayerQuery, updateCachedPrayer } from './cache.ts'
import { prayerQuery } from './queries.ts'

export type Reaction = keyof Prayer['reactions']
export type ReactionState = Pick<Prayer, 'reactions' | 'my_reactions'>

/** What somebody has done is sent also when they leave the page at once. */
const keepaliveOptions = { keepalive: true }

/** The closed list, in the order in which they are shown. */
export const reactionIcons: [Reaction, IconName][] = [
  ['amen', 'hands'],
  ['with_you', 'users'],
  ['heart', 'heart'],
  ['thanks', 'leaf'],
  ['praise', 'sun'],
]

/** Says why something could not be done; what was shown has been taken back. */
function useFailureToast(): (error: Failure) => Promise<void> {
  const t = useTranslations('act')
  const locale = useLocale()
  return async (error) => {
    if (error.status !== 401) toast(t('failed', { reason: await getErrorMessage(error, locale) }))
  }
}

/** Leads a visitor to sign in and back; false when there is somebody. */
export function useSignInRedirect(id: string): () => boolean {
  const navigate = useNavigate()
  return () => {
    // The token may still be being checked; the server has the last word.
    if (readToken() !== null) return false
    void navigate(`/signin?return=${encodeURIComponent(`/prayers/${id}`)}`)
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

/** Gives a reaction, or takes it back: shown at once, undone with a sentence when the server did not hear it. */
export function useReact(prayer: Prayer, update_id?: string): (type: Reaction) => Promise<void> {
  const client = useQueryClient()
  const redirectVisitor = useSignInRedirect(prayer.id)
  const showFailure = useFailureToast()
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
      const { data, error } = await mutateOptimistically(
        client,
        { predicate: isPrayerQuery },
        () => change((it) => addReaction(it, type, '')),
        () => call('reactions.create', { ...target, type }, keepaliveOptions),
      )
      change((it) =>
        data ? { ...it, my_reactions: { ...it.my_reactions, [type]: data.id } } : removeReaction(it, type),
      )
      if (error) await showFailure(error)
    } else {
      const { error } = await mutateOptimistically(
        client,
        { predicate: isPrayerQuery },
        () => change((it) => removeReaction(it, type)),
        () => call('reactions.delete', { id: own }, keepaliveOptions),
      )
      if (error && error.status !== 404) {
        change((it) => addReaction(it, type, own))
        await showFailure(error)
      }
    }
    busy.current.delete(type)
  }
}

/** Follows a request, or no longer. */
export function useFollow({ id, is_following }: Prayer): () => Promise<void> {
  const client = useQueryClient()
  const redirectVisitor = useSignInRedirect(id)
  const showFailure = useFailureToast()
  const busy = useRef(false)
  return async () => {
    if (redirectVisitor() || busy.current) return
    busy.current = true
    const { error } = await mutateOptimistically(
      client,
      { predicate: isPrayerQuery },
      () => updateCachedPrayer(client, id, (it) => ({ ...it, is_following: !is_following })),
      () => call(is_following ? 'prayers.unfollow' : 'prayers.follow', { id }, keepaliveOptions),
    )
    if (error) {
      updateCachedPrayer(client, id, (it) => ({ ...it, is_following }))
      await showFailure(error)
    }
    busy.current = false
  }
}
