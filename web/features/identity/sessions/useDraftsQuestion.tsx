import { useEffect, useState, type ReactNode } from 'react'
import { hasDrafts } from '../../../drafts.ts'
import { lazyPart } from '../../../layout/lazyPart.tsx'

interface Props {
  onChoose: (keeps_drafts: boolean) => void
  onClose: () => void
}

/** Where the question cannot be loaded, nothing that was written is lost. */
function Keep({ onChoose, onClose }: Partial<Props>) {
  useEffect(() => {
    onClose?.()
    onChoose?.(true)
  }, [onChoose, onClose])
  return null
}

const KeepDraftsDialog = lazyPart<Props>(() => import('./KeepDraftsDialog.tsx'), Keep)

/**
 * Before an act that signs out, asks whether the person's drafts stay on the device, where there are any, of this tab or of
 * another. Render `dialog` anywhere.
 */
export function useDraftsQuestion(act: (keeps_drafts: boolean) => void): { ask: () => void; dialog: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  return {
    ask: () => (hasDrafts() ? setAsking(true) : act(false)),
    dialog: isAsking && <KeepDraftsDialog onChoose={act} onClose={() => setAsking(false)} />,
  }
}
