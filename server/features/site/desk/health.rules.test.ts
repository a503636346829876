import { expect, it } from 'vitest'
import { checkNames } from '../../../../contract/checks.ts'
import { type HealthFacts, judgeHealth } from './health.rules.ts'

const at = new Date('2026-05-20T12:00:00.000Z')
const checked_at = '2026-05-20T11:20:00.000Z'
type Checks = HealthFacts['checks']
const well: Checks = checkNames.map((name) => ({ name, outcome: 'answered', is_well: true, checked_at }))
const failing = (...names: string[]): Checks =>
  well.map((check) => (names.includes(check.name) ? { ...check, outcome: 'failed', is_well: false } : check))
const noMail = well.map((check) =>
  check.name === 'alarm' ? { ...check, outcome: 'no_mail' as const, is_well: false } : check,
)
const fine: HealthFacts = {
  checks: well,
  failed_jobs: 0,
  has_mail: true,
  mail_waits_since: null,
  backup_at: '2026-05-20T01:00:00.000Z',
}

it.each<[string, Partial<HealthFacts>, worst: string | null, others: number]>([
  ['everything works', {}, null, 0],
  ['backups are made elsewhere', { backup_at: undefined }, null, 0],
  ['a backup was missed once', { backup_at: '2026-05-18T13:00:00.000Z' }, null, 0],
  ['the last backup is three days old', { backup_at: '2026-05-17T11:00:00.000Z' }, 'old_backup', 0],
  ['there never was a backup', { backup_at: null }, 'no_backup', 0],
  ['there is no mail server', { has_mail: false }, 'no_mail', 0],
  ['without one, checks that need it are the same fault', { has_mail: false, checks: noMail }, 'no_mail', 0],
  ['a tested mail server refuses', { checks: failing('mail') }, 'mail', 0],
  ['mail waits that the server does not take', { mail_waits_since: '2026-05-20T10:00:00.000Z' }, 'mail', 0],
  ['the database outranks mail', { has_mail: false, checks: failing('integrity') }, 'integrity', 1],
  ['mail outranks what only slows the site', { has_mail: false, failed_jobs: 3 }, 'no_mail', 1],
  ['several at once', { failed_jobs: 3, backup_at: null, checks: failing('disk', 'worker') }, 'disk', 3],
])('%s', (_, facts, worst, others) => {
  const health = judgeHealth({ ...fine, ...facts }, at)
  expect([health.worst?.fault ?? null, health.others]).toEqual([worst, others])
  expect(health).toMatchObject({ is_checked: true, checked_at, checks: checkNames.length })
})

it.each([
  ['mail alone waits for a press', ['mail'], true],
  ['another was never tried', ['disk'], false],
])('has been checked: %s', (_, names, is_checked) => {
  const checks: Checks = well.map((check) =>
    names.includes(check.name) ? { ...check, outcome: null, is_well: false, checked_at: null } : check,
  )
  expect(judgeHealth({ ...fine, checks }, at)).toMatchObject({ worst: null, is_checked })
})
