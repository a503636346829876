import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import type { Prayer } from '../../../contract/prayers.ts'
import { prayerQuery } from '../../features/community/prayers/queries.ts'
import { beginDeck, changeDeck, type Deck } from './round.ts'

/**
 * Holds the requests of a round as they were when it began. Reads the next one again while the reader is with the one
 * before, and leaves out what has ended or been withdrawn meanwhile.
 */
export function useDeck(
  prayers: Prayer[],
  kept: { ids: string[]; at: string | null } | null,
): [deck: Deck, move: (step: 1 | -1) => void] {
  const client = useQueryClient()
  const [deck, change] = useReducer(changeDeck, null, () => beginDeck(prayers, kept))
  const next = deck.prayers[deck.position + 1]?.id
  useEffect(() => {
    if (next === undefined) return undefined
    const check = () => {
      if (document.visibilityState !== 'visible') return
      client.query(prayerQuery(next)).then(
        (fresh) => change({ id: next, fresh }),
        // Whatever else failed, the request stays as it was read.
        (error: { status?: number }) => error.status === 404 && change({ id: next, fresh: null }),
      )
    }
    check()
    // A reader who comes back after a while.
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [client, next])
  useEffect(() => {
    // A dialog has words of the reader, which would go with the request.
    const drop = ({ detail: gone }: CustomEvent<string>) => {
      if (!document.querySelector('dialog[open]')) change({ gone })
    }
    addEventListener('prayergone', drop)
    return () => removeEventListener('prayergone', drop)
  }, [])
  return [deck, (step) => change({ step })]
}
