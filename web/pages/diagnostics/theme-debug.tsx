import { useSyncExternalStore } from 'react'
import { useThemes } from '../../features/site/themes/useThemes.ts'
import { useSite } from '../../site.tsx'
import { DiagnosticPage } from './DiagnosticPage.tsx'

const sentences = { failed: 'Failed to load themes', invalid: 'Invalid themes data' }

// The appearance menu dispatches this event when the reader chooses another theme.
function subscribe(listener: () => void): () => void {
  addEventListener('appearance', listener)
  return () => removeEventListener('appearance', listener)
}

export default function ThemeDebug() {
  const { default_theme, themes } = useSite()
  const current = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset['theme'],
    () => default_theme,
  )
  const { query, themes: loaded, problem } = useThemes()
  const { status } = query
  return (
    <DiagnosticPage name="theme-debug" proves="When the loading state is success, the server gives the themes out.">
      <dl>
        <dt>Current theme</dt>
        <dd>{themes.find(({ id }) => id === current)?.name ?? `unknown: ${current}`}</dd>
        <dt>Theme count</dt>
        <dd>{loaded?.length ?? themes.length}</dd>
        <dt>Loading state</dt>
        <dd>{problem ? sentences[problem] : status}</dd>
      </dl>
    </DiagnosticPage>
  )
}
