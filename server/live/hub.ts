import type { Logger } from 'pino'
import type { LiveEvent } from '../../contract/events.ts'
import type { Role } from '../../contract/users.ts'
import { EventStream, type StreamEnd } from '../../contract/streams.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type Told, eventsAfter, eventsSince, lastEvent, membersAmong } from './events.ts'

/** How long changes are gathered before pages are told of them. Milliseconds. */
const GATHER_MS = 200
/** How often it is looked for what passed unnoticed, and who may still listen. Milliseconds. */
const POLL_MS = 5000
/** How often every stream is sent something, so that nobody on the way closes it. Milliseconds. */
const HEARTBEAT_MS = 15_000
/** How far back what was missed is told piece by piece. Milliseconds. */
export const MISSED_MS = 5 * 60_000
/** Commits come in another order than their times: so much is told twice rather than never. Milliseconds. */
const OVERLAP_MS = 10_000
/** How long an event of another process may take from its number to its commit. Milliseconds. */
const SETTLED_MS = 2000
/** Streams of one person, and of all in this process. */
const STREAMS_OF_PERSON = 12
const STREAMS = 10_000
/** So many at once are told as "ask again": by those who missed them, and by those who are there. */
const MOST_MISSED = 200
const MOST = 1000
/** Streams that are asked about in one statement. */
const BATCH = 500

/** Who listens, as far as it decides what they are told. */
export interface Listener {
  id: string
  session_id: string
  role: Role
  confirmed_at: string
}

/** What the hub cannot know by itself. */
export interface LiveRules {
  /** Those of the sessions that live, with their person as they are now. */
  alive(session_ids: string[]): Promise<Map<string, Listener>>
  /** Those of the requests that the person can read now. */
  readable(listener: Listener, prayer_ids: string[]): Promise<Set<string>>
  /** Those of the notices that the person is shown now. */
  shown(listener: Listener, notification_ids: string[]): Promise<Set<string>>
}

interface Stream extends StreamEnd {
  listener: Listener
  isGone: boolean
}

export interface HubOptions {
  database: OpenDatabase
  clock: () => Date
  log: Logger
  rules: LiveRules
}

/**
 * Tells open pages what happens. Reads the events that changes have left in the database, so that several processes tell
 * the same. Before each telling it is asked who may still listen; a session that has ended hears nothing more.
 */
