import { startPostgres } from '../server/test/postgres.ts'

/** One throw-away PostgreSQL for the whole run; each worker makes a database of its own on it. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  process.env.POSTGRES_URL = url
  return stop
}
