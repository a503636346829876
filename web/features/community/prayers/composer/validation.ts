import type { FieldError } from '../../../../../contract/errors.ts'
import { MAX_CONTENT_LENGTH, MAX_TITLE_LENGTH, MIN_CONTENT_LENGTH } from '../../../../../contract/prayers.values.ts'
import { findLengthProblem } from '../../../../fieldErrors.ts'

const LIMITS = {
  title: { minimum: 0, maximum: MAX_TITLE_LENGTH },
  content: { minimum: MIN_CONTENT_LENGTH, maximum: MAX_CONTENT_LENGTH },
} as const

export type TextField = keyof typeof LIMITS
/** Problems of fields by name. */
export type Problems = Partial<Record<string, Pick<FieldError, 'code' | 'minimum' | 'maximum'>>>

/** Returns what is wrong with the length of a field, or undefined. */
export function validateField(field: TextField, value: string): Problems[string] {
  return findLengthProblem(value, LIMITS[field])
}
