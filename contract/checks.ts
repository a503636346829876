import { z } from 'zod'
import { alarmReaches } from './alarms.ts'
import type { Schemas } from './define.ts'
import { time } from './fields.ts'
import { addressReaches } from './settings.ts'

/** Checks of a site's functions, in display order. */
export const checkNames = [
  'write',
  'integrity',
  'migrations',
  'replicas',
  'clock',
  'disk',
  'worker',
  'classifier',
  'pages',
  'backup',
  'backup_copy',
  'mail',
  'address',
  'alarm',
] as const
export const CheckName = z.enum(checkNames)
export type CheckName = z.infer<typeof CheckName>

export const outcomes = [
  'written',
  'lost',
  'quick_check',
  'consistent_read',
  'damaged',
  'newest',
  'behind',
  'none',
  'near',
  'away',
  'agrees',
  'apart',
  'enough',
  'little',
  'answered',
  'silent',
  'recognised',
  'unrecognised',
  'model_missing',
  'model_without_package',
  'model_unusable',
  'model_loading',
  'built',
  'from_source',
  'missing',
  'backed_up',
  'elsewhere',
  'only_here',
  'copied',
  'place_missing',
  'place_full',
  'place_refused',
  'handed_in',
  'in_folder',
  'refused',
  ...addressReaches,
  ...alarmReaches,
  'failed',
] as const
export const CheckOutcome = z.enum(outcomes)
export type CheckOutcome = z.infer<typeof CheckOutcome>

export const Check = z.object({
  name: CheckName,
  /** Null when it has never run. */
  outcome: CheckOutcome.nullable(),
  is_well: z.boolean(),
  /** Values of the outcome's sentence: bytes, milliseconds, counts. */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  ms: z.int().nullable(),
  checked_at: time.nullable(),
  succeeded_at: time.nullable(),
})
export type Check = z.infer<typeof Check>

export const ServerState = z.object({
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  engine_version: z.string(),
  database_bytes: z.int(),
  jobs_waiting: z.int(),
  jobs_failed: z.int(),
  /** Time of the last finished job: the worker has work at least once an hour. */
  last_job_at: time.nullable(),
  /** True when none has finished for two hours, by the clock of the server. */
  is_quiet: z.boolean(),
  /** `folder`: there is no mail server; mails are stored in the data folder. */
  mail: z.enum(['server', 'folder']),
})
export type ServerState = z.infer<typeof ServerState>

export const checks = {
  /** Last result of each check. */
  'checks.list': { input: z.strictObject({}), output: z.array(Check), errors: [] },
  /** Runs a check with real effects. `mail` sends one to the calling administrator. */
  'checks.run': { input: z.strictObject({ name: CheckName }), output: Check, errors: ['request.too_many'] },
  'checks.server': { input: z.strictObject({}), output: ServerState, errors: [] },
} satisfies Schemas<'checks'>
