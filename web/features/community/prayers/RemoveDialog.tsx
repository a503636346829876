import { useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { MAX_DELETION_REASON_LENGTH } from '../../../../contract/prayers.values.ts'
import type { Failure } from '../../../api.ts'
import { getErrorMessage } from '../../../layout/errorMessages.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'

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
  const locale = useLocale()
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isReasonMissing = requiresReason && reason.trim() === ''

  async function confirm(): Promise<boolean> {
    if (sending) return false
    if (isReasonMissing) {
      field.current?.focus()
      return false
    }
    setSending(true)
    const error = await remove(requiresReason ? reason.trim() : undefined)
    setSending(false)
    if (!error || error.status === 404) return true
    setProblem(await getErrorMessage(error, locale))
    return false
  }

  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirm={t('confirm')}
      cancel={t('keep')}
      close={t('close')}
      failure={problem === null ? null : { title: t('failed'), text: problem }}
      isBusy={sending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {requiresReason && (
        <TextAreaField
          ref={field}
          label={t('why')}
          hint={t('why_hint')}
          rows={2}
          dir="auto"
          required
          maxLength={MAX_DELETION_REASON_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ConfirmDialog>
  )
}
