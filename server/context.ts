import type { Logger } from 'pino'
import { type Classifier, loadClassifier, readSamples } from '../classifier/runtime/classifier.ts'
import { LocalClassifier } from './classifier/local.ts'
import { RemoteClassifier } from './classifier/remote.ts'
import type { Config } from './config.ts'
import { readStoredSetting } from './db/settings-cache.ts'
import { refuseEmptied, refuseKeyless } from './db/emptied.ts'
import { GroupCommit } from './db/group-commit.ts'
import { readVersion } from './version.ts'
import { type Db, type OpenDatabase, lockStart, migrate, openDatabase } from './db/open.ts'
import { Replicas } from './db/replicas.ts'
import { seed } from './db/seed.ts'
import type { JobInput, JobKind, WorkAtOnce } from './jobs/kinds.ts'
import { insertJob, type NewJob } from './jobs/queue.ts'
import { type MailRoute, readMailRoute } from './mail/mail-server.ts'
import { PushService } from './outgoing/push-service.ts'
import { Speech } from './outgoing/speech.ts'
import { Translator } from './outgoing/translator.ts'
import { Secrets } from './secrets/secrets.ts'

/** The dependencies of the server: built once and passed explicitly. */
export interface Context {
  config: Config
  /** The transaction in the handler of a write, else the database. */
  db: Db
  database: OpenDatabase
  /** Read replicas of the database, when configured. */
  replicas: Replicas | undefined
  log: Logger
  /** The only source of the time, so that tests can change it. */
  clock: () => Date
  /** The built-in classifier, loaded on first use. */
  classifier: () => Classifier
  /** The external service that replaces it, when configured. */
  remoteClassifier: RemoteClassifier | undefined
  /** The local model that replaces it, when configured and no service is. */
  localClassifier: LocalClassifier | undefined
  /** The services for translation and speech, when configured. */
  translator: Translator | undefined
  speech: Speech | undefined
  /** Sends messages to people's devices. */
  push: PushService
  secrets: Secrets
  /** Name of the site, from the administrators' setting, else from the configuration. */
  siteName(): Promise<string>
  /** Returns the way in which mails leave, as the environment or administrators say. */
  mailRoute: () => Promise<MailRoute>
  /** Queues a job in the transaction of `db`, or does its work there: see `doAtOnce`. */
  addJob<Kind extends JobKind>(kind: Kind, payload: JobInput<Kind>, options?: NewJob): Promise<void>
  /** Registers work that is done in the transaction that would queue its job. */
  doAtOnce<Kind extends JobKind>(kind: Kind, work: WorkAtOnce<Context, Kind>): void
  /** Runs the work in one transaction and calls the `onCommit` listeners afterwards. */
  transaction<Result>(work: (context: Context) => Promise<Result>): Promise<Result>
  /** Runs read-only work on a replica that has every earlier commit, else on `db`. May run `work` twice. */
  readFromReplica<Result>(work: (context: Context) => Promise<Result>): Promise<Result>
  /** Calls the listener once the transaction of `db` is committed, before those of `onCommit`. */
  afterCommit(listener: () => void): void
  /** Registers a listener for every commit, which wakes the workers and drops rendered pages. */
  onCommit(listener: (commit: Commit) => void): void
  /** Announces a time at which visitors' pages change without a write: no page is cached beyond it. */
  expirePagesAt(time: string): void
  onPageExpiry(listener: (time: string) => void): void
  close(): Promise<void>
}

/** The parts of a context that most reads need. */
export type ReadContext = Pick<Context, 'db' | 'clock'>

export interface Commit {
  /** Kinds of the jobs that it queued and that are due. Undefined when another process committed: any may be. */
  due_jobs: ReadonlySet<JobKind> | undefined
}

/** Number of texts per category that are used to calibrate a local model. */
const SAMPLES_PER_CATEGORY = 4

/** True when mails leave through a mail server; else they become files. */
export const hasMailServer = async ({ mailRoute }: Pick<Context, 'mailRoute'>): Promise<boolean> =>
  (await mailRoute()).smtp_url !== undefined

/** True when requests are classified by something slow: an external service, or a model that takes seconds. */
export const classifiesSlowly = ({
  remoteClassifier,
  localClassifier,
}: Pick<Context, 'remoteClassifier' | 'localClassifier'>): boolean =>
  remoteClassifier !== undefined || localClassifier !== undefined

export interface ContextOptions {
  clock?: () => Date
  /** Origins of push services of tests, on this machine. */
  push_origins?: readonly string[]
}

/** Returns the current time in the stored and sent format: ISO 8601, UTC, milliseconds. */
export const now = (context: Pick<Context, 'clock'>): string => context.clock().toISOString()

/** Returns the time of a save whose `updated_at` names its version: of two within one millisecond, the second is later. */
export const nextTimestamp = (context: Pick<Context, 'clock'>, before: string): string => {
  const at = now(context)
  return at > before ? at : new Date(Date.parse(before) + 1).toISOString()
}

