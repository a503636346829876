import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Role } from '../../contract/users.ts'
import { hasRole } from '../../contract/roles.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'
import styles from './AdminShell.module.css'

/** Lowest role that may open a section of the desk. */
export type MinRole = 'care' | 'moderator' | 'admin'

type Label =
  | 'admin.dashboard'
  | 'admin.reports'
  | 'admin.requests'
  | 'admin.categories'
  | 'admin.miscategorized'
  | 'admin.content'
  | 'desk.people'
  | 'desk.themes'
  | 'desk.settings'
  | 'desk.record'
  | 'desk.check'
/** The last element is the lowest role; administrators only when absent. */
const navItems: [to: string, label: Label, icon: IconName, who?: MinRole][] = [
  ['/admin', 'admin.dashboard', 'chart'],
  ['/admin/reports', 'admin.reports', 'flag', 'care'],
  ['/admin/prayers', 'admin.requests', 'quote', 'moderator'],
  ['/admin/categories', 'admin.categories', 'tag'],
  ['/admin/miscategorized', 'admin.miscategorized', 'spark', 'moderator'],
  ['/admin/users', 'desk.people', 'user', 'moderator'],
  ['/admin/content', 'admin.content', 'file'],
  ['/admin/themes', 'desk.themes', 'palette'],
  ['/admin/settings', 'desk.settings', 'gear'],
  ['/admin/audit', 'desk.record', 'list'],
  ['/admin/check', 'desk.check', 'okcircle'],
]

const isCurrentSection = (pathname: string, to: string): boolean =>
  pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`))

/** Scrolls the current section into view: on a narrow screen the sections scroll horizontally. */
const scrollToCurrentSection = (nav: HTMLElement | null) =>
  nav?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Layout of the desk: the navigation beside the open section. Lists only the sections that the role may open. */
export function AdminShell({ role, children }: { role: Role; children: ReactNode }) {
  const t = useTranslations()
  const { pathname } = useLocation()
  return (
    <div className={styles.admin}>
      <nav className={styles.nav} aria-label={t('admin.nav')} ref={scrollToCurrentSection}>
        {navItems
          .filter(([, , , minRole = 'admin']) => hasRole(role, minRole))
          .map(([to, label, icon]) => (
            <Link key={to} to={to} aria-current={isCurrentSection(pathname, to) ? 'page' : undefined}>
              <Icon name={icon} />
              <span>{t(label)}</span>
            </Link>
          ))}
      </nav>
      <div className={styles.main}>{children}</div>
    </div>
  )
}
