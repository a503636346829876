import { isInUse } from '../db/copy.ts'
import { openDatabase } from '../db/open.ts'

/** Waits until no program of a site is connected any more. A pooler keeps connections for a while. */
export async function untilUnused(database_url: string): Promise<void> {
  const database = openDatabase({ data_dir: '', database_url })
  try {
    while (await isInUse(database));
  } finally {
    await database.db.destroy()
  }
}
