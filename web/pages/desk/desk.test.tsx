import { Route, Routes } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import type { Check, CheckName } from '../../../contract/checks.ts'
import { hannah, json, storeToken, peter, renderPage, mockServer, signedInAs } from '../../test.tsx'
import { AdminOnly } from '../../features/identity/sessions/AdminOnly.tsx'
import { HealthLine } from '../../features/site/desk/HealthLine.tsx'
import AdminRoute from './desk.tsx'
import Checks from '../../features/site/checks/Checks.tsx'

beforeEach(storeToken)

it.each([
  ['a member', hannah.role, false],
  ['the care team', 'care', false],
  ['moderators', 'moderator', false],
  ['moderators, where the page is theirs too', 'moderator', true],
  ['administrators', 'admin', false],
])('the desk and %s', async (_, role, moderators) => {
  mockServer(signedInAs({ ...hannah, role }))
  const { screen } = await renderPage(<AdminOnly who={moderators ? 'moderator' : 'admin'}>Numbers</AdminOnly>, '/admin')
  const isLetIn = role === 'admin' || moderators
  await expect.element(screen.getByText(isLetIn ? 'Numbers' : 'Page not found')).toBeVisible()
  await expect.element(screen.getByText(isLetIn ? 'Page not found' : 'Numbers')).not.toBeInTheDocument()
  const nav = screen.getByRole('navigation', { name: 'Desk' })
  // Narrow screens unfold the places.
  if (isLetIn) await screen.getByRole('button', { name: /All places/ }).click()
  if (isLetIn) expect(nav.getByRole('link').elements()).toHaveLength(role === 'admin' ? 9 : 4)
  else await expect.element(nav).not.toBeInTheDocument()
})

it.each([
  ['people', 'admin'],
  ['invitations', 'admin'],
  ['cases', 'care'],
  ['review', 'moderator'],
  ['reports/open', 'moderator'],
  ['constructor', 'admin'],
])('the desk has no page at /admin/%s, and leads %s to Today', async (path, role) => {
  mockServer(signedInAs({ ...hannah, role }))
  const { screen } = await renderPage(
    <Routes>
      <Route path="/admin/*" Component={AdminRoute} />
    </Routes>,
    `/admin/${path}`,
  )
  await expect.element(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Today' }).last()).toHaveAttribute('href', '/admin')
  await expect.element(screen.getByRole('button', { name: /All places/ })).toBeVisible()
})

const never = (name: CheckName): Check => ({
  name,
  outcome: null,
  is_well: false,
  detail: {},
  ms: null,
  checked_at: null,
  succeeded_at: null,
})

it('tries every promise by itself when it is opened, and sends a mail only on a press', async () => {
  const tried: string[] = []
  const at = '2026-05-20T11:59:00.000Z'
  const answer = (name: CheckName, part: Partial<Check>) => ({
    [`POST /api/admin/checks/${name}`]: () => {
      tried.push(name)
      return json({ ...never(name), is_well: true, ms: 4, checked_at: at, succeeded_at: at, ...part })
    },
  })
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/checks': () => json([never('write'), never('disk'), never('mail')]),
    ...answer('write', { outcome: 'written' }),
    ...answer('disk', { outcome: 'little', is_well: false, detail: { free: 52_000_000 }, succeeded_at: null }),
    ...answer('mail', { outcome: 'handed_in' }),
  })
  const { screen } = await renderPage(<Checks />, '/admin/check')
  await expect.element(screen.getByText('Saved, read back and removed.')).toBeVisible()
  await expect.element(screen.getByText('Only 52 MB free. Make room before the disk is full.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Storage' })).toHaveAttribute('href', '/admin/settings/storage')
  await expect.element(screen.getByText('1 check failed.')).toBeVisible()
  await expect.element(screen.getByText(/has never worked/)).toBeVisible()
  expect(tried).toEqual(['write', 'disk'])
  await screen.getByRole('button', { name: 'Send test email' }).click()
  await expect.element(screen.getByText('The mail server accepted it. Check your inbox.')).toBeVisible()
  expect(tried).toEqual(['write', 'disk', 'mail'])
})

it('the line about the site runs the check that failed once more', async () => {
  const ran: string[] = []
  mockServer({
    ...signedInAs(peter),
    'POST /api/admin/checks/disk': ({ path }) => {
      ran.push(path)
      return json({ ...never('disk'), outcome: 'enough', is_well: true, ms: 1 })
    },
  })
  const worst = { fault: 'disk' as const, count: 1, at: '2026-05-20T11:30:00.000Z' }
  const health = { worst, others: 0, is_checked: true, checks: 12, checked_at: worst.at }
  const { screen } = await renderPage(<HealthLine of={health} />)
  await expect.element(screen.getByRole('link', { name: 'Look' })).toHaveAttribute('href', '/admin/settings/storage')
  await expect.poll(() => ran).toHaveLength(1)
})
