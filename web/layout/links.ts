import type { IconName } from '../ui/Icon.tsx'

type Label =
  | 'prayers'
  | 'groups'
  | 'prayers_short'
  | 'home'
  | 'admin'
  | 'desk'
  | 'profile'
  | 'today'
  | 'lists'
  | 'sign_in'
  | 'sign_up'
  | 'sign_out'
export interface NavLink {
  /** Target; absent for Sign Out, which is a button. */
  to?: string
  label: Label
  /** Everybody, when absent. */
  audience?: Audience
  /** True when only the menu of a phone has it. */
  menu?: boolean
}
/** `staff`: the care team and moderators. `others`: members who have no place on the desk. */
type Audience = 'members' | 'visitors' | 'admins' | 'staff' | 'others'

/** Returns whether the link is that of the page, or of the part of the site that the page belongs to. */
export const isCurrent = (to: string, pathname: string): boolean => `${pathname}/`.startsWith(`${to}/`)

export const headerLinks: NavLink[] = [
  { to: '/', label: 'prayers' },
  { to: '/today', label: 'today', audience: 'members' },
  { to: '/groups', label: 'groups', audience: 'members' },
  { to: '/prayer-lists', label: 'lists', audience: 'members', menu: true },
  { to: '/admin', label: 'admin', audience: 'admins' },
  { to: '/admin', label: 'desk', audience: 'staff' },
  { to: '/profile', label: 'profile', audience: 'members' },
  { label: 'sign_out', audience: 'members' },
  { to: '/signin', label: 'sign_in', audience: 'visitors' },
  { to: '/signup', label: 'sign_up', audience: 'visitors' },
]

type BarLink = { to: string; label: Label; icon: IconName | 'candle'; audience?: Audience }
/** Links of the bottom bar on either side of its plus button. */
export const barLinks: Record<'members' | 'visitors', [start: BarLink[], end: BarLink[]]> = {
  members: [
    [
      { to: '/', label: 'home', icon: 'home' },
      { to: '/groups', label: 'groups', icon: 'users' },
    ],
    [
      { to: '/admin', label: 'admin', icon: 'chart', audience: 'admins' },
      { to: '/admin', label: 'desk', icon: 'chart', audience: 'staff' },
      { to: '/today', label: 'today', icon: 'candle', audience: 'others' },
      { to: '/profile', label: 'profile', icon: 'user' },
    ],
  ],
  visitors: [
    [
      { to: '/', label: 'home', icon: 'home' },
      { to: '/prayers', label: 'prayers_short', icon: 'candle' },
    ],
    [
      { to: '/signin', label: 'sign_in', icon: 'key' },
      { to: '/signup', label: 'sign_up', icon: 'user' },
    ],
  ],
}

/** “Leave this page” leads here: anybody could have it open. */
export const ELSEWHERE = 'https://weather.com/'
