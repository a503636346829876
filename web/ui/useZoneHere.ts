import { useIsHydrated } from './useIsHydrated.ts'

/** Returns the name of the reader's own time zone; undefined until the page is hydrated. */
export const useZoneHere = (): string | undefined =>
  useIsHydrated() ? new Intl.DateTimeFormat().resolvedOptions().timeZone : undefined
