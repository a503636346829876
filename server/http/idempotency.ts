import { type Context, now } from '../context.ts'
import { Refusal, check } from './errors.ts'

/** The time for which a response is stored for a repeated request. */
export const IDEMPOTENCY_KEY_TTL_MS = 24 * 3_600_000
/** So many responses of one person stay: far more than anybody repeats, and a bound for a program that sends ever new keys. */
const MAX_KEPT = 1000

/** A write of a person, with the key that it bears. */
interface KeyedRequest {
  user_id: string
  key: string | undefined
  request: unknown
}

/** Returns the response that is stored for a key, as JSON; null when there is none yet, undefined for a new key. */
async function readStored(
  { db, secrets }: Context,
  { user_id, key, request }: KeyedRequest,
): Promise<string | null | undefined> {
  if (key === undefined) return undefined
  const stored = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!stored || stored.response === null) return stored?.response
  check(stored.request_hash === secrets.hashRequest(JSON.stringify(request)), 'request.key_reused')
  return secrets.decrypt(stored.response)
}

/** Returns the response that is stored for a repeated request, in an object; undefined where its work has to be done. */
export async function readRepeated(context: Context, keyed: KeyedRequest): Promise<{ answer: unknown } | undefined> {
  const stored = await readStored(context, keyed)
  return typeof stored === 'string' ? { answer: JSON.parse(stored) as unknown } : undefined
}

/**
 * Runs the work once for each key of a person. The same key with the same request returns the stored response; with
 * another request it is refused. Runs in the transaction of the write: a rollback also removes the key.
 */
export async function runIdempotent<Answer>(
  context: Context,
  keyed: KeyedRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { user_id, key, request } = keyed
  if (key === undefined) return await work()
  check(/^[\x21-\x7e]{8,200}$/.test(key), 'request.malformed')
  const request_hash = context.secrets.hashRequest(JSON.stringify(request))
  const inserted = await context.db
    .insertInto('idempotency_keys')
    .values({ user_id, key, request_hash, created_at: now(context) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    const stored = await readStored(context, keyed)
    if (typeof stored !== 'string') throw new Refusal('request.in_progress')
    return JSON.parse(stored) as Answer
  }
  const answer = await work()
  await context.db
    .updateTable('idempotency_keys')
    // It may hold a secret that is shown once, such as recovery codes.
    .set({ response: context.secrets.encrypt(JSON.stringify(answer)) })
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .execute()
  return answer
}

/** Deletes responses older than a day, because they contain people's text, and what is too much of one person. */
export async function purgeIdempotencyKeys(context: Context): Promise<void> {
  const before = new Date(context.clock().getTime() - IDEMPOTENCY_KEY_TTL_MS).toISOString()
  await context.db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
  const many = await context.db
    .selectFrom('idempotency_keys')
    .select('user_id')
    .groupBy('user_id')
    .having(({ fn }) => fn.countAll(), '>', MAX_KEPT)
    .execute()
  for (const { user_id } of many) {
    const newest = context.db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('user_id', '=', user_id)
      .orderBy('created_at', 'desc')
      .orderBy('key')
      .limit(MAX_KEPT)
    await context.db
      .deleteFrom('idempotency_keys')
      .where('user_id', '=', user_id)
      .where('key', 'not in', newest)
      .execute()
  }
}
