import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MAX_DELETION_REASON_LENGTH } from '../../../../contract/prayers.values.ts'
import type { Failure } from '../../../api.ts'
import { asResult, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
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
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const { perform, isPending, failure } = useEndpointMutation()

  async function confirm(): Promise<boolean> {
    if (requiresReason && reason.trim() === '') {
      field.current?.focus()
      return false
    }
    return (await perform(() => asResult(remove(requiresReason ? reason.trim() : undefined)))) !== null
  }

  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirm={t('confirm')}
      cancel={t('keep')}
      failure={failure === null ? null : { title: t('failed'), text: failure }}
      isBusy={isPending}
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
