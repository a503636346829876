import formatCompiled from 'use-intl/format-message/format-only'
import type { Language } from '../contract/fields.ts'
import { directionOf, localeOf } from '../contract/languages.ts'

/**
 * Keeps a value in one piece in a sentence that is read the other way. In a sentence from right to left, one word of Latin letters needs
 * nothing, and may select a form. In one from left to right, only Arabic letters do: a number behind them would go before them.
 */
function isolate<Value>(value: Value, isRtl: boolean): Value | string {
  if (typeof value !== 'string') return value
  const isOther = isRtl ? /\W/.test(value) : /\p{sc=Arab}/u.test(value)
  return isOther ? `\u2068${value}\u2069` : value
}

/** A name that ends with a dot, as “Hannah W.” does, ends its sentence as well. */
function endOnce(shown: string, values: object, isRtl: boolean): string {
  for (const value of Object.values(values) as unknown[])
    if (typeof value === 'string' && value.endsWith('.') && shown.endsWith(`${isolate(value, isRtl)}.`))
      return shown.slice(0, -1)
  return shown
}

/** Formats a message that was compiled at build time: without a parser, and with the numbers that `localeOf` gives. */
const formatMessage: typeof formatCompiled = (key, message, values, options) => {
  const locale = options.locale as Language
  const isRtl = directionOf(locale) === 'rtl'
  const isolated =
    values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value, isRtl)]))
  const shown = formatCompiled(key, message, isolated, { ...options, locale: localeOf(locale) })
  return typeof shown === 'string' && values ? endOnce(shown, values, isRtl) : shown
}
formatMessage.raw = false

export default formatMessage
