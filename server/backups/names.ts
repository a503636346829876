import path from 'node:path'

/** The names of backups that are made by the day. */
export const BACKUP_NAME = /^oremus-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/

/**
 * Selects the backups to delete: all but the newest of each day, and all days but the newest `keep`. `files`: newest
 * first.
 */
export function selectOutdated(files: string[], keep: number): string[] {
  const days = new Set<string>()
  return files.filter((file) => {
    const day = parseBackupTime(file).slice(0, 'yyyy-mm-dd'.length)
    if (days.has(day) || days.size >= keep) return true
    days.add(day)
    return false
  })
}

/** Returns the time at which the backup with this name was started, ISO 8601. */
export const parseBackupTime = (file: string): string =>
  path
    .basename(file, '.backup')
    .slice('oremus-'.length)
    .replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3.000Z')
