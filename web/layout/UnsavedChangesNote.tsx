import { useTranslations } from 'use-intl'
import { Note } from '../ui/Note.tsx'
import type { useUnsavedChangesGuard } from './useUnsavedChangesGuard.ts'

/** Asks whether what is not saved may be lost, once a link was pressed. */
export function UnsavedChangesNote({
  guard: { away, stay, leave },
}: {
  guard: ReturnType<typeof useUnsavedChangesGuard>
}) {
  const t = useTranslations('admin')
  if (away === null) return null
  return (
    <Note kind="warning" icon="alert" title={t('leave_sure')}>
      <button type="button" className="btn btn--secondary" onClick={stay}>
        {t('stay')}
      </button>{' '}
      <button type="button" className="btn btn--secondary" onClick={leave}>
        {t('leave')}
      </button>
    </Note>
  )
}
