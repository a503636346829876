import { Worker } from 'node:worker_threads'
import { RemoteError } from '../outgoing/service.ts'
import type { EmbedRequest, EmbedReply } from './embedding-thread.ts'
import { type ModelFault, type ModelFolder, inspectModelFolder } from './model-folder.ts'

/** Maximum number of waiting requests; further ones are refused at once. */
const MAX_QUEUE_LENGTH = 64
/** Pause before a failed thread is started again. Milliseconds. */
const COOLDOWN_MS = 60_000
/** Enough to read a model of a gigabyte from a slow disk. Milliseconds. */
const LOAD_TIMEOUT_MS = 10 * 60_000

export interface EmbedderOptions {
  folder: string
  clock: () => Date
  /** Timeout of one request. Milliseconds. */
  time_out: number
  onFault: (fault: ModelFault) => void
}

interface QueuedRequest {
  texts: string[]
  resolve: (vectors: Float32Array[]) => void
  reject: (error: RemoteError) => void
}

/**
 * Runs an embedding model from a folder on a thread of its own. Handles one request at a time; a request that exceeds
 * its timeout ends the thread, which restarts after a minute.
 */
export class Embedder {
  readonly model: ModelFolder | undefined
  readonly #options: EmbedderOptions
  #fault: ModelFault | undefined
  #cooldown_until = 0
  #thread: Worker | undefined
  #loading: Promise<void> | undefined
  #is_ready = false
  readonly #queue: QueuedRequest[] = []
  #current: (QueuedRequest & { id: number; timer: NodeJS.Timeout }) | undefined
  #last_id = 0

  constructor(options: EmbedderOptions) {
    this.#options = options
    const found = inspectModelFolder(options.folder)
    if ('problem' in found) this.#fault = found
    else this.model = found
  }

  /** Why the model cannot be used now; undefined while it is loading and when it works. */
  get fault(): ModelFault | undefined {
    return this.#fault
  }

  get isReady(): boolean {
    return this.#is_ready
  }

  /** Loads the model unless it is loaded. Never rejects: `fault` holds the error. */
  async start(): Promise<void> {
    const { model } = this
    if (!model || this.#is_ready || this.#isCoolingDown) return
    if (this.#fault && this.#fault.problem !== 'stopped') return
    this.#loading ??= this.#load(model).finally(() => (this.#loading = undefined))
    await this.#loading
  }

  /** Returns the vector of each text, normalized to length one. @throws RemoteError */
  async embed(texts: string[]): Promise<Float32Array[]> {
    await this.start()
    if (!this.#is_ready || this.#queue.length >= MAX_QUEUE_LENGTH) throw new RemoteError('unreachable')
    return await new Promise((resolve, reject) => {
      this.#queue.push({ texts, resolve, reject })
      this.#startNext()
    })
  }

  get #isCoolingDown(): boolean {
    return this.#options.clock().getTime() < this.#cooldown_until
  }

  #load(model: ModelFolder): Promise<void> {
    this.#fault = undefined
    return new Promise((resolve) => {
      const thread = new Worker(new URL('embedding-thread.ts', import.meta.url), { workerData: model })
      thread.unref()
      this.#thread = thread
      const failed = (fault: ModelFault): void => {
        if (this.#thread === thread) this.#fail(fault)
        resolve()
      }
      const timer = setTimeout(
        () => failed({ problem: 'unusable', detail: 'it took too long to load.' }),
        LOAD_TIMEOUT_MS,
      )
      timer.unref()
      thread.on('error', (error: Error) => failed({ problem: 'stopped', detail: error.name }))
      thread.on('exit', (code) => failed({ problem: 'stopped', detail: `code ${code}` }))
      thread.on('message', (reply: EmbedReply) => {
        clearTimeout(timer)
        if (reply.id !== null) this.#settle(reply)
        else if (reply.error !== undefined) failed({ problem: 'unusable', detail: reply.error })
        else {
          this.#is_ready = true
          resolve()
        }
      })
    })
  }

  #startNext(): void {
    const waiting = this.#current ? undefined : this.#queue.shift()
    if (!waiting) return
    const id = (this.#last_id += 1)
    const timer = setTimeout(() => {
      this.#current?.reject(new RemoteError('timed_out'))
      this.#fail({ problem: 'stopped', detail: 'a text took too long' })
    }, this.#options.time_out)
    this.#current = { ...waiting, id, timer }
    const question: EmbedRequest = { id, texts: waiting.texts }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#thread?.postMessage(question)
  }

  #settle(reply: Exclude<EmbedReply, { id: null }>): void {
    const current = this.#current
    if (!current || current.id !== reply.id) return
    clearTimeout(current.timer)
    this.#current = undefined
    if ('vectors' in reply) current.resolve(reply.vectors)
    else current.reject(new RemoteError('failed'))
    this.#startNext()
  }

  #fail(fault: ModelFault): void {
    this.#fault = fault
    this.#cooldown_until = this.#options.clock().getTime() + COOLDOWN_MS
    this.#options.onFault(fault)
    void this.stop()
  }

  async stop(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    this.#is_ready = false
    clearTimeout(this.#current?.timer)
    const abandoned = [...(this.#current ? [this.#current] : []), ...this.#queue.splice(0)]
    this.#current = undefined
    for (const { reject } of abandoned) reject(new RemoteError('unreachable'))
    await thread?.terminate()
  }
}
