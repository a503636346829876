import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/**
 * Returns the part of the address after #, where links carry their secrets: no server and no log ever sees it. Null on
 * the server.
 */
export const useFragment = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => location.hash.slice(1),
    () => null,
  )
