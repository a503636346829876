import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'

/** Reading a whole backup takes a core for as long as making one. */
export const backupReads = defineLimit('backup_reads', 20, HOUR)
