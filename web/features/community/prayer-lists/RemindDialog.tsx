import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { RemindForm } from './RemindForm.tsx'

interface Props {
  prayer: Prayer
  onClose: () => void
}

function Remind({ prayer, onClose }: Props) {
  const t = useTranslations('remind')
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <Dialog ref={dialog} title={t('title')} close={t('cancel')} onClose={onClose}>
      <RemindForm about={{ prayer_request_id: prayer.id }} onDone={() => dialog.current?.close()} />
    </Dialog>
  )
}

/** Sets a reminder for a request. */
export default function RemindDialog(props: Props) {
  return (
    <FormMessages area="lists">
      <Remind {...props} />
    </FormMessages>
  )
}
