import { withOurDigits } from './digits.values.ts'

/** In code points. */
export const MAX_TELEPHONE_LENGTH = 40

const TELEPHONE = /^[+(]?\d[\d\s()/.-]*\d$/
const MIN_DIGITS = 3

/** Returns a telephone number as it was written, in our digits whatever script they were typed in; undefined if it is none. */
export function readTelephone(typed: string): string | undefined {
  const number = withOurDigits(typed).trim()
  return TELEPHONE.test(number) && number.replaceAll(/\D/g, '').length >= MIN_DIGITS ? number : undefined
}
