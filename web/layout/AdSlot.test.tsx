import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { adIds, adsEnabled, type AdPlace } from './ads.ts'
import { AdSlot } from './AdSlot.tsx'

vi.mock(import('./ads.ts'), { spy: true })
const places = Object.entries(adIds) as [AdPlace, number][]

it.each(places)('is not in the page, takes no room and asks for nothing: %s', async (place) => {
  const fetch = vi.spyOn(globalThis, 'fetch')
  const { container } = await render(<AdSlot place={place} />)
  expect(container.childNodes).toHaveLength(0)
  expect(container.getBoundingClientRect().height).toBe(0)
  expect(fetch).not.toHaveBeenCalled()
})

it.each(places)('would bear its number where there were advertisements: %s, %i', async (place, id) => {
  vi.mocked(adsEnabled).mockReturnValue(true)
  const { container } = await render(<AdSlot place={place} />)
  expect(container.innerHTML).toBe(`<aside data-ad="${id}"></aside>`)
})
