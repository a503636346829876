import { useIsHydrated } from './useIsHydrated.ts'

export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')

/** The time zones that this browser knows, with the one that is `chosen`: that alone until the page is hydrated. */
export function ZoneOptions({ chosen }: { chosen: string }) {
  const known = useIsHydrated() ? ['UTC', ...Intl.supportedValuesOf('timeZone')] : []
  return [...new Set([...known, chosen])].toSorted().map((zone) => (
    <option key={zone} value={zone}>
      {zoneName(zone)}
    </option>
  ))
}
