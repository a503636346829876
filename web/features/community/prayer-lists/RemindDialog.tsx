import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { RemindForm } from './RemindForm.tsx'
import type { ReminderTarget } from './reminderChoice.ts'

interface Props {
  about: ReminderTarget
  onClose: () => void
}

function Remind({ about, onClose }: Props) {
  const t = useTranslations('remind')
  const field = useTranslations('field')
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <Dialog ref={dialog} isSheet title={t('title')} close={field('cancel')} onClose={onClose}>
      <RemindForm about={about} onDone={() => dialog.current?.close()} />
    </Dialog>
  )
}

/** Sets, changes or ends the reminder for a request or a list. */
export default withMessages(Remind, 'lists')
