import type { Language } from '../../../contract/fields.ts'
import type { Prayer } from '../../../contract/prayers.ts'
import { codePoints } from '../../fieldErrors.ts'

/** Longest request that counts as short, in code points: what a phone shows without scrolling. */
const SHORT = 280

/** The first of two names, as one would say it; any other name as it is written. In Chinese, Japanese and Korean it is the family's. */
export function shortName(name: string): string {
  const [first = name, second, third] = name.trim().split(/\s+/u)
  const isGiven =
    second !== undefined &&
    third === undefined &&
    !/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)
  return isGiven ? first : name
}

const length = ({ content }: Prayer): number => codePoints(content)

/**
 * Chooses the request that a new member is offered: of those that others wrote and the member has not prayed for, the least prayed for
 * that is short, else the shortest; in their language where there is one. Null when there is none. `prayers`: the least prayed for
 * first.
 */
export function chooseRequest(prayers: Prayer[], language: Language): Prayer | null {
  const others = prayers.filter((prayer) => !prayer.is_mine && !prayer.has_prayed)
  const readable = others.filter((prayer) => prayer.language === language)
  const offered = readable.length > 0 ? readable : others
  return (
    offered.find((prayer) => length(prayer) <= SHORT) ??
    offered.toSorted((one, other) => length(one) - length(other))[0] ??
    null
  )
}
