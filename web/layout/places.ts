import { hasRole } from '../../contract/roles.ts'
import type { Role } from '../../contract/users.ts'
import type { IconName } from '../ui/Icon.tsx'

/** Lowest role that may open a place of the desk. */
export type MinRole = 'care' | 'moderator' | 'admin'

interface Part {
  to: string
  label: 'admin.requests' | 'feed.categories' | 'admin.miscategorized'
  who: MinRole
}

export interface Place {
  to: string
  label:
    | `places.${'today' | 'care' | 'reports' | 'requests' | 'look' | 'pages'}`
    | `desk.${'people' | 'settings' | 'record'}`
  icon: IconName | 'candle'
  who: MinRole
  /** Other addresses that belong to it. */
  also?: string[]
  /** Pages of a place that has several. */
  parts?: Part[]
}

interface PlaceGroup {
  title?: 'places.ours' | 'places.rarely'
  places: Place[]
}

const groups: PlaceGroup[] = [
  {
    places: [
      { to: '/admin', label: 'places.today', icon: 'sunrise', who: 'care', also: ['/admin/numbers'] },
      { to: '/admin/care', label: 'places.care', icon: 'care', who: 'care' },
      { to: '/admin/reports', label: 'places.reports', icon: 'flag', who: 'moderator' },
      { to: '/admin/users', label: 'desk.people', icon: 'users', who: 'moderator', also: ['/admin/poster'] },
      {
        to: '/admin/prayers',
        label: 'places.requests',
        icon: 'candle',
        who: 'moderator',
        parts: [
          { to: '/admin/prayers', label: 'admin.requests', who: 'moderator' },
          { to: '/admin/miscategorized', label: 'admin.miscategorized', who: 'moderator' },
          { to: '/admin/categories', label: 'feed.categories', who: 'admin' },
        ],
      },
    ],
  },
  {
    title: 'places.ours',
    places: [
      { to: '/admin/look', label: 'places.look', icon: 'palette', who: 'admin', also: ['/admin/themes'] },
      {
        to: '/admin/content',
        label: 'places.pages',
        icon: 'file',
        who: 'admin',
        also: ['/admin/announcement', '/admin/imprint'],
      },
    ],
  },
  {
    title: 'places.rarely',
    places: [
      { to: '/admin/settings', label: 'desk.settings', icon: 'gear', who: 'admin', also: ['/admin/check'] },
      { to: '/admin/audit', label: 'desk.record', icon: 'list', who: 'admin' },
    ],
  },
]

const isAt = (pathname: string, to: string): boolean =>
  pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`))

/** Returns whether the part is open, or a page of one of its items. */
export const isOpenPart = (pathname: string, { to }: Part): boolean => isAt(pathname, to)

export const isOpenPlace = (pathname: string, { to, also = [], parts = [] }: Place): boolean =>
  [to, ...also, ...parts.map((part) => part.to)].some((one) => isAt(pathname, one))

/**
 * The places that a role finds on the desk, in their groups. `takesCases`: they look after people in danger, which moderators do
 * only where there is no care team, or when they are on call.
 */
export function placesFor(role: Role, takesCases: boolean): PlaceGroup[] {
  const isOffered = ({ to, who }: Place) =>
    hasRole(role, who) && (to !== '/admin/care' || role !== 'moderator' || takesCases)
  return groups
    .map(({ title, places }) => ({
      ...(title && { title }),
      places: places.filter(isOffered).map(({ parts, ...place }) => ({
        ...place,
        ...(parts && { parts: parts.filter((part) => hasRole(role, part.who)) }),
      })),
    }))
    .filter(({ places }) => places.length > 0)
}
