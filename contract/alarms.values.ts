/** In code points. */
export const MAX_TELEPHONE_LENGTH = 40

const TELEPHONE = /^[+(]?\d[\d\s()/.-]*\d$/
const MIN_DIGITS = 3
/** Zero of the digits that Arabic and Hindi are also written with. */
const ZEROS = [0x6_60, 0x6_f0, 0x9_66]

/** Returns a telephone number as it was written, in our digits whatever script they were typed in; undefined if it is none. */
export function readTelephone(typed: string): string | undefined {
  const number = typed
    .normalize('NFKC')
    .trim()
    .replaceAll(/\p{Nd}/gu, (digit) => {
      const point = digit.codePointAt(0) ?? 0
      const zero = ZEROS.find((one) => point >= one && point < one + 10)
      return zero === undefined ? digit : String(point - zero)
    })
  return TELEPHONE.test(number) && number.replaceAll(/\D/g, '').length >= MIN_DIGITS ? number : undefined
}
