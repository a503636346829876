import { type Check, checkNames } from '../../../../contract/checks.ts'
import type { Health, healthFaults } from '../../../../contract/desk.ts'
import { DAY_MS } from '../../../../contract/time.values.ts'

type Fault = (typeof healthFaults)[number]

/** Age at which a backup is old: they are made every day, and one may be missed. In milliseconds. */
const OLD_BACKUP_MS = 2 * DAY_MS

/** Faults in this order: what loses words first, then what keeps people from hearing of danger, then the rest. */
const worstFirst: Fault[] = [
  'integrity',
  'write',
  'disk',
  'migrations',
  'alarm',
  'address',
  'no_mail',
  'mail',
  'no_backup',
  'old_backup',
  'backup',
  'backup_copy',
  'failed_jobs',
  'worker',
  ...checkNames,
]

export interface HealthFacts {
  checks: Pick<Check, 'name' | 'outcome' | 'is_well' | 'checked_at'>[]
  failed_jobs: number
  has_mail: boolean
  /** The time of the oldest mail that the mail server has not taken for an hour; null: there is none. */
  mail_waits_since: string | null
  /** Says when the last backup was made; null: never. Undefined: backups are made elsewhere. */
  backup_at: string | null | undefined
}

/** Everything that is wrong, the worst first. One cause is one fault: without a mail server no check of mail counts. */
export function judgeHealth(
  { checks, failed_jobs, has_mail, mail_waits_since, backup_at }: HealthFacts,
  at: Date,
): Health {
  const faults = new Map<Fault, { count: number; at: string | null }>()
  for (const { name, outcome, is_well, checked_at } of checks) {
    if (outcome === null || is_well) continue
    if (!has_mail && (name === 'mail' || (name === 'alarm' && outcome === 'no_mail'))) continue
    faults.set(name, { count: 1, at: checked_at })
  }
  if (failed_jobs > 0) faults.set('failed_jobs', { count: failed_jobs, at: null })
  if (has_mail && mail_waits_since !== null) faults.set('mail', { count: 1, at: mail_waits_since })
  if (!has_mail) faults.set('no_mail', { count: 1, at: null })
  if (backup_at === null) faults.set('no_backup', { count: 1, at: null })
  else if (backup_at !== undefined && at.getTime() - Date.parse(backup_at) > OLD_BACKUP_MS)
    faults.set('old_backup', { count: 1, at: backup_at })
  const fault = worstFirst.find((one) => faults.has(one))
  const worst = fault === undefined ? undefined : faults.get(fault)
  return {
    worst: fault === undefined || worst === undefined ? null : { fault, ...worst },
    others: Math.max(0, faults.size - 1),
    // The test of mail waits for a press.
    is_checked: checks.every(({ name, outcome }) => outcome !== null || name === 'mail'),
    checks: checkNames.length,
    checked_at:
      checks
        .flatMap(({ checked_at }) => checked_at ?? [])
        .toSorted()
        .at(-1) ?? null,
  }
}
