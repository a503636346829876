import { startPostgres } from './postgres.ts'

/** Starts one PostgreSQL server for all test files of a run; each file creates databases of its own on it. */
export async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  process.env.POSTGRES_URL = url
  return stop
}
