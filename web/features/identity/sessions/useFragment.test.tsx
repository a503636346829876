import { Suspense, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { useLink } from './useFragment.ts'

afterEach(() => (location.hash = ''))

function Act({ link }: { link: string }) {
  const [used, setUsed] = useState<string | null>(null)
  return (
    <button type="button" onClick={() => setUsed(link)}>
      {used ?? 'Press'}
    </button>
  )
}

function Page() {
  const link = useLink()
  return <Act key={link} link={link} />
}

it('is there for a press that makes React take over the page, whose outcome stays until another link is opened', async () => {
  location.hash = '#the-secret'
  const place = document.createElement('div')
  place.innerHTML = '<!--$--><button type="button">Press</button><!--/$-->'
  document.body.append(place)
  const button = place.querySelector('button')
  const root = hydrateRoot(
    place,
    <Suspense>
      <Page />
    </Suspense>,
  )
  button?.click()
  await expect.poll(() => button?.textContent).toBe('the-secret')
  expect(place.querySelector('button')).toBe(button)
  location.hash = '#another'
  await expect.poll(() => place.textContent).toBe('Press')
  root.unmount()
  place.remove()
})
