import type { Rehearsal } from '../../../../contract/backups.ts'
import type { Lost } from '../../../backups/lost.ts'
import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'

export const backupDownloads = defineLimit('backup_downloads', 5, HOUR)

/** Each try says whether a folder is there, so they are few. */
export const placeTries = defineLimit('backup_place_tries', 20, HOUR)

/** Reading a whole backup takes a core for as long as making one. */
export const backupReads = defineLimit('backup_reads', 20, HOUR)

const kindOf: Record<string, keyof NonNullable<Rehearsal['lost']>> = {
  requests: 'requests',
  updates: 'updates',
  people: 'people',
  'prayers and reactions': 'prayers',
}

/** Sums up what would be lost in the kinds that people know. */
export function sumLost(lost: Lost): NonNullable<Rehearsal['lost']> {
  const sums = { requests: 0, prayers: 0, updates: 0, people: 0, others: 0 }
  for (const [kind, rows] of Object.entries(lost)) sums[kindOf[kind] ?? 'others'] += rows
  return sums
}

/** Quotes a word for a shell. */
const quote = (word: string): string => (/^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

interface Site {
  file: string
  data_dir: string
  /** Folder of the program. */
  program: string
  /** True when something may be lost, which the command does only when it is told so. */
  may_lose: boolean
  /** False on PostgreSQL, for which Compose has a file of its own, with two servers. */
  is_embedded: boolean
}

/** The lines that put a site back to a backup: the site stands still meanwhile, so that nobody writes what would be lost. */
export function linesToRestore({ file, data_dir, program, may_lose, is_embedded }: Site): Rehearsal['lines'] {
  // Also for the start: where the folder was named by hand, another site would begin beside it.
  const site = `--data ${quote(data_dir)}`
  const words = [quote(file), site, ...(may_lose ? ['--lose-newer'] : [])].join(' ')
  const compose = `docker compose -f deploy/${is_embedded ? 'compose' : 'compose.postgres'}.yaml`
  const [one, all] = is_embedded ? ['oremus', 'oremus'] : ['oremus-1', 'oremus-1 oremus-2']
  return {
    terminal: [`cd ${quote(program)}`, `npm run restore -- ${words}`, `npm start -- ${site}`],
    service: [
      'systemctl stop oremus',
      `cd ${quote(program)} && runuser -u oremus -- node scripts/run.mjs restore ${words}`,
      'systemctl start oremus',
    ],
    container: [
      `${compose} stop ${all}`,
      `${compose} run --rm ${one} node server/cli/restore.ts ${words}`,
      `${compose} start ${all}`,
    ],
  }
}
