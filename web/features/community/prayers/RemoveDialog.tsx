import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MAX_DELETION_REASON_LENGTH } from '../../../../contract/prayers.values.ts'
import type { Result } from '../../../api.ts'
import { doneIfGone, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import { toast } from '../../../ui/Toast.tsx'

interface Props {
  /** The words of the buttons: that words are deleted, or that a request is taken out of its group. */
  act?: 'remove' | 'take_out'
  title: string
  text: string
  /** True for a moderator who deletes the text of another person; the audit log stores the reason. */
  requiresReason?: boolean
  remove: (why: { reason?: string }) => Promise<Result<unknown>>
  /** Says that it is done. */
  done: string
  /** The act that follows; the dialog closes after it. */
  onRemoved: () => Promise<void> | void
  onClose: () => void
}

/** Asks for confirmation before something is deleted, or removed from its group. What somebody else has removed is done too. */
export default function RemoveDialog({
  act = 'remove',
  title,
  text,
  requiresReason = false,
  remove,
  done,
  onRemoved,
  onClose,
}: Props) {
  const t = useTranslations()
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const { perform, isPending, failure } = useEndpointMutation()

  async function send() {
    const result = await doneIfGone(remove(requiresReason ? { reason: reason.trim() } : {}))
    if (!result.error) {
      toast(done)
      await onRemoved()
    }
    return result
  }
  async function confirm(): Promise<boolean> {
    if (requiresReason && reason.trim() === '') {
      field.current?.focus()
      return false
    }
    return (await perform(send)) !== null
  }

  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirm={t(`${act}.confirm`)}
      cancel={t(`${act}.keep`)}
      failure={failure === null ? null : { title: t(`${act}.failed`), text: failure }}
      isBusy={isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {requiresReason && (
        <TextAreaField
          ref={field}
          label={t('remove.why')}
          hint={t('remove.why_hint')}
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
