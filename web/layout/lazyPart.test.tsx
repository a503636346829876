import { Suspense } from 'react'
import { IntlProvider } from 'use-intl'
import { afterEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLanguage } from '../language.ts'
import { setActiveLanguage, useActiveLanguage } from '../messages.ts'
import { lazyPart, Nothing } from './lazyPart.tsx'

afterEach(() => setActiveLanguage('en'))

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
