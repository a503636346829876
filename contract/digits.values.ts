/** Zero of the digits that Arabic, Persian and Hindi are also written with. */
const ZEROS = [0x6_60, 0x6_f0, 0x9_66]

/** A number or code in our digits, whatever script and width they were typed in. */
export const withOurDigits = (typed: string): string =>
  typed.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0
    const zero = ZEROS.find((one) => point >= one && point < one + 10)
    return zero === undefined ? digit : String(point - zero)
  })
