import { useTranslations } from 'use-intl'
import type { FieldError } from '../../contract/errors.ts'

/** Code points, which is what people count as characters. */
export const codePoints = (text: string): number => Array.from(text).length

type FieldProblem = Pick<FieldError, 'code' | 'minimum' | 'maximum'>

/** The sentence under a field that says how to put it right. `value`: what is in the field. */
export function useFieldErrorText(): (problem: FieldProblem, value: string) => string {
  const t = useTranslations('field')
  return ({ code, minimum, maximum }, value) => {
    const length = codePoints(value.trim())
    if (code === 'required' || (code === 'too_short' && length === 0)) return t('required')
    if (code === 'too_short' && minimum !== undefined) return t('too_short', { minimum, length })
    if (code === 'too_long' && maximum !== undefined) return t('too_long', { maximum, length })
    return t(code === 'unreadable' ? 'unreadable' : 'wrong')
  }
}
