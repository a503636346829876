import { useSyncExternalStore } from 'react'
import { noopSubscribe } from './noopSubscribe.ts'

/** Returns false in the first render of a page of the server, so that it equals the server's, then true. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    noopSubscribe,
    () => true,
    () => false,
  )
