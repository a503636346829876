import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import emptyStateStyles from '../ui/EmptyState.module.css'

type Screen = ComponentType<{ error: unknown }>

const loadErrorScreen = (): Promise<Screen> =>
  import('./ErrorScreen.tsx').then(
    (module) => module.default,
    () => PlainErrorScreen,
  )
const LazyErrorScreen = lazy(async () => ({ default: await loadErrorScreen() }))
let loadedErrorScreen: Screen | undefined

/**
 * Loads the error screen before a page that shows it is hydrated. If it arrived only afterwards, any update of the page
 * in between would empty it.
 */
export async function preloadErrorScreen(): Promise<void> {
  loadedErrorScreen = await loadErrorScreen()
}

/** Shows a minimal error with a link when even the error screen cannot be loaded. */
function PlainErrorScreen() {
  const t = useTranslations('failure')
  return (
    <div className={emptyStateStyles.page}>
      <div>
        <h1>{t('title')}</h1>
        <a href="/">{t('home')}</a>
      </div>
    </div>
  )
}

/** Shows the error screen, which is loaded when there is an error. */
export function PageError({ error }: { error: unknown }) {
  const ErrorScreen = loadedErrorScreen ?? LazyErrorScreen
  return (
    <Suspense>
      <ErrorScreen error={error} />
    </Suspense>
  )
}
