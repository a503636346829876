import type { Db } from '../../../db/open.ts'
import { isInSummary } from './in-summary.rules.ts'

/** Decides whether the emails of a group may hold a request: see `isInSummary`. */
export async function decideInSummary(
  db: Db,
  let_in: boolean | undefined,
  { was, group_id }: { was: boolean; group_id: string | null | undefined },
): Promise<boolean> {
  const group =
    let_in === true && typeof group_id === 'string'
      ? await db.selectFrom('groups').where('id', '=', group_id).select('summary_has_words').executeTakeFirst()
      : undefined
  return isInSummary(let_in, { was, has_words: group?.summary_has_words ?? false })
}
