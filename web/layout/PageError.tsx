import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import emptyStateStyles from '../ui/EmptyState.module.css'

const ErrorScreen = lazy<ComponentType<{ error: unknown }>>(() =>
  import('./ErrorScreen.tsx').then(
    (module) => ({ default: module.ErrorScreen }),
    () => ({ default: PlainErrorScreen }),
  ),
)

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

/** Loads the error screen when there is an error. */
export const PageError = ({ error }: { error: unknown }) => (
  <Suspense>
    <ErrorScreen error={error} />
  </Suspense>
)
