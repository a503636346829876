import { startPostgres } from '../server/test/postgres.ts'

/** Starts one temporary PostgreSQL for the whole run; each worker creates its own database on it. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  process.env.POSTGRES_URL = url
  return stop
}
