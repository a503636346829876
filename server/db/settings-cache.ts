import type { Db } from './open.ts'

/** A stored setting. `value` is parsed by who reads it. */
export interface StoredSetting {
  value: unknown
  /** ISO 8601. */
  updated_at: string
}

/**
 * The settings of one database, as they were last committed. Drop them after each commit that changed one, here or in
 * another process.
 */
class SettingsCache {
  readonly #rows = new Map<string, StoredSetting | undefined>()
  #generation = 0

  drop(): void {
    this.#rows.clear()
    this.#generation += 1
  }

  /** Returns a setting. Keeps it only when nothing was dropped while it was read. */
  async read(name: string, load: () => Promise<StoredSetting | undefined>): Promise<StoredSetting | undefined> {
    if (this.#rows.has(name)) return this.#rows.get(name)
    const generation = this.#generation
    const row = await load()
    if (generation === this.#generation) this.#rows.set(name, row)
    return row
  }
}

// By the adapter, which a database shares with its transactions. A replica has another one, and is not cached.
const caches = new WeakMap<object, SettingsCache>()
/** Transactions that changed a setting: they read what they wrote. */
const writers = new WeakSet<Db>()

/** Makes a cache for a database. Returns what drops it. */
export function openSettingsCache(db: Db): () => void {
  const cache = new SettingsCache()
  caches.set(db.getExecutor().adapter, cache)
  return () => cache.drop()
}

export const noteSettingsWriter = (transaction: Db): void => void writers.add(transaction)

export const dropSettings = (db: Db): void => caches.get(db.getExecutor().adapter)?.drop()

const selectSetting = (db: Db, name: string): Promise<StoredSetting | undefined> =>
  db.selectFrom('settings').select(['value', 'updated_at']).where('key', '=', name).executeTakeFirst()

/** Returns a setting as it is stored, from the cache where its database has one. */
export async function readStoredSetting(db: Db, name: string): Promise<StoredSetting | undefined> {
  const cache = writers.has(db) ? undefined : caches.get(db.getExecutor().adapter)
  const load = (): Promise<StoredSetting | undefined> => selectSetting(db, name)
  return cache ? await cache.read(name, load) : await load()
}
