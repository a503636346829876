import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { IntlProvider } from 'use-intl'
import type { Language } from '../../../../contract/fields.ts'
import { loadMessages } from '../../../messages.ts'
import { ThemeTiles } from './ThemeTiles.tsx'

const honey = 'Dusk indigo and honey'

it.each<[Language, string, string, string, string]>([
  ['en', 'Vespers', honey, 'Vespers', honey],
  ['de', 'Vespers', honey, 'Vesper', 'Abendindigo und Honig'],
  ['de', 'St. Mary', honey, 'St. Mary', 'Abendindigo und Honig'],
  ['de', 'Vespers', 'Our colours', 'Vesper', 'Our colours'],
  ['ja', 'Clarity', '', 'くっきり', ''],
])('%s shows %s (%s) as %s (%s)', async (language, name, description, shownName, shownDescription) => {
  const messages = await loadMessages(language, 'forms')
  const screen = await render(
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      <ThemeTiles label="Theme" themes={[{ id: 'a', name, description }]} chosen="a" />
    </IntlProvider>,
  )
  const tile = screen.getByRole('radio', { name: shownName, exact: true })
  await expect.element(tile).toHaveAccessibleDescription(shownDescription)
})
