import formatCompiled from 'use-intl/format-message/format-only'
import { localeOf } from '../contract/languages.ts'

/** Formats a message that was compiled at build time: without a parser, and with the numbers that `localeOf` gives. */
const formatMessage: typeof formatCompiled = (key, message, values, options) =>
  formatCompiled(key, message, values, { ...options, locale: localeOf(options.locale) })
formatMessage.raw = false

export default formatMessage
