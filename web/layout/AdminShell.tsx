import '../styles/admin.css'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Icon, type IconName } from '../ui/Icon.tsx'

const places: [to: string, label: 'dashboard' | 'content', icon: IconName][] = [
  ['/admin', 'dashboard', 'chart'],
  ['/admin/content', 'content', 'file'],
]

/** The desk of those who run the site: its places beside what is done in one of them. */
export function AdminShell({ children }: { children: ReactNode }) {
  const t = useTranslations('admin')
  const { pathname } = useLocation()
  const here = places.toReversed().find(([to]) => pathname.startsWith(to))?.[0]
  return (
    <div className="admin">
      <nav className="admin__nav" aria-label={t('nav')}>
        {places.map(([to, label, icon]) => (
          <Link key={to} to={to} aria-current={to === here ? 'page' : undefined}>
            <Icon name={icon} />
            <span>{t(label)}</span>
          </Link>
        ))}
      </nav>
      <div className="admin__main">{children}</div>
    </div>
  )
}
