import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import type { Prayer } from '../../../../contract/prayers.ts'
import { Again, json, makePrayer, mockServer, renderPage } from '../../../test.tsx'
import { PrayerList } from './PrayerList.tsx'
import { readFilter } from './queries.ts'

afterEach(() => onlineManager.setOnline(true))

const filter = readFilter(new URLSearchParams())
const Item = ({ prayer }: { prayer: Prayer }) => <p>{prayer.id}</p>

it('says once that the connection is lost, however many pages are open', async () => {
  mockServer({
    'GET /api/prayers': ({ path }) =>
      path.includes('cursor=')
        ? json({ items: [makePrayer({ id: 'second' })], has_more: false, next_cursor: null })
        : json({ items: [makePrayer({ id: 'first' })], has_more: true, next_cursor: 'next' }),
  })
  const { screen } = await renderPage(
    <>
      <Again />
      <PrayerList filter={filter} item={Item} />
    </>,
  )
  await screen.getByRole('link', { name: 'Show more' }).click()
  await expect.element(screen.getByText('second')).toBeVisible()
  onlineManager.setOnline(false)
  await screen.getByRole('button', { name: 'Again' }).click()
  await expect.element(screen.getByText('You’re offline.').first()).toBeVisible()
  expect(screen.getByText('You’re offline.').elements()).toHaveLength(1)
  await expect.element(screen.getByText('second')).toBeVisible()
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
