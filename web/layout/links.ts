import type { IconName } from '../ui/Icon.tsx'

type Label =
  | 'prayers'
  | 'groups'
  | 'prayers_short'
  | 'home'
  | 'admin'
  | 'desk'
  | 'profile'
  | 'sign_in'
  | 'sign_up'
  | 'sign_out'
export interface NavLink {
  /** Target; absent for Sign Out, which is a button. */
  to?: string
  label: Label
  /** Everybody, when absent. `staff`: the care team and moderators. */
  audience?: 'members' | 'visitors' | 'admins' | 'staff'
}

export const headerLinks: NavLink[] = [
  { to: '/', label: 'prayers' },
  { to: '/groups', label: 'groups', audience: 'members' },
  { to: '/admin', label: 'admin', audience: 'admins' },
  { to: '/admin', label: 'desk', audience: 'staff' },
  { to: '/profile', label: 'profile', audience: 'members' },
  { label: 'sign_out', audience: 'members' },
  { to: '/signin', label: 'sign_in', audience: 'visitors' },
  { to: '/signup', label: 'sign_up', audience: 'visitors' },
]

type BarLink = { to: string; label: Label; icon: IconName | 'candle'; audience?: 'admins' | 'staff' }
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
