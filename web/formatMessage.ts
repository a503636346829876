import formatCompiled from 'use-intl/format-message/format-only'
import type { Language } from '../contract/fields.ts'
import { directionOf, localeOf } from '../contract/languages.ts'

/** Keeps a value in one piece in a sentence that is read the other way. One word needs nothing, and may select a form. */
const isolate = <Value>(value: Value): Value | string =>
  typeof value === 'string' && /\W/.test(value) ? `\u2068${value}\u2069` : value

/** A name that ends with a dot, as “Hannah W.” does, ends its sentence as well. */
function endOnce(shown: string, values: object): string {
  for (const value of Object.values(values) as unknown[])
    if (typeof value === 'string' && value.endsWith('.') && shown.endsWith(`${value}.`)) return shown.slice(0, -1)
  return shown
}

/** Formats a message that was compiled at build time: without a parser, and with the numbers that `localeOf` gives. */
const formatMessage: typeof formatCompiled = (key, message, values, options) => {
  const locale = options.locale as Language
  if (values && directionOf(locale) === 'rtl')
    values = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)]))
  const shown = formatCompiled(key, message, values, { ...options, locale: localeOf(locale) })
  return typeof shown === 'string' && values ? endOnce(shown, values) : shown
}
formatMessage.raw = false

export default formatMessage
