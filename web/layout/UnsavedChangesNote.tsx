import { useTranslations } from 'use-intl'
import { Note } from '../ui/Note.tsx'
import type { useUnsavedChangesGuard } from './useUnsavedChangesGuard.ts'
import { Button } from '../ui/Button.tsx'

const showNote = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'center' })

/** Asks whether unsaved changes may be discarded, after a link was pressed. */
export function UnsavedChangesNote({
  guard: { away, stay, leave },
}: {
  guard: ReturnType<typeof useUnsavedChangesGuard>
}) {
  const t = useTranslations('admin')
  if (away === null) return null
  return (
    <Note kind="warning" icon="alert" title={t('leave_sure')} ref={showNote}>
      <Button onClick={stay}>{t('stay')}</Button> <Button onClick={leave}>{t('leave')}</Button>
    </Note>
  )
}
