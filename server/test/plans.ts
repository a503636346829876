import type { CompiledQuery, KyselyPlugin } from 'kysely'
import type { Db } from '../db/open.ts'
import { type TestApp, engine } from './app.ts'

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

/** Returns the lines of the plans of all statements that the work sends. */
export async function plansOf(app: TestApp, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const { database } = app.ctx
  const sent = await recordStatements(app, work)
  return (await Promise.all(sent.map(({ sql, parameters }) => database.engine.explain(sql, parameters)))).flat()
}

/** The words with which the plan of a statement says that it reads one of these tables whole. */
export const wholeScan = (tables: string, flags = ''): RegExp =>
  engine === 'sqlite'
    ? new RegExp(`^SCAN (${tables})\\b(?!.*USING (COVERING )?INDEX)`, flags)
    : new RegExp(`Seq Scan on (${tables})\\b`, flags)
