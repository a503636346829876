import { Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLanguage } from '../language.ts'
import { useActiveLanguage } from '../messages.ts'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import { lazyPart, Nothing } from './lazyPart.tsx'

afterEach(() => chooseLanguage('en'))

it('keeps the focus while the reader chooses another language', async () => {
  const Part = lazyPart(() => Promise.resolve({ default: () => <button type="button">Deutsch</button> }), Nothing, [
    'forms',
  ])
  function InLanguage() {
    const language = useActiveLanguage('en')
    return (
      <IntlProvider locale={language} messages={{}} timeZone="UTC">
        <div lang={language}>
          <Suspense>
            <Part />
          </Suspense>
        </div>
      </IntlProvider>
    )
  }
  const screen = await render(<InLanguage />)
  const button = screen.getByRole('button')
  await button.click()
  await expect.element(button).toHaveFocus()
  await chooseLanguage('de')
  await expect.poll(() => button.element().closest('[lang]')?.getAttribute('lang')).toBe('de')
  await expect.element(button).toHaveFocus()
})

it('leaves what the server rendered where it is until its code comes, also when other props come before', async () => {
  const Press = ({ act }: { act: () => void }) => (
    <button type="button" onClick={act}>
      Press
    </button>
  )
  const late = Promise.withResolvers<{ default: typeof Press }>()
  const Part = lazyPart(() => late.promise)
  const pressed: boolean[] = []
  function Page() {
    const isHydrated = useIsHydrated()
    return (
      <>
        <p>{String(isHydrated)}</p>
        <Part act={() => pressed.push(isHydrated)} />
      </>
    )
  }
  const place = document.createElement('div')
  place.innerHTML = '<p>false</p><!--$--><button type="button">Press</button><!--/$-->'
  document.body.append(place)
  const button = place.querySelector('button')
  const root = hydrateRoot(place, <Page />)
  await expect.poll(() => place.querySelector('p')?.textContent).toBe('true')
  expect(place.querySelector('button')).toBe(button)
  late.resolve({ default: Press })
  await expect
    .poll(() => {
      button?.click()
      return pressed.at(-1)
    })
    .toBe(true)
  expect(place.querySelector('button')).toBe(button)
  root.unmount()
  place.remove()
})
