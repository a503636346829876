import '../styles/admin.css'
import '../styles/desk.css'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Icon, type IconName } from '../ui/Icon.tsx'

interface Place {
  to: string
  label: 'admin.dashboard' | 'admin.content' | 'desk.people' | 'desk.settings' | 'desk.record' | 'desk.check'
  icon: IconName
  /** Whose desk it is on: that of administrators, when left out. */
  who?: 'moderators'
}

const places: Place[] = [
  { to: '/admin', label: 'admin.dashboard', icon: 'chart' },
  { to: '/admin/users', label: 'desk.people', icon: 'user', who: 'moderators' },
  { to: '/admin/content', label: 'admin.content', icon: 'file' },
  { to: '/admin/settings', label: 'desk.settings', icon: 'gear' },
  { to: '/admin/audit', label: 'desk.record', icon: 'list' },
  { to: '/admin/check', label: 'desk.check', icon: 'okcircle' },
]

const isAt = (pathname: string, to: string): boolean =>
  pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`))

/** On a narrow screen the places scroll in themselves: the open one is not to be out of sight. */
const showOpenPlace = (nav: HTMLElement | null) =>
  nav?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** The desk of those who run the site: its places beside what is done in one of them. */
export function AdminShell({ isAdmin = true, children }: { isAdmin?: boolean; children: ReactNode }) {
  const t = useTranslations()
  const { pathname } = useLocation()
  return (
    <div className="admin">
      <nav className="admin__nav" aria-label={t('admin.nav')} ref={showOpenPlace}>
        {places
          .filter(({ who }) => isAdmin || who === 'moderators')
          .map(({ to, label, icon }) => (
            <Link key={to} to={to} aria-current={isAt(pathname, to) ? 'page' : undefined}>
              <Icon name={icon} />
              <span>{t(label)}</span>
            </Link>
          ))}
      </nav>
      <div className="admin__main">{children}</div>
    </div>
  )
}
