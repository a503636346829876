import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

interface Props {
  onChoose: (keeps_drafts: boolean) => void
  onClose: () => void
}

function Question({ onChoose, onClose }: Props) {
  const t = useTranslations('sign_out')
  const dialog = useRef<HTMLDialogElement>(null)
  const choose = (keeps_drafts: boolean) => {
    dialog.current?.close()
    onChoose(keeps_drafts)
  }
  return (
    <Dialog ref={dialog} title={t('title')} close={t('cancel')} onClose={onClose}>
      <div className="stack">
        <p className="secondary">{t('text')}</p>
        <ButtonRow>
          <Button variant="primary" onClick={() => choose(true)}>
            {t('keep')}
          </Button>
          <Button variant="danger" onClick={() => choose(false)}>
            {t('erase')}
          </Button>
        </ButtonRow>
      </div>
    </Dialog>
  )
}

/** Asks somebody who signs out whether what they have not sent may stay on the device for them. */
export default withMessages(Question)
