import { useTranslations } from 'use-intl'
import { MAX_JOIN_QUESTION_LENGTH } from '../../../../contract/settings.values.ts'
import { Field } from '../../../ui/Field.tsx'

interface Props {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The one question to whoever asks to join. */
export function JoinQuestion({ value, error, onChange }: Props) {
  const t = useTranslations('site_settings')
  return (
    <Field
      label={t('join_question')}
      hint={t('join_question_text')}
      value={value}
      maxLength={MAX_JOIN_QUESTION_LENGTH}
      dir="auto"
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
