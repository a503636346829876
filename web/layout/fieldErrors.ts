import { useTranslations } from 'use-intl'
import type { FieldError } from '../../contract/errors.ts'
import { findUnreadable } from '../../contract/pasted.values.ts'

/** Counts code points, which is what people count as characters. */
export const codePoints = (text: string): number => Array.from(text).length

type FieldProblem = Pick<FieldError, 'code' | 'minimum' | 'maximum'>

/**
 * Returns a function for the error message under a field, with how to correct it. `value`: current content of the
 * field.
 */
export function useFieldErrorText(): (problem: FieldProblem, value: string) => string {
  const t = useTranslations('field')
  return ({ code, minimum, maximum }, value) => {
    const length = codePoints(value.trim())
    if (code === 'required' || (code === 'too_short' && length === 0)) return t('required')
    if (code === 'too_short' && minimum !== undefined) return t('too_short', { minimum, length })
    if (code === 'too_long' && maximum !== undefined) return t('too_long', { maximum, length })
    const near = code === 'unreadable' ? findUnreadable(value)?.near : undefined
    return near === undefined ? t('wrong') : t('unreadable', { near })
  }
}
