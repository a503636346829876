import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'

export const backupDownloads = defineLimit('backup_downloads', 5, HOUR)

/** Reading a whole backup takes a core for as long as making one. */
export const backupReads = defineLimit('backup_reads', 20, HOUR)
