import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { endpointQuery } from '../../query.ts'
import { useSite } from '../../site.tsx'
import { DiagnosticPage } from './DiagnosticPage.tsx'

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
  const { status, data } = useQuery(endpointQuery('themes.list', {}))
  return (
    <DiagnosticPage name="theme-debug" proves="When the loading state is success, the server gives the themes out.">
      <dl>
        <dt>Current theme</dt>
        <dd>{themes.find(({ id }) => id === current)?.name ?? `unknown: ${current}`}</dd>
        <dt>Theme count</dt>
        <dd>{data?.length ?? themes.length}</dd>
        <dt>Loading state</dt>
        <dd>{status}</dd>
      </dl>
    </DiagnosticPage>
  )
}
