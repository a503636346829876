import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Note } from '../ui/Note.tsx'
import type { useUnsavedChangesGuard } from './useUnsavedChangesGuard.ts'
import { Button } from '../ui/Button.tsx'

interface Props {
  guard: ReturnType<typeof useUnsavedChangesGuard>
}

/** Takes the focus, so that it is read, and gives it back to the link that was pressed. */
function Question({ guard: { stay, leave } }: Props) {
  const t = useTranslations('admin')
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const pressed = document.activeElement as HTMLElement | null
    note.current?.scrollIntoView({ block: 'center' })
    note.current?.focus({ preventScroll: true })
    return () => {
      if (document.activeElement === document.body) pressed?.focus()
    }
  }, [])
  return (
    <Note kind="warning" icon="alert" title={t('leave_sure')} ref={note} tabIndex={-1}>
      <Button onClick={stay}>{t('stay')}</Button> <Button onClick={leave}>{t('leave')}</Button>
    </Note>
  )
}

/** Asks whether unsaved changes may be discarded, after a link was pressed. */
export const UnsavedChangesNote = ({ guard }: Props) => guard.away !== null && <Question guard={guard} />
