import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** What is behind # in the address, where the secrets of links are: no server and no log ever sees it. Null on the server. */
export const useFragment = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => location.hash.slice(1),
    () => null,
  )
