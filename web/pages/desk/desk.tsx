import { Suspense, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { useParams } from 'react-router'
import type { MinRole } from '../../layout/places.ts'
import { AdminOnly } from '../../features/identity/sessions/AdminOnly.tsx'
import Today from '../../features/site/desk/Today.tsx'
import Dashboard from '../../features/site/stats/Dashboard.tsx'
import People from '../../features/identity/accounts/People.tsx'
import InvitePeople from '../../features/identity/invitations/InvitePeople.tsx'
import Poster from '../../features/identity/invitations/Poster.tsx'
import ManagedPerson from './ManagedPerson.tsx'
import Settings from '../../features/site/settings/Settings.tsx'
import Themes from '../../features/site/themes/Themes.tsx'
import Opening from '../../features/site/desk/Opening.tsx'
import Ours from '../../features/site/themes/Ours.tsx'
import ThemeEditor from '../../features/site/themes/ThemeEditor.tsx'
import AuditLog from '../../features/site/audit/AuditLog.tsx'
import Reports from './ReportsPage.tsx'
import Care from './CarePage.tsx'
import Case from '../../features/care/cases/Case.tsx'
import Requests from '../../features/care/moderations/Requests.tsx'
import Categories from '../../features/care/moderations/Categories.tsx'
import Miscategorized from '../../features/care/moderations/Miscategorized.tsx'
import AnnouncementEditor from '../../features/site/content/AnnouncementEditor.tsx'
import Announcements from '../../features/site/content/Announcements.tsx'
import Imprint from '../../features/site/content/Imprint.tsx'
import Checks from '../../features/site/checks/Checks.tsx'

/** Pages below those of a list, by their whole path. */
const furtherPages: Record<string, ComponentType> = { 'users/invite': InvitePeople }

/** Pages of a single item. */
const detailPages: Record<string, ComponentType<{ id: string }>> = {
  care: Case,
  users: ManagedPerson,
  themes: ThemeEditor,
  settings: Settings,
  opening: Opening,
  announcement: AnnouncementEditor,
}
const listPages: Record<string, ComponentType> = {
  numbers: Dashboard,
  care: Care,
  reports: Reports,
  prayers: Requests,
  categories: Categories,
  miscategorized: Miscategorized,
  users: People,
  look: Ours,
  opening: Opening,
  themes: Themes,
  settings: Settings,
  audit: AuditLog,
  poster: Poster,
  check: Checks,
  imprint: Imprint,
  announcement: Announcements,
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
  const Further = Object.hasOwn(furtherPages, path) ? furtherPages[path] : undefined
  const Part = id && Object.hasOwn(detailPages, name) ? detailPages[name] : undefined
  const Page = (Object.hasOwn(listPages, name) ? listPages[name] : undefined) ?? Today
  return (
    <Suspense fallback={<p className="muted">{t('loading')}</p>}>
      {Further ? <Further /> : Part && id ? <Part id={id} /> : <Page />}
    </Suspense>
  )
}

/**
 * One route for all sections of the desk, so that the list of routes, which every page carries, stays short. The sections
 * are imported, not loaded late: the styles of a route come with the document, those of late parts do not.
 */
export default function AdminRoute() {
  const path = useParams()['*'] ?? ''
  const [name = '', id] = path.split('/')
  const place = id === undefined ? name : `${name}/:id`
  return (
    <AdminOnly
      who={(Object.hasOwn(minRoles, place) ? minRoles[place] : undefined) ?? 'admin'}
      isAlone={name === 'opening'}
    >
      <AdminSection at={path} />
    </AdminOnly>
  )
}
