import { Suspense, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { useParams } from 'react-router'
import type { MinRole } from '../../layout/places.ts'
import { lazyPart, NotLoaded } from '../../layout/lazyPart.tsx'
import { AdminOnly } from '../../features/identity/sessions/AdminOnly.tsx'

const Today = lazyPart(() => import('../../features/site/desk/Today.tsx'), NotLoaded)
const Dashboard = lazyPart(() => import('../../features/site/stats/Dashboard.tsx'), NotLoaded)
const People = lazyPart(() => import('../../features/identity/accounts/People.tsx'), NotLoaded)
const ManagedPerson = lazyPart<{ id: string }>(() => import('./ManagedPerson.tsx'), NotLoaded)
const Settings = lazyPart(() => import('../../features/site/settings/Settings.tsx'), NotLoaded)
const Themes = lazyPart(() => import('../../features/site/themes/Themes.tsx'), NotLoaded)
const ThemeEditor = lazyPart<{ id: string }>(() => import('../../features/site/themes/ThemeEditor.tsx'), NotLoaded)
const AuditLog = lazyPart(() => import('../../features/site/audit/AuditLog.tsx'), NotLoaded)
const Reports = lazyPart(() => import('./ReportsPage.tsx'), NotLoaded)
const Care = lazyPart(() => import('./CarePage.tsx'), NotLoaded)
const Case = lazyPart<{ id: string }>(() => import('../../features/care/cases/Case.tsx'), NotLoaded)
const Requests = lazyPart(() => import('../../features/care/moderations/Requests.tsx'), NotLoaded)
const Categories = lazyPart(() => import('../../features/care/moderations/Categories.tsx'), NotLoaded)
const Miscategorized = lazyPart(() => import('../../features/care/moderations/Miscategorized.tsx'), NotLoaded)
const Checks = lazyPart(() => import('../../features/site/checks/Checks.tsx'), NotLoaded, ['admin_today'])

/** Pages of a single item. */
const detailPages: Record<string, ComponentType<{ id: string }>> = {
  care: Case,
  users: ManagedPerson,
  themes: ThemeEditor,
}
const listPages: Record<string, ComponentType> = {
  numbers: Dashboard,
  care: Care,
  reports: Reports,
  prayers: Requests,
  categories: Categories,
  miscategorized: Miscategorized,
  users: People,
  themes: Themes,
  settings: Settings,
  audit: AuditLog,
  check: Checks,
}

/** Lowest role for each section; administrators only when absent. */
const minRoles: Record<string, MinRole> = {
  '': 'care',
  care: 'care',
  'care/:id': 'care',
  reports: 'care',
  prayers: 'moderator',
  miscategorized: 'moderator',
  users: 'moderator',
}

function AdminSection({ at: path }: { at: string }) {
  const t = useTranslations('admin')
  const [name = '', id] = path.split('/')
  const Part = id && Object.hasOwn(detailPages, name) ? detailPages[name] : undefined
  const Page = (Object.hasOwn(listPages, name) ? listPages[name] : undefined) ?? Today
  return (
    <Suspense fallback={<p className="muted">{t('loading')}</p>}>{Part && id ? <Part id={id} /> : <Page />}</Suspense>
  )
}

/** One route for all sections of the desk, so that the list of routes, which every page carries, stays short. */
export default function AdminRoute() {
  const path = useParams()['*'] ?? ''
  const [name = '', id] = path.split('/')
  const place = id === undefined ? name : `${name}/:id`
  return (
    <AdminOnly who={(Object.hasOwn(minRoles, place) ? minRoles[place] : undefined) ?? 'admin'}>
      <AdminSection at={path} />
    </AdminOnly>
  )
}
