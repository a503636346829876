import formatCompiled from 'use-intl/format-message/format-only'
import { directionOf, isLanguage, localeOf } from '../contract/languages.ts'

/** Keeps a value in one piece in a sentence that is read the other way. One word needs nothing, and may select a form. */
const isolate = (value: unknown): unknown =>
  typeof value === 'string' && /\W/.test(value) ? `\u2068${value}\u2069` : value

const isolateAll = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)])) as Values

/** Formats a message that was compiled at build time: without a parser, and with the numbers that `localeOf` gives. */
const formatMessage: typeof formatCompiled = (key, message, values, options) => {
  const { locale } = options
  const isRtl = isLanguage(locale) && directionOf(locale) === 'rtl'
  const filled = isRtl && values ? isolateAll(values) : values
  return formatCompiled(key, message, filled, { ...options, locale: localeOf(locale) })
}
formatMessage.raw = false

export default formatMessage
