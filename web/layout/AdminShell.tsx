import '../styles/admin.css'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Role } from '../../contract/users.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'

/** The least role that may enter a place. */
export type Who = 'care' | 'moderator' | 'admin'
const ranks: Role[] = ['limited', 'member', 'care', 'moderator', 'admin']
export const mayEnter = (role: Role, who: Who): boolean => ranks.indexOf(role) >= ranks.indexOf(who)

type Label = 'dashboard' | 'reports' | 'requests' | 'categories' | 'miscategorized' | 'content'
/** The last: who may enter; administrators, when left out. */
const places: [to: string, label: Label, icon: IconName, who?: Who][] = [
  ['/admin', 'dashboard', 'chart'],
  ['/admin/reports', 'reports', 'flag', 'care'],
  ['/admin/prayers', 'requests', 'list', 'moderator'],
  ['/admin/categories', 'categories', 'tag'],
  ['/admin/miscategorized', 'miscategorized', 'spark', 'moderator'],
  ['/admin/content', 'content', 'file'],
]

/** The desk of those who run the site: its places beside what is done in one of them. Each person sees those that are theirs. */
export function AdminShell({ role, children }: { role: Role; children: ReactNode }) {
  const t = useTranslations('admin')
  const { pathname } = useLocation()
  const here = places.toReversed().find(([to]) => pathname.startsWith(to))?.[0]
  return (
    <div className="admin">
      <nav className="admin__nav" aria-label={t('nav')}>
        {places
          .filter(([, , , who = 'admin']) => mayEnter(role, who))
          .map(([to, label, icon]) => (
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
