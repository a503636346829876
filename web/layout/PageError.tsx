import { lazy, Suspense, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import emptyStateStyles from '../ui/EmptyState.module.css'

const ErrorScreen = lazy<ComponentType<{ error: unknown }>>(() =>
  import('./ErrorScreen.tsx').then(
    (module) => ({ default: module.ErrorScreen }),
    () => ({ default: PlainErrorScreen }),
  ),
)

/** Where even the error screen cannot be fetched, a way out is still shown. */
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

/** The error screen, fetched when there is an error. */
export const PageError = ({ error }: { error: unknown }) => (
  <Suspense>
    <ErrorScreen error={error} />
  </Suspense>
)
