import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import TranslationPanel from './TranslationPanel.tsx'
import { toSourceText } from './sourceText.ts'

function Translation({ prayer, onClose }: { prayer: Prayer; onClose: () => void }) {
  const t = useTranslations('translation')
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <Dialog ref={dialog} title={t('title')} onClose={onClose}>
      <TranslationPanel words={toSourceText(prayer)} onClose={() => dialog.current?.close()} />
    </Dialog>
  )
}

/** Shows the request of a card in the reader's language. */
export default withMessages(Translation, 'services')
