import { onlineManager } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { Prayer } from '../../../../contract/prayers.ts'
import { Again, json, makePrayer, mockServer, renderPage } from '../../../test.tsx'
import { PrayerList } from './PrayerList.tsx'
import { readFilter } from './queries.ts'

afterEach(() => onlineManager.setOnline(true))

const filter = readFilter(new URLSearchParams())
const serveTwoPages = () =>
  mockServer({
    'GET /api/prayers': ({ path }) =>
      path.includes('cursor=')
        ? json({ items: [makePrayer({ id: 'second' })], has_more: false, next_cursor: null })
        : json({ items: [makePrayer({ id: 'first' })], has_more: true, next_cursor: 'next' }),
  })

const Item = ({ prayer }: { prayer: Prayer }) => <p>{prayer.id}</p>

it('says once that the connection is lost, however many pages are open', async () => {
  serveTwoPages()
  const { screen } = await renderPage(
    <>
      <Again />
      <PrayerList filter={filter} item={Item} />
    </>,
  )
  await screen.getByRole('link', { name: 'Show more' }).click()
  await expect.element(screen.getByText('second')).toBeVisible()
  await expect.poll(() => document.activeElement?.id).toBe('next')
  onlineManager.setOnline(false)
  await screen.getByRole('button', { name: 'Again' }).click()
  await expect.element(screen.getByText('You’re offline.').first()).toBeVisible()
  expect(screen.getByText('You’re offline.').elements()).toHaveLength(1)
  await expect.element(screen.getByText('second')).toBeVisible()
})

it('leads on in another feed, of which as many pages are open as of the one before', async () => {
  serveTwoPages()
  function Feeds() {
    const [search, setSearch] = useState('mine=1')
    return (
      <>
        <button type="button" onClick={() => setSearch('mine=1&view=waiting')}>
          Waiting
        </button>
        <PrayerList filter={readFilter(new URLSearchParams(search))} item={Item} />
      </>
    )
  }
  const { screen } = await renderPage(<Feeds />)
  const [more, second] = [screen.getByRole('link', { name: 'Show more' }), screen.getByText('second')]
  await more.click()
  await expect.element(second).toBeVisible()
  await screen.getByRole('button', { name: 'Waiting' }).click()
  await expect.element(second).not.toBeInTheDocument()
  await more.click()
  await expect.element(second).toBeVisible()
})

it.each([
  ['', false],
  ['from=groups', true],
])('offers more of “%s” without scripts only where its address has them', async (search, needsScripts) => {
  const more = () => json({ items: [makePrayer({ id: 'first' })], has_more: true, next_cursor: 'next' })
  mockServer({ 'GET /api/prayers': more, 'GET /api/prayers/groups': more })
  const { screen } = await renderPage(<PrayerList filter={readFilter(new URLSearchParams(search))} item={Item} />)
  const link = screen.getByRole('link', { name: 'Show more', includeHidden: true })
  await expect.element(link).toBeInTheDocument()
  expect(link.element().classList.contains('needs-js')).toBe(needsScripts)
})
