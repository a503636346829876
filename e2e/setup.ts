import { isFull } from '../server/test/depth.ts'
import { startPostgres } from '../server/test/postgres.ts'

/** Starts one temporary PostgreSQL for the whole run, where tests need it; each worker creates its own database on it. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!isFull) return undefined
  const { url, stop } = await startPostgres()
  process.env.POSTGRES_URL = url
  return stop
}