export class LiveHub {
  readonly #options: HubOptions
  readonly #streams = new Set<Stream>()
  /** Every event up to this one was told. */
  #floor: number | undefined
  /** Events beyond it that were told, with the time: with several processes a later one may be committed before it. */
  readonly #told = new Map<number, number>()
  #timers: NodeJS.Timeout[] = []
  #gathering: NodeJS.Timeout | undefined
  #telling: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: HubOptions) {
    this.#options = options
  }

  /** How many streams are open. */
  get size(): number {
    return this.#streams.size
  }

  #start(): void {
    if (this.#timers.length > 0) return
    this.#timers = [setInterval(() => this.wake(), POLL_MS), setInterval(() => this.#beat(), HEARTBEAT_MS)]
    for (const timer of this.#timers) timer.unref()
  }

  #rest(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    this.#floor = undefined
    this.#told.clear()
  }

  /** Something was committed: here, or in another process. */
  wake(): void {
    if (this.#streams.size === 0 || this.#gathering !== undefined || this.#isClosed) return
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined
      void this.tell()
    }, GATHER_MS)
    this.#gathering.unref()
  }

  /** Tells what has happened by now. Resolves when everybody was told. */
  tell(): Promise<void> {
    this.#telling = this.#telling.then(() =>
      this.#tell().catch((error: unknown) => this.#options.log.warn({ err: error }, 'pages could not be told')),
    )
    return this.#telling
  }

  /** Whether one more stream of this person is too many. */
  isFull(user_id: string): boolean {
    if (this.#streams.size >= STREAMS) return true
    let own = 0
    for (const { listener } of this.#streams) own += Number(listener.id === user_id)
    return own >= STREAMS_OF_PERSON
  }

  /** A stream for a person. `since`: seconds, when they were last told. `once`: tell what was missed, and end. */
  stream(listener: Listener, { since, once = false }: { since?: number | undefined; once?: boolean }): EventStream {
    return new EventStream((end) => {
      const stream: Stream = { listener, isGone: false, write: (text) => end.write(text), end: () => end.end() }
      if (this.#isClosed) {
        end.end()
        return () => {}
      }
      void this.#begin(stream, since, once)
      return () => this.#leave(stream)
    })
  }

  async #begin(stream: Stream, since: number | undefined, once: boolean): Promise<void> {
    try {
      if (!once) {
        // First, so that whatever happens once the page hears from us is told.
        const last = this.#floor ?? (await lastEvent(this.#options.database.db))
        if (stream.isGone || this.#isClosed) return this.#drop(stream)
        this.#streams.add(stream)
        this.#floor ??= last
        this.#start()
      }
      stream.write(this.#id())
      if (since !== undefined) await this.#tellMissed(stream, since * 1000)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a page could not be told what it missed')
      this.#drop(stream)
    }
    if (once) stream.end()
  }

  async #tellMissed(stream: Stream, since: number): Promise<void> {
    const { clock, database, rules } = this.#options
    const at = clock().getTime()
    const { listener } = stream
    if (at - since > MISSED_MS) return this.#send(stream, [{ kind: 'reset' }])
    const missed = await eventsSince(database.db, new Date(since - OVERLAP_MS).toISOString(), MOST_MISSED + 1)
    if (missed.length > MOST_MISSED) return this.#send(stream, [{ kind: 'reset' }])
    const told = (await this.#addressed(missed, [listener])).get(listener.id) ?? []
    const readable = await rules.readable(
      listener,
      told.flatMap(({ prayer_request_id }) => prayer_request_id ?? []),
    )
    const again = told.map((event): LiveEvent => {
      const { prayer_request_id } = event
      // What was closed meanwhile may have been closed to this reader before they could have known of it.
      return prayer_request_id === null || readable.has(prayer_request_id) ? toEvent(event) : { kind: 'reset' }
    })
    this.#send(stream, again)
  }

  async #tell(): Promise<void> {
    const { rules } = this.#options
    if (this.#streams.size === 0 || this.#floor === undefined) return
    const alive = new Map<string, Listener>()
    const sessions = [...new Set([...this.#streams].map(({ listener }) => listener.session_id))]
    for (let start = 0; start < sessions.length; start += BATCH) {
      for (const [id, listener] of await rules.alive(sessions.slice(start, start + BATCH))) alive.set(id, listener)
    }
    for (const stream of this.#streams) {
      const listener = alive.get(stream.listener.session_id)
      if (listener) stream.listener = listener
      // Who came while it was asked is asked about next time.
      else if (sessions.includes(stream.listener.session_id)) this.#drop(stream)
    }
    const events = await this.#newEvents()
    if (events.length === MOST) {
      for (const stream of this.#streams) this.#send(stream, [{ kind: 'reset' }])
      return
    }
    await this.#spread(events)
  }

  async #newEvents(): Promise<Told[]> {
    const { database } = this.#options
    const settled = Date.now() - (database.engine.signals ? SETTLED_MS : 0)
    const rows = await eventsAfter(database.db, this.#floor ?? 0, MOST)
    const fresh = rows.filter(({ id }) => !this.#told.has(id))
    for (const { id } of fresh) this.#told.set(id, Date.now())
    for (const [id, told_at] of this.#told) {
      if (told_at > settled) continue
      this.#told.delete(id)
      this.#floor = Math.max(this.#floor ?? 0, id)
    }
    // More than that is not told one by one: pages ask again, and what comes next is told again.
    if (rows.length === MOST) {
      this.#floor = await lastEvent(database.db)
      this.#told.clear()
    }
    return rows.length === MOST ? rows : fresh
  }

  async #spread(events: Told[]): Promise<void> {
    const byPerson = Map.groupBy(this.#streams, ({ listener }) => listener.id)
    const listeners = [...byPerson.values()].flatMap(([stream]) => stream?.listener ?? [])
    for (const [id, told] of await this.#addressed(events, listeners)) {
      for (const stream of byPerson.get(id) ?? []) this.#send(stream, told.map(toEvent))
    }
  }

  /** Which of the events are for which of the people, in their order. */
  async #addressed(events: Told[], listeners: Listener[]): Promise<Map<string, Told[]>> {
    const people = new Map(listeners.map((listener) => [listener.id, listener]))
    const members = new Map<string, Set<string>>()
    for (const { audience, audience_id } of events) {
      if (audience !== 'group' || audience_id === null || members.has(audience_id)) continue
      members.set(audience_id, await this.#membersOf(audience_id, [...people.keys()]))
    }
    const isFor = ({ audience, audience_id }: Told, listener: Listener): boolean => {
      if (audience === 'members') return true
      if (audience === 'group') return members.get(audience_id ?? '')?.has(listener.id) === true
      return audience === 'person' ? audience_id === listener.id : isStaff(listener, audience)
    }
    const told = new Map<string, Told[]>()
    for (const [id, listener] of people) {
      const own = events.filter((event) => event.except_id !== id && isFor(event, listener))
      if (own.length > 0) told.set(id, await this.#onlyShown(own, listener))
    }
    return told
  }

  async #membersOf(group_id: string, people: string[]): Promise<Set<string>> {
    const members = new Set<string>()
    for (let start = 0; start < people.length; start += BATCH) {
      const some = people.slice(start, start + BATCH)
      for (const id of await membersAmong(this.#options.database.db, group_id, some)) members.add(id)
    }
    return members
  }

  async #onlyShown(events: Told[], listener: Listener): Promise<Told[]> {
    const ids = events.flatMap(({ notification_id }) => notification_id ?? [])
    if (ids.length === 0) return events
    const shown = await this.#options.rules.shown(listener, ids)
    return events.filter(({ notification_id }) => notification_id === null || shown.has(notification_id))
  }

  #send(stream: Stream, events: LiveEvent[]): void {
    if (events.length === 0) return
    const lines = new Set(events.map((event) => `data: ${JSON.stringify(event)}\n\n`))
    // A reader that does not keep up is let go: it comes back, and asks for what it missed.
    if (!stream.write([...lines].join('') + this.#id())) this.#drop(stream)
  }

  /** The time as the id of the last event. The number of an event would tell how many others there were. */
  #id(): string {
    return `id: ${Math.floor(this.#options.clock().getTime() / 1000)}\n\n`
  }

  #beat(): void {
    const id = this.#id()
    for (const stream of this.#streams) if (!stream.write(id)) this.#drop(stream)
  }

  #drop(stream: Stream): void {
    this.#leave(stream)
    stream.end()
  }

  #leave(stream: Stream): void {
    stream.isGone = true
    this.#streams.delete(stream)
    if (this.#streams.size === 0) this.#rest()
  }

  /** Ends every stream, and lets no new one begin. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#gathering)
    for (const stream of this.#streams) this.#drop(stream)
    await this.#telling
  }
}

const isStaff = ({ role }: Listener, audience: 'team' | 'moderator'): boolean =>
  role === 'moderator' || role === 'admin' || (audience === 'team' && role === 'care')

const toEvent = ({ kind, prayer_request_id, group_id, pray_count }: Told): LiveEvent => ({
  kind,
  ...(prayer_request_id !== null && { prayer_request_id }),
  ...(group_id !== null && { group_id }),
  ...(pray_count !== null && { pray_count }),
})
