import { useSyncExternalStore } from 'react'

/** True while the window matches a media query. `onServer`: what the server takes for true, which knows no window. */
export const useMedia = (query: string, onServer = false): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => onServer,
  )
