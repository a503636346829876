import { useTranslations } from 'use-intl'
import type { FieldError } from '../contract/errors.ts'
import { readAddress } from '../contract/addresses.ts'
import { findUnreadable } from '../contract/pasted.ts'

/**
 * Counts code points, which is what people count as characters, of a text as it is stored: what is copied from a PDF or on a Mac may have
 * its letters in pieces, a Korean syllable in three.
 */
export const codePoints = (text: string): number => Array.from(text.normalize('NFC')).length

type FieldProblem = Pick<FieldError, 'code' | 'minimum' | 'maximum'>

/** Returns what is wrong with the length of a text, in code points without the space around it; undefined when nothing is. */
export function findLengthProblem(
  text: string,
  { minimum, maximum }: { minimum: number; maximum: number },
): FieldProblem | undefined {
  const length = codePoints(text.trim())
  if (length < minimum) return { code: 'too_short', minimum }
  return length > maximum ? { code: 'too_long', maximum } : undefined
}

/** Returns a function for what is wrong with an email address, in words; undefined when nothing is. */
export function useAddressText(): (written: string) => string | undefined {
  const t = useTranslations('field')
  return (written) => {
    const read = readAddress(written)
    if (read.problem === undefined) return undefined
    const { problem, sign = '' } = read
    return problem === 'empty' ? t('email') : t(`address_${problem}`, { sign })
  }
}

/**
 * Returns a function for the error message under a field, with how to correct it. `value`: current content of the
 * field. `empty`: what it says of one without any; `words` where somebody writes freely.
 */
export function useFieldErrorText(
  empty: 'required' | 'words' = 'required',
): (problem: FieldProblem, value: string) => string {
  const t = useTranslations('field')
  const addressText = useAddressText()
  return ({ code, minimum, maximum }, value) => {
    const length = codePoints(value.trim())
    if (code === 'required' || (code === 'too_short' && length === 0)) return t(empty)
    if (code === 'too_short' && minimum !== undefined) return t('too_short', { minimum, length })
    if (code === 'too_long' && maximum !== undefined) return t('too_long', { maximum, length })
    if (code === 'not_an_address') return addressText(value) ?? t('email')
    if (code === 'passed') return t('passed')
    const near = code === 'unreadable' ? findUnreadable(value)?.near : undefined
    return near === undefined ? t('wrong') : t('unreadable', { near })
  }
}
