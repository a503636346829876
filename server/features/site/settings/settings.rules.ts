import { z } from 'zod'
import type { SettingName } from '../../../settings/settings.ts'

/** Settings that decide who may sign up, how users prove their identity, and where links in mails lead. */
const SENSITIVE_SETTINGS: ReadonlySet<SettingName> = new Set<SettingName>([
  'sign_up_mode',
  'require_verified_email',
  'event_hours',
  'staff_second_factor',
  'site_address',
])

export const needsConfirmation = (name: SettingName): boolean => SENSITIVE_SETTINGS.has(name)

/** Every value that a setting accepts. */
export function choicesOf(schema: z.ZodType): (string | number | boolean)[] {
  const inner = schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema
  if (inner instanceof z.ZodEnum) return inner.options.map(String)
  if (inner instanceof z.ZodLiteral) return [...inner.values].map(Number)
  return inner instanceof z.ZodBoolean ? [false, true] : []
}
