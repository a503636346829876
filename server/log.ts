import { type LoggerOptions, stdTimeFunctions } from 'pino'
import type { Config } from './config.ts'

/**
 * Selects the loggable fields of an error. PostgreSQL puts the refused row, and with it people's text, into `detail`,
 * and drivers add statements and parameters.
 */
export const serializeError = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? { type: error.name, ...('code' in error && { code: error.code }), message: error.message, stack: error.stack }
    : { type: typeof error }

export const logOptions = ({ log_level }: Pick<Config, 'log_level'>): LoggerOptions => ({
  level: log_level,
  base: null,
  // ISO 8601, in UTC.
  timestamp: stdTimeFunctions.isoTime,
  serializers: { err: serializeError, error: serializeError },
  redact: ['req.headers.authorization', 'req.headers.cookie'],
})
