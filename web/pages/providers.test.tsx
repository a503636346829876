import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useAuth } from '../features/identity/sessions/auth.tsx'
import { useThemes } from '../features/site/themes/useThemes.ts'
import { useSite } from '../site.tsx'

it.each([
  ['auth', useAuth, 'useAuth was used outside AuthProvider'],
  ['the themes of the site', useThemes, 'No QueryClient set'],
  ['the theme of the page', useSite, 'must be used within a data router'],
])('%s outside its provider is an error', (_, useFacility, sentence) => {
  function Outside() {
    useFacility()
    return null
  }
  expect(() => renderToString(<Outside />)).toThrow(sentence)
})
