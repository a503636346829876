import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { AppearancePreferences } from '../../../../contract/users.ts'
import { hannah, json, storeToken, problem, renderPage, mockServer, signedIn } from '../../../test.tsx'
import type { Site } from '../../../site.tsx'
import AppearancePanel from '../../site/themes/AppearancePanel.tsx'
import SyncPreferences from './SyncPreferences.tsx'
import { CountsSwitch } from './CountsSwitch.tsx'

const WRITE = `PUT /api/users/${hannah.id}/preferences`
const READ = `GET /api/users/${hannah.id}/preferences`
const nothing: AppearancePreferences = {
  theme_preference: null,
  preferred_language: null,
  appearance: null,
  text_size: null,
}

beforeEach(storeToken)

/** Mocks a server that keeps each choice, unless `answer` says otherwise. Returns what was sent. */
function mockWrites(answer = () => json({ ...nothing, notify: {} }), others: Parameters<typeof mockServer>[0] = {}) {
  const sent: unknown[] = []
  mockServer({ ...others, [WRITE]: ({ body }) => (sent.push(body), answer()) })
  return sent
}

const open = (preferences: AppearancePreferences, site: Partial<Site> = {}) =>
  renderPage(
    <>
      <SyncPreferences user={{ ...hannah, preferences }} />
      <AppearancePanel />
    </>,
    '/',
    site,
  )

/** Mounts `SyncPreferences` later than the menu. */
function Late({ preferences }: { preferences: AppearancePreferences }) {
  const [there, setThere] = useState(false)
  return (
    <>
      <AppearancePanel />
      <button type="button" onClick={() => setThere(true)}>
        It arrives
      </button>
      {there && <SyncPreferences user={{ ...hannah, preferences }} />}
    </>
  )
}

it('brings what the account says to this browser, and sends nothing back', async () => {
  localStorage.setItem('text_size', 'small')
  const requests = mockServer({})
  const { screen } = await open({ ...nothing, appearance: 'dark', text_size: 'large' })
  await expect.element(screen.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect.element(screen.getByRole('radio', { name: 'Large' })).toBeChecked()
  expect(localStorage.getItem('appearance')).toBe('dark')
  expect(requests.mock.calls.filter(([, init]) => init?.method === 'PUT')).toEqual([])
})

it('leaves what is chosen here alone where the account says nothing, and keeps each new choice', async () => {
  localStorage.setItem('appearance', 'light')
  const sent = mockWrites()
  const { screen } = await open(nothing)
  await expect.element(screen.getByRole('radio', { name: 'Light' })).toBeChecked()
  await screen.getByRole('radio', { name: 'Large' }).click({ force: true })
  await expect.poll(() => sent).toEqual([{ appearance: 'light', text_size: 'large' }])
  await screen.getByRole('radio', { name: 'Dark' }).click({ force: true })
  await expect.poll(() => sent).toHaveLength(2)
  expect(sent[1]).toEqual({ appearance: 'dark' })
})

it('forgets a theme that the site no longer has, so that other choices can be saved', async () => {
  localStorage.setItem('theme', 'deleted')
  const sent = mockWrites()
  const themes = ['vigil', 'lauds'].map((id) => ({ id, name: id }))
  const { screen } = await open(nothing, { themes, default_theme: 'lauds' })
  await screen.getByRole('radio', { name: 'Large' }).click({ force: true })
  await expect.poll(() => sent).toEqual([{ text_size: 'large' }])
  await expect.element(screen.getByRole('combobox', { name: 'Theme' })).toHaveValue('lauds')
})

it('says when a choice holds on this device only, and tries again with the next one', async () => {
  let down = true
  const sent = mockWrites(() => (down ? problem(503, 'server.unavailable') : json({ ...nothing, notify: {} })))
  const { screen } = await open(nothing)
  await screen.getByRole('radio', { name: 'Dark' }).click({ force: true })
  await expect.element(screen.getByText(/Saved on this device only/)).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Dark' })).toBeChecked()
  down = false
  await screen.getByRole('radio', { name: 'Small' }).click({ force: true })
  await expect.poll(() => sent[1]).toEqual({ appearance: 'dark', text_size: 'small' })
})

it('keeps a choice that was made before it was there, and lets the account decide the rest', async () => {
  const sent = mockWrites(undefined, signedIn)
  const { screen } = await renderPage(<Late preferences={{ ...nothing, appearance: 'light', text_size: 'small' }} />)
  await screen.getByRole('radio', { name: 'Dark' }).click({ force: true })
  await screen.getByRole('button', { name: 'It arrives' }).click()
  await expect.poll(() => sent).toEqual([{ appearance: 'dark' }])
  await expect.element(screen.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect.element(screen.getByRole('radio', { name: 'Small' })).toBeChecked()
})

it('turns a switch at once, and back when it could not be saved', async () => {
  let down = false
  const sent = mockWrites(
    () => (down ? problem(503, 'server.unavailable') : json({ ...nothing, shows_pray_counts: false })),
    { [READ]: () => json({ ...nothing, shows_pray_counts: true }) },
  )
  const { screen } = await renderPage(<CountsSwitch user_id={hannah.id} />)
  const counts = screen.getByRole('switch', { name: /how many people have prayed/ })
  await expect.element(counts).toBeChecked()
  await counts.click()
  await expect.element(counts).not.toBeChecked()
  await expect.poll(() => sent).toEqual([{ shows_pray_counts: false }])
  down = true
  await counts.click()
  await expect.element(screen.getByRole('alert').getByText(/We couldn’t save that/)).toBeVisible()
  await expect.element(counts).not.toBeChecked()
})

it('says that the switches could not be loaded, and asks again', async () => {
  let isDown = true
  mockServer({
    [READ]: () => (isDown ? problem(403, 'request.forbidden') : json({ ...nothing, shows_pray_counts: true })),
  })
  const { screen } = await renderPage(<CountsSwitch user_id={hannah.id} />)
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  isDown = false
  await again.click()
  await expect.element(screen.getByRole('switch', { name: /how many people have prayed/ })).toBeChecked()
})
