import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MessageTemplate } from '../../../../contract/decisions.ts'
import { MAX_DECISION_REASON_LENGTH, messageTemplates } from '../../../../contract/decisions.values.ts'
import { Options, Select } from '../../../ui/Select.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import fieldStyles from '../../../ui/Field.module.css'

export interface Reasons {
  /** Reason recorded for staff. */
  reason: string
  /** Message to the author. */
  template: MessageTemplate | null
  message: string
}
export const emptyReasons: Reasons = { reason: '', template: null, message: '' }

/** Returns the words that somebody wrote themselves. */
export const writtenIn = ({ reason, message }: Reasons): string => `${reason}\n${message}`.trim()

/** Converts the form values to the input of an endpoint. */
export const toReasonInput = ({ reason, template, message }: Reasons) => ({
  reason: reason.trim(),
  ...(template !== null && { template }),
  ...(message.trim() !== '' && { message: message.trim() }),
})

/**
 * The reasons of a form that is not sent without one. `isMissing` says at the field that there is none, and leads there.
 * `isSent`: what is written now would go with the form, and look as if its author had been told.
 */
export function useReasonFields(value: Reasons, onChange: (value: Reasons) => void, isSent: boolean) {
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const change = (next: Reasons): void => {
    if (isSent) return
    onChange(next)
    setMissing(false)
  }
  function isMissing(): boolean {
    const isNone = value.reason.trim() === ''
    setMissing(isNone)
    if (isNone) field.current?.focus()
    return isNone
  }
  return { fields: { value, missing, field, onChange: change, readOnly: isSent }, isMissing }
}

/** Moves the focus with the form that takes the place of the pressed button: to its first field, and back to the button. */
export function useMovedFocus<Form extends HTMLElement>(isOpen: boolean) {
  const form = useRef<Form>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current === isOpen) return
    wasOpen.current = isOpen
    const next = isOpen ? form.current?.querySelector<HTMLElement>('select, textarea') : button.current
    next?.focus()
  }, [isOpen])
  return { form, button }
}

/**
 * Asks for the reason of a decision and, if the author is notified, for the message: a prepared sentence in the
 * author's language, and a custom text.
 */
export function ReasonFields({
  value,
  onChange,
  missing,
  tells: notifiesAuthor,
  mails: emailsAuthor = false,
  field,
  readOnly,
}: ReturnType<typeof useReasonFields>['fields'] & {
  tells: boolean
  /** Offers only the custom text, which is mailed to the author. */
  mails?: boolean
}) {
  const t = useTranslations('staff')
  const name = useTranslations('template')
  const authorMessage = useTranslations('to_author')
  const id = useId()
  return (
    <>
      {notifiesAuthor && (
        <div className={fieldStyles.field}>
          <label htmlFor={`${id}t`}>{t('tell')}</label>
          <Select
            id={`${id}t`}
            value={value.template ?? ''}
            aria-describedby={`${id}s`}
            onChange={({ target }) =>
              onChange({ ...value, template: messageTemplates.find((one) => one === target.value) ?? null })
            }
          >
            <option value="">{t('tell_none')}</option>
            <Options of={messageTemplates.map((one) => [one, name(one)])} />
          </Select>
          <span className={fieldStyles.hint} id={`${id}s`}>
            {value.template !== null && <q>{authorMessage(value.template)}</q>} {t('tell_hint')}
          </span>
        </div>
      )}
      {(notifiesAuthor || emailsAuthor) && (
        <TextAreaField
          label={t('message')}
          rows={2}
          dir="auto"
          maxLength={MAX_DECISION_REASON_LENGTH}
          readOnly={readOnly}
          value={value.message}
          onChange={({ target }) => onChange({ ...value, message: target.value })}
        />
      )}
      <TextAreaField
        label={t('reason')}
        hint={t('reason_hint')}
        ref={field}
        rows={2}
        dir="auto"
        maxLength={MAX_DECISION_REASON_LENGTH}
        readOnly={readOnly}
        value={value.reason}
        onChange={({ target }) => onChange({ ...value, reason: target.value })}
        error={missing ? t('reason_needed') : undefined}
      />
    </>
  )
}
