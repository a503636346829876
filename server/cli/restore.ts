import { pino } from 'pino'
import { recordAudit } from '../audit/audit.ts'
import { type Lost, formatLost } from '../backups/lost.ts'
import type { Deletions } from '../backups/deletions.ts'
import { restoreBackup } from '../backups/restore.ts'
import { describeOrigin } from '../backups/manifest.ts'
import { CommandError } from './command.ts'
import { buildContext } from '../context.ts'
import { replayDeletions } from '../features/site/personal-data/deletion-replay.ts'
import { logOptions } from '../log.ts'
import { type Command, refuseOtherOwner, runCommand } from './site.ts'

// `npm run restore`: only while no server runs.

const USAGE = `npm run restore -- <file>                 puts the site back to a backup
npm run restore -- <file> --lose-newer    also where that loses what was written after it
npm run restore -- <file> --other-site    also where another site made it
Add --data <folder> for a site in another folder than DATA_DIR.`

function formatDeletions(deletions: Deletions | undefined): string {
  if (deletions === undefined)
    return 'We can’t tell what had been deleted since the backup: what was here can’t be read, is another site, or there was nothing.'
  const { users, prayers, plans = [], readers = [], groups = [], places = [] } = deletions
  const { choices = [], summaries = [] } = deletions
  const { updates = [], narrowed = [], hidden = [], calendars = [], passkeys = [], invitations = [] } = deletions
  const roles = places.filter(({ after }) => after?.status === 'active')
  const ended = places.filter(({ after }) => after?.status !== 'active')
  const all = [users, prayers, updates, readers, groups, ended, calendars, passkeys, invitations]
  const isNothing = all.every((gone) => gone.length === 0)
  return [
    isNothing
      ? 'Nothing had been deleted since the backup.'
      : 'Deleted again, because it had been deleted since the backup:',
    ...users.map((id) => `  person ${id}`),
    ...prayers.map((id) => `  request ${id}`),
    ...(updates.length > 0 ? [`  updates of requests: ${updates.length}`] : []),
    ...groups.map((id) => `  group ${id}`),
    ...(readers.length > 0 ? [`  addresses on lists of groups: ${readers.length}`] : []),
    ...(ended.length > 0 ? [`  places in groups: ${ended.length}`] : []),
    ...(calendars.length > 0 ? [`  links of calendars: ${calendars.length}`] : []),
    ...(passkeys.length > 0 ? [`  passkeys: ${passkeys.length}`] : []),
    ...(invitations.length > 0 ? [`  invitations to the site and to groups: ${invitations.length}`] : []),
    ...(plans.length > 0 ? ['Accounts whose deletion was planned or taken back since, and that stay so:'] : []),
    ...plans.map(({ id }) => `  person ${id}`),
    ...(roles.length + narrowed.length + hidden.length + choices.length + summaries.length > 0
      ? ['Changed since, and not put back:']
      : []),
    ...(roles.length > 0 ? [`  roles in groups: ${roles.length}`] : []),
    ...(narrowed.length > 0 ? [`  requests that fewer people may read, or without a name: ${narrowed.length}`] : []),
    ...(hidden.length > 0 ? [`  requests that moderators hid: ${hidden.length}`] : []),
    ...(choices.length > 0
      ? [`  people who stopped or paused emails, refuse lines, or became discreet: ${choices.length}`]
      : []),
    ...(summaries.length > 0 ? [`  members who stopped the summary of a group: ${summaries.length}`] : []),
  ].join('\n')
}

const describeLost = (lost: Lost): string[] =>
  Object.keys(lost).length === 0 ? [] : ['Lost, because it was added or changed after the backup:', ...formatLost(lost)]

const FLAGS = ['--lose-newer', '--other-site']

export const restore: Command = async ({ words, readSettings }) => {
  const [file, ...rest] = words.filter((word) => !FLAGS.includes(word))
  if (file === undefined || rest.length > 0) throw new CommandError(USAGE)
  const config = readSettings()
  refuseOtherOwner(config.data_dir)
  const log = pino({ ...logOptions(config), level: 'error' }, pino.destination(2))
  const { manifest, origin, lost, deletions, former } = await restoreBackup(config, file, {
    lose_newer: words.includes('--lose-newer'),
    other_site: words.includes('--other-site'),
    clock: () => new Date(),
    finish: async (data_dir, gone, { created_at }) => {
      const ctx = await buildContext({ ...config, data_dir, database_url: undefined }, log)
      try {
        await replayDeletions(ctx, gone)
        await ctx.transaction((write) =>
          recordAudit(write, null, {
            action: 'backups.restore',
            target_type: 'backup',
            target_id: created_at,
            detail: { to: created_at },
          }),
        )
      } finally {
        await ctx.close()
      }
    },
  })
  // On a new machine nobody can tell: those who left since are in the backup still.
  const compared = former === undefined ? undefined : deletions
  return [
    `The site is back to ${manifest.created_at}. Everyone has to sign in again. Links in earlier emails no longer work, except invitations. Roles of staff and suspensions are as they were then: go through Admin, People.`,
    describeOrigin(origin),
    ...describeLost(lost),
    formatDeletions(compared),
    ...(former === undefined ? [] : [`What was there before is in ${former}. Remove it once everything works.`]),
  ].join('\n')
}

if (import.meta.main) process.exitCode = await runCommand(restore, process.argv.slice(2), process.env)
