import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Classifier, loadClassifier, readSamples } from '../classifier/runtime/classifier.ts'
import { LocalClassifier } from './classifier/local.ts'
import { RemoteClassifier } from './classifier/remote.ts'
import type { Config } from './config.ts'
import type { Engine } from './db/engine.ts'
import { type Db, type OpenDatabase, migrate, openDatabase } from './db/open.ts'
import { Replicas } from './db/replicas.ts'
import { seed } from './db/seed.ts'
import type { JobInput, JobKind } from './jobs/kinds.ts'
import { insertJob, type NewJob } from './jobs/queue.ts'
import { Speech } from './outgoing/speech.ts'
import { Translator } from './outgoing/translator.ts'
import { Secrets } from './secrets/secrets.ts'

/** What the server has in its hands: built once, passed by hand. */
export interface Context {
  config: Config
  /** In a write's handler: its transaction. Elsewhere: the database. */
  db: Db
  database: OpenDatabase
  /** Copies of the database that answer reads, where some are set. */
  replicas: Replicas | undefined
  log: Logger
  /** The only source of the time, so that tests can move it. */
  clock: () => Date
  /** The built-in classifier, loaded when first asked for. */
  classifier: () => Classifier
  /** The service that sorts in its place, where one is set. */
  remoteClassifier: RemoteClassifier | undefined
  /** The model of a folder that sorts in its place, where one is set and no service is. */
  localClassifier: LocalClassifier | undefined
  /** The services that translate, and that hear and speak, where they are set. */
  translator: Translator | undefined
  speech: Speech | undefined
  secrets: Secrets
  /** What the site is called: as its administrators say, else as the configuration does. */
  siteName(): Promise<string>
  /** Queues work in the transaction of `db`. */
  addJob<Kind extends JobKind>(kind: Kind, payload: JobInput<Kind>, options?: NewJob): Promise<void>
  /** Runs the work in one transaction, and tells `onCommit` afterwards. */
  transaction<Result>(work: (context: Context) => Promise<Result>): Promise<Result>
  /** Does what only reads, on a replica that has all that was committed before, or else on `db`. May run `work` twice. */
  readFromReplica<Result>(work: (context: Context) => Promise<Result>): Promise<Result>
  /** Called after every commit: wakes the worker and drops rendered pages. */
  onCommit(listener: () => void): void
  /** Says at what time that which visitors see changes by itself: no page is kept beyond it. */
  expirePagesAt(time: string): void
  onPageExpiry(listener: (time: string) => void): void
  close(): Promise<void>
}

/** Texts of each category by which the numbers of a local model are made likelihoods. */
const SAMPLES_PER_CATEGORY = 4

/** Whether requests are sorted by what makes others wait: a service, or a model that takes seconds. */
export const classifiesSlowly = ({
  remoteClassifier,
  localClassifier,
}: Pick<Context, 'remoteClassifier' | 'localClassifier'>): boolean =>
  remoteClassifier !== undefined || localClassifier !== undefined

export interface ContextOptions {
  clock?: () => Date
}

/** The time in the form that is stored and sent: ISO 8601, UTC, milliseconds. */
export const now = (context: Pick<Context, 'clock'>): string => context.clock().toISOString()

/** Opens the database, brings it to the newest version, fills in what an empty site needs. Closes again when that fails. */
export async function buildContext(
  config: Config,
  log: Logger,
  { clock = () => new Date() }: ContextOptions = {},
): Promise<Context> {
  const database = openDatabase(config)
  try {
    await migrate(database)
    await seed(database.db, clock().toISOString())
    database.engine.disableLockWait?.()
  } catch (error) {
    await database.db.destroy()
    throw error
  }
  // Takes 3 ms, and 20 MB that a process without a request to sort need not hold.
  let classifier: Classifier | undefined
  const listeners: (() => void)[] = []
  const expiryListeners: ((time: string) => void)[] = []
  const committed = (): void => {
    for (const listener of listeners) listener()
  }
  const { signals } = database.engine
  // What other processes change is news here too.
  const unlisten = signals?.listen(committed)
  const { database_url, database_replica_urls: urls } = config
  const replicas =
    database_url === undefined || urls.length === 0 ? undefined : new Replicas({ primary: database, urls, log })
  const shared = {
    config,
    database,
    replicas,
    log,
    clock,
    classifier: () => (classifier ??= loadClassifier()),
    remoteClassifier:
      config.classifier_url === undefined ? undefined : new RemoteClassifier({ url: config.classifier_url, clock }),
    localClassifier:
      config.model_dir === undefined
        ? undefined
        : new LocalClassifier({
            folder: config.model_dir,
            clock,
            log,
            samples: () => readSamples(SAMPLES_PER_CATEGORY),
          }),
    translator: config.translation && new Translator({ ...config.translation, clock }),
    speech: config.speech && new Speech({ ...config.speech, clock }),
    secrets: Secrets.load(config.data_dir),
    onCommit: (listener: () => void) => void listeners.push(listener),
    expirePagesAt: (time: string) => expiryListeners.forEach((listener) => listener(time)),
    onPageExpiry: (listener: (time: string) => void) => void expiryListeners.push(listener),
    close: async () => {
      await unlisten?.()
      await shared.localClassifier?.stop()
      await replicas?.close()
      await database.db.destroy()
    },
  }
  const withDb = (db: Db): Context => ({
    ...shared,
    db,
    siteName: () => readSiteName(db, config),
    addJob: (kind, payload, options) => insertJob(db, clock().toISOString(), kind, payload, options),
    transaction: (work) => runTransaction(db, work, withDb, { committed, engine: database.engine }),
    readFromReplica: (work) => {
      const readPrimary = (): ReturnType<typeof work> => work(withDb(db))
      return replicas && db === database.db
        ? replicas.read((replica) => work(withDb(replica)), readPrimary)
        : readPrimary()
    },
  })
  return withDb(database.db)
}

// The settings lie above what every mail needs.
async function readSiteName(db: Db, { site_name }: Config): Promise<string> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'site_name').executeTakeFirst()
  return typeof row?.value === 'string' && row.value !== '' ? row.value : site_name
}

/** How long a transaction waits for another program that writes to the embedded file, and how often it tries. Milliseconds. */
const LOCK_TIMEOUT_MS = 1000
const LOCK_RETRY_INTERVAL_MS = 50

async function runTransaction<Result>(
  db: Db,
  work: (context: Context) => Promise<Result>,
  withDb: (db: Db) => Context,
  { committed, engine }: { committed: () => void; engine: Engine },
): Promise<Result> {
  if (db.isTransaction) return await work(withDb(db))
  const { signals } = engine
  let hasBegun = false
  const attempt = () =>
    db.transaction().execute(async (transaction) => {
      hasBegun = true
      const done = await work(withDb(transaction))
      if (signals) await transaction.executeQuery(signals.statement)
      return done
    })
  // The embedded engine answers without ever waiting: one transaction after the other would leave nobody else a turn.
  if (!signals) await nextTurn()
  const began = performance.now()
  for (;;) {
    try {
      const result = await attempt()
      committed()
      return result
    } catch (error) {
      // Waiting here and not in the engine lets others read meanwhile.
      if (hasBegun || !engine.isLocked(error) || performance.now() - began > LOCK_TIMEOUT_MS) throw error
      await sleep(LOCK_RETRY_INTERVAL_MS)
    }
  }
}