/** Opens the database, migrates it and adds the initial data of an empty site. Closes it again when that fails. */
export async function buildContext(
  config: Config,
  log: Logger,
  { clock = () => new Date(), push_origins = [] }: ContextOptions = {},
): Promise<Context> {
  if (config.database_url === undefined) refuseEmptied(config.data_dir)
  const database = openDatabase(config, (sentence) => log.fatal(sentence))
  let secrets: Secrets
  try {
    await refuseKeyless(database, config)
    const { migrations, mended } = await migrate(database)
    if (migrations.length > 0) log.info({ migrations, version: readVersion() }, 'the database was brought up to date')
    for (const statement of mended) log.warn({ statement }, 'made a missing index again')
    await seed(database.db, clock().toISOString(), (transaction) => lockStart(transaction, database.engine))
    database.engine.disableLockWait?.()
    database.engine.limitWait?.()
    secrets = Secrets.load(config.data_dir)
  } catch (error) {
    await database.db.destroy()
    throw error
  }
  // Loading takes 3 ms and 20 MB, which a process that classifies nothing need not hold.
  let classifier: Classifier | undefined
  const listeners: ((commit: Commit) => void)[] = []
  const worksAtOnce = new Map<JobKind, WorkAtOnce<Context, never>>()
  const expiryListeners: ((time: string) => void)[] = []
  const committed = (commit: Commit): void => {
    for (const listener of listeners) listener(commit)
  }
  const { signals } = database.engine
  // Commits of other processes invalidate here too.
  const unlisten = signals?.listen(() => committed({ due_jobs: undefined }), log)
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
    push: new PushService({ config, secrets, clock, open_origins: push_origins }),
    secrets,
    onCommit: (listener: (commit: Commit) => void) => void listeners.push(listener),
    doAtOnce: <Kind extends JobKind>(kind: Kind, work: WorkAtOnce<Context, Kind>) => void worksAtOnce.set(kind, work),
    expirePagesAt: (time: string) => expiryListeners.forEach((listener) => listener(time)),
    onPageExpiry: (listener: (time: string) => void) => void expiryListeners.push(listener),
    close: async () => {
      await unlisten?.()
      await shared.localClassifier?.stop()
      await replicas?.close()
      await database.db.destroy()
    },
  }
  const begin = beginOn(database)
  const withDb = (db: Db, open: OpenTransaction = { due_jobs: new Set(), listeners: [] }): Context => ({
    ...shared,
    db,
    siteName: () => readSiteName(db, config),
    mailRoute: () => readMailRoute(db, config, secrets),
    addJob: async (kind, payload, options) => {
      const work = db.isTransaction ? worksAtOnce.get(kind) : undefined
      if (await work?.(withDb(db, open), payload as never)) return
      const at = clock().toISOString()
      await insertJob(db, at, kind, payload, options)
      if (options?.run_at === undefined || options.run_at <= at) open.due_jobs.add(kind)
    },
    afterCommit: (listener) => void open.listeners.push(listener),
    transaction: (work) => (db.isTransaction ? work(withDb(db, open)) : runTransaction(begin, work, withDb, committed)),
    readFromReplica: (work) => {
      const readPrimary = (): ReturnType<typeof work> => work(withDb(db, open))
      return replicas && db === database.db
        ? replicas.read((replica) => work(withDb(replica)), readPrimary)
        : readPrimary()
    },
  })
  return withDb(database.db)
}

async function readSiteName(db: Db, { site_name }: Config): Promise<string> {
  const row = await readStoredSetting(db, 'site_name')
  return typeof row?.value === 'string' && row.value !== '' ? row.value : site_name
}

/** The work that a transaction leaves to do once it is committed. */
interface OpenTransaction {
  /** Kinds of the jobs queued so far that are due. */
  due_jobs: Set<JobKind>
  listeners: (() => void)[]
}

/** Begins and ends transactions: on a file of one's own together with those of other requests. */
type Begin = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>

function beginOn(database: OpenDatabase): Begin {
  const { db, engine } = database
  const { signals } = engine
  if (!signals) {
    const group = new GroupCommit(database)
    return (work) => group.run(work)
  }
  return async (work) => {
    const result = await db.transaction().execute(async (transaction) => {
      const done = await work(transaction)
      if (signals.statement) await transaction.executeQuery(signals.statement)
      return done
    })
    signals.committed()
    return result
  }
}

async function runTransaction<Result>(
  begin: Begin,
  work: (context: Context) => Promise<Result>,
  withDb: (db: Db, open: OpenTransaction) => Context,
  committed: (commit: Commit) => void,
): Promise<Result> {
  const open: OpenTransaction = { due_jobs: new Set(), listeners: [] }
  const result = await begin((transaction) => work(withDb(transaction, open)))
  for (const listener of open.listeners) listener()
  committed({ due_jobs: open.due_jobs })
  return result
}
