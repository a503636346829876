import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../../../test.tsx'
import AppearancePanel from './AppearancePanel.tsx'

afterEach(() => localStorage.clear())

it('goes back to the theme of the site when the one that a visitor chose is gone', async () => {
  localStorage.setItem('theme', 'gone')
  const themes = ['Advent', 'Vigil'].map((name) => ({ id: name.toLowerCase(), name }))
  const { screen } = await renderPage(<AppearancePanel onClose={() => {}} />, '/', {
    themes,
    default_theme: 'vigil',
  })
  await expect.element(screen.getByRole('combobox', { name: 'Theme' })).toHaveValue('vigil')
  expect(localStorage.getItem('theme')).toBeNull()
})
