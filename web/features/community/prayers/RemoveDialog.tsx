import { useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { MAX_DELETION_REASON_LENGTH } from '../../../../contract/prayers.values.ts'
import type { Failure } from '../../../api.ts'
import { getErrorMessage } from '../../../messages.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import fieldStyles from '../../../ui/Field.module.css'

interface Props {
  title: string
  text: string
  /** True for a moderator who deletes the text of another person; the audit log stores the reason. */
  requiresReason: boolean
  remove: (reason: string | undefined) => Promise<Failure | null>
  onClose: () => void
}

/** Asks for confirmation before something is deleted. */
export default function RemoveDialog({ title, text, requiresReason, remove, onClose }: Props) {
  const t = useTranslations('remove')
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const locale = useLocale()
  const id = useId()
  const [reason, setReason] = useState('')
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isReasonMissing = requiresReason && reason.trim() === ''

  async function confirm() {
    if (sending) return
    if (isReasonMissing) {
      document.getElementById(id)?.focus()
      return
    }
    setSending(true)
    const error = await remove(requiresReason ? reason.trim() : undefined)
    setSending(false)
    if (error && error.status !== 404) setProblem(await getErrorMessage(error, locale))
    else close()
  }

  return (
    <Dialog ref={dialog} title={title} close={t('close')} onClose={onClose}>
      <div className="stack">
        <p className="secondary">{text}</p>
        {problem !== null && (
          <Note kind="error" icon="error" title={t('failed')}>
            {problem}
          </Note>
        )}
        {requiresReason && (
          <div className={fieldStyles.field}>
            <label htmlFor={id}>{t('why')}</label>
            <TextArea
              id={id}
              rows={2}
              dir="auto"
              required
              maxLength={MAX_DELETION_REASON_LENGTH}
              value={reason}
              aria-describedby={`${id}h`}
              onChange={(event) => setReason(event.target.value)}
            />
            <span className={fieldStyles.hint} id={`${id}h`}>
              {t('why_hint')}
            </span>
          </div>
        )}
        <ButtonRow>
          <Button variant="danger" aria-disabled={sending || undefined} onClick={() => void confirm()}>
            {t('confirm')}
          </Button>
          <Button onClick={close}>{t('keep')}</Button>
        </ButtonRow>
      </div>
    </Dialog>
  )
}
