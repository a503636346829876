import { Suspense, type ComponentType, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { MinRole } from '../../layout/places.ts'
import { Title } from '../../site.tsx'
import { ButtonLink, ButtonRow } from '../../ui/Button.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
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

/** A page, and the lowest role that may open it; administrators only when absent. */
type Entry<Props> = [Page: ComponentType<Props>, who?: MinRole]

/** Pages of a single item. */
const detailPages: Record<string, Entry<{ id: string }>> = {
  care: [Case, 'care'],
  users: [ManagedPerson],
  themes: [ThemeEditor],
  settings: [Settings],
  opening: [Opening],
  announcement: [AnnouncementEditor],
}
/** By their whole path. */
const listPages: Record<string, Entry<object>> = {
  '': [Today, 'care'],
  numbers: [Dashboard],
  care: [Care, 'care'],
  reports: [Reports, 'care'],
  prayers: [Requests, 'moderator'],
  categories: [Categories],
  miscategorized: [Miscategorized, 'moderator'],
  users: [People, 'moderator'],
  'users/invite': [InvitePeople],
  look: [Ours],
  opening: [Opening],
  themes: [Themes],
  settings: [Settings],
  audit: [AuditLog],
  poster: [Poster],
  check: [Checks],
  imprint: [Imprint],
  announcement: [Announcements],
}

const LoadingPage = () => <p className="muted">{useTranslations('admin')('loading')}</p>

/** Says that the desk has no such page. */
function Missing() {
  const t = useTranslations()
  return (
    <>
      <Title>{t('failure.missing')}</Title>
      <PageHead title={t('failure.missing')} lead={t('failure.missing_text')} />
      <ButtonRow>
        <ButtonLink variant="primary" to="/admin">
          {t('places.today')}
        </ButtonLink>
      </ButtonRow>
    </>
  )
}

const find = <Page,>(pages: Record<string, Page>, name: string): Page | undefined =>
  Object.hasOwn(pages, name) ? pages[name] : undefined

/** Returns the page at a path below `/admin/`, and who may open it; null where there is none, which all of the desk are told. */
function pageAt(path: string): { page: ReactNode; who: MinRole } {
  const [name = '', id, ...rest] = path.split('/')
  const [Page, who = 'admin'] = find(listPages, path) ?? []
  if (Page) return { page: <Page />, who }
  const [Part, whoOfPart = 'admin'] = find(detailPages, name) ?? []
  if (!Part || id === undefined || rest.length > 0) return { page: null, who: 'care' }
  return { page: <Part id={id} />, who: whoOfPart }
}

// Nothing is loaded for it: else each step within the desk would ask for its styles anew, and wait for them.
export const shouldRevalidate = () => false

/**
 * One route for all sections of the desk, so that the list of routes, which every page carries, stays short. The sections
 * are imported, not loaded late: the styles of a route come with the document, those of late parts do not.
 */
export default function AdminRoute() {
  const { '*': address = '' } = useParams()
  const path = address.endsWith('/') ? address.slice(0, -1) : address
  const { page, who } = pageAt(path)
  return (
    <AdminOnly who={who} isAlone={page !== null && path.split('/')[0] === 'opening'}>
      <Suspense fallback={<LoadingPage />}>{page ?? <Missing />}</Suspense>
    </AdminOnly>
  )
}
