import type { CompiledQuery, KyselyPlugin } from 'kysely'
import type { Db } from '../db/open.ts'
import type { TestApp } from './app.ts'

/** Returns the statements that the work sends, in order. */
export async function recordStatements({ ctx }: TestApp, work: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = []
  const passThrough: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const watched = ctx.database.db.withPlugin(passThrough)
  const executor = watched.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = (query) => {
    sent.push(query)
    return execute(query)
  }
  await work(watched)
  return sent
}
