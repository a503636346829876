import type { IconName } from '../ui/Icon.tsx'

type Label = 'prayers' | 'groups' | 'prayers_short' | 'home' | 'admin' | 'profile' | 'sign_in' | 'sign_up' | 'sign_out'
export interface NavLink {
  /** Where it leads; nowhere for Sign Out, which is a button. */
  to?: string
  label: Label
  /** Everybody, when left out. */
  who?: 'members' | 'visitors' | 'admins'
}

export const headerLinks: NavLink[] = [
  { to: '/', label: 'prayers' },
  { to: '/groups', label: 'groups', who: 'members' },
  { to: '/admin', label: 'admin', who: 'admins' },
  { to: '/profile', label: 'profile', who: 'members' },
  { label: 'sign_out', who: 'members' },
  { to: '/signin', label: 'sign_in', who: 'visitors' },
  { to: '/signup', label: 'sign_up', who: 'visitors' },
]

type BarLink = { to: string; label: Label; icon: IconName | 'candle'; who?: 'admins' }
/** The two halves of the bottom bar, on either side of the plus. */
export const barLinks: Record<'members' | 'visitors', [start: BarLink[], end: BarLink[]]> = {
  members: [
    [
      { to: '/', label: 'home', icon: 'home' },
      { to: '/groups', label: 'groups', icon: 'users' },
    ],
    [
      { to: '/admin', label: 'admin', icon: 'chart', who: 'admins' },
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
