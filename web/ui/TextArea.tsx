import { type ComponentProps, type ComponentPropsWithRef, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorText, FieldBox } from './Field.tsx'
import styles from './Field.module.css'

/**
 * A multi-line text input. What stands around it carries its label. `maxLength` is counted as the server counts, in code points of NFC;
 * whoever pastes more keeps it and reads how much is too much, where a browser would cut it without a word.
 */
export function TextArea({
  className = '',
  maxLength = Infinity,
  onInput,
  'aria-describedby': described = '',
  ...rest
}: ComponentPropsWithRef<'textarea'>) {
  const id = useId()
  const t = useTranslations('field')
  const [typed, setTyped] = useState(String(rest.defaultValue ?? ''))
  const { length } = Array.from(
    String(rest.value ?? typed)
      .normalize('NFC')
      .trim(),
  )
  const isTooLong = length > maxLength
  return (
    <>
      <textarea
        {...rest}
        {...(isTooLong && { 'aria-invalid': true })}
        aria-describedby={`${described} ${isTooLong ? id : ''}`.trim() || undefined}
        className={`${styles.textarea} ${className}`}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          onInput?.(event)
        }}
      />
      {isTooLong && <ErrorText id={id}>{t('too_long', { maximum: maxLength, length })}</ErrorText>}
    </>
  )
}

type Props = Omit<ComponentPropsWithRef<'textarea'>, 'id'> & Omit<ComponentProps<typeof FieldBox>, 'renderControl'>

/** A labelled multi-line text input. */
export const TextAreaField = ({ label, hint, error, aside, ...area }: Props) => (
  <FieldBox {...{ label, hint, error, aside }} renderControl={(linked) => <TextArea {...area} {...linked} />} />
)
