import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { adIds, type AdPlace } from './ads.ts'
import { adsEnabled } from './adRules.ts'
import { AdSlot } from './AdSlot.tsx'

vi.mock(import('./adRules.ts'), { spy: true })
const places = Object.entries(adIds) as [AdPlace, number][]

it.each(places)('is not in the page, takes no room and asks for nothing: %s', async (place) => {
  const fetch = vi.spyOn(globalThis, 'fetch')
  const { container } = await render(<AdSlot place={place} />)
  expect(container.childNodes).toHaveLength(0)
  expect(container.getBoundingClientRect().height).toBe(0)
  expect(fetch).not.toHaveBeenCalled()
})

it.each([
  ['leaderboard', 101, '728x90'],
  ['top', 103, '320x50'],
  ['middle', 104, '300x250'],
  ['bottom', 105, '320x50'],
  ['sidebar', 106, '160x600'],
  ['default', 108, '300x250'],
] as const)(
  'bears its number and size where a site asks for advertisements, and takes no room: %s',
  async (place, id, size) => {
    vi.mocked(adsEnabled).mockReturnValue(true)
    const { container } = await render(<AdSlot place={place} />)
    await expect
      .poll(() => container.innerHTML)
      .toBe(`<aside hidden="" data-ad="${id}" data-ad-size="${size}"></aside>`)
    expect(container.getBoundingClientRect().height).toBe(0)
  },
)

it('bears another size that is asked for', async () => {
  vi.mocked(adsEnabled).mockReturnValue(true)
  const { container } = await render(<AdSlot place="top" size="leaderboard" />)
  await expect.poll(() => container.innerHTML).toContain('data-ad="103" data-ad-size="728x90"')
})
