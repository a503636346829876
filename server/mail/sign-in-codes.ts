import type { Db } from '../db/open.ts'

/** The time for which a code works, in milliseconds, and the number of times that it may be typed. */
const CODE_TTL_MS = 10 * 60_000
export const MAX_CODE_TRIES = 5

interface CodeContext {
  db: Db
  clock: () => Date
}

/**
 * Lets the browser with the ticket sign in as the user, with the code of the ticket. Stores only the hash of the ticket, from which the code
 * cannot be told without the site's key.
 */
export const insertSignInCode = async (
  { db, clock }: CodeContext,
  ticket_hash: string,
  user_id: string,
): Promise<void> => {
  const at = clock()
  await db
    .insertInto('sign_in_codes')
    .values({ ticket_hash, user_id, expires_at: new Date(at.getTime() + CODE_TTL_MS).toISOString() })
    .execute()
}

/** Lets a code work for its whole time from when its mail will leave, which waits until then. */
export const postponeCode = async ({ db }: CodeContext, ticket_hash: string, send_at: Date): Promise<void> => {
  await db
    .updateTable('sign_in_codes')
    .set({ expires_at: new Date(send_at.getTime() + CODE_TTL_MS).toISOString() })
    .where('ticket_hash', '=', ticket_hash)
    .execute()
}

const selectOpen = ({ db, clock }: CodeContext, ticket_hash: string) =>
  db
    .selectFrom('sign_in_codes')
    .where('ticket_hash', '=', ticket_hash)
    .where('expires_at', '>', clock().toISOString())
    .where('tries', '<', MAX_CODE_TRIES)

/** True while the code of the ticket can still be used. */
export const isCodeOpen = async (ctx: CodeContext, ticket_hash: string): Promise<boolean> =>
  (await selectOpen(ctx, ticket_hash).select('user_id').executeTakeFirst()) !== undefined

/** Counts a try, before the code is compared: of tries at the same time no more than five are compared. False when none is left. */
export async function countCodeTry({ db, clock }: CodeContext, ticket_hash: string, user_id: string): Promise<boolean> {
  const counted = await db
    .updateTable('sign_in_codes')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('ticket_hash', '=', ticket_hash)
    .where('user_id', '=', user_id)
    .where('expires_at', '>', clock().toISOString())
    .where('tries', '<', MAX_CODE_TRIES)
    .executeTakeFirst()
  return counted.numUpdatedRows === 1n
}

/** Ends all codes of the user. Returns false when that of the ticket was used meanwhile. */
export async function consumeSignInCode(db: Db, ticket_hash: string, user_id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_codes')
    .where('ticket_hash', '=', ticket_hash)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) return false
  await db.deleteFrom('sign_in_codes').where('user_id', '=', user_id).execute()
  return true
}
