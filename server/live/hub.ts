import type { Logger } from 'pino'
import type { LiveEvent } from '../../contract/live.ts'
import type { Role } from '../../contract/users.ts'
import { EventStream, type StreamSink } from '../../contract/streams.ts'
import { isModerator, isStaff } from '../../contract/roles.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type StoredEvent, listEventsAfter, listEventsSince, readLastEventId, filterGroupMembers } from './events.ts'

/** How long changes are gathered before pages are told of them. Milliseconds. */
const PUBLISH_DELAY_MS = 200
/** How often it is looked for what passed unnoticed, and who may still listen. Milliseconds. */
const POLL_INTERVAL_MS = 5000
/** How often every stream is sent something, so that nobody on the way closes it. Milliseconds. */
const HEARTBEAT_INTERVAL_MS = 15_000
/** How far back what was missed is told piece by piece. Milliseconds. */
export const MAX_REPLAY_AGE_MS = 5 * 60_000
/** Commits come in another order than their times: so much is told twice rather than never. Milliseconds. */
const REPLAY_OVERLAP_MS = 10_000
/** How long an event of another process may take from its number to its commit. Milliseconds. */
const MAX_COMMIT_DELAY_MS = 2000
/** Streams of one person, and of all in this process. */
const MAX_STREAMS_PER_PERSON = 12
const MAX_STREAMS = 10_000
/** So many at once are told as "ask again": by those who missed them, and by those who are there. */
const MAX_REPLAYED_EVENTS = 200
const MAX_EVENTS = 1000
/** Streams that are asked about in one statement. */
const BATCH_SIZE = 500

/** Who listens, as far as it decides what they are told. */
export interface Subscriber {
  id: string
  session_id: string
  role: Role
  confirmed_at: string
}

/** What the hub cannot know by itself. */
export interface LiveRules {
  /** Those of the sessions that live, with their person as they are now. */
  findSubscribers(session_ids: string[]): Promise<Map<string, Subscriber>>
  /** Those of the requests that the person can read now. */
  filterReadablePrayers(listener: Subscriber, prayer_ids: string[]): Promise<Set<string>>
  /** Those of the notices that the person is shown now. */
  filterVisibleNotifications(listener: Subscriber, notification_ids: string[]): Promise<Set<string>>
}

interface Stream extends StreamSink {
  subscriber: Subscriber
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
  #published_up_to: number | undefined
  /** Events beyond it that were told, with the time: with several processes a later one may be committed before it. */
  readonly #published = new Map<number, number>()
  #timers: NodeJS.Timeout[] = []
  #publish_timer: NodeJS.Timeout | undefined
  #publishing: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: HubOptions) {
    this.#options = options
  }

  /** How many streams are open. */
  get size(): number {
    return this.#streams.size
  }

  #startTimers(): void {
    if (this.#timers.length > 0) return
    this.#timers = [
      setInterval(() => this.wake(), POLL_INTERVAL_MS),
      setInterval(() => this.#sendHeartbeat(), HEARTBEAT_INTERVAL_MS),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    this.#published_up_to = undefined
    this.#published.clear()
  }

  /** Something was committed: here, or in another process. */
  wake(): void {
    if (this.#streams.size === 0 || this.#publish_timer !== undefined || this.#isClosed) return
    this.#publish_timer = setTimeout(() => {
      this.#publish_timer = undefined
      void this.publish()
    }, PUBLISH_DELAY_MS)
    this.#publish_timer.unref()
  }

  /** Tells what has happened by now. Resolves when everybody was told. */
  publish(): Promise<void> {
    this.#publishing = this.#publishing.then(() =>
      this.#publishNewEvents().catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'pages could not be told'),
      ),
    )
    return this.#publishing
  }

  /** Whether one more stream of this person is too many. */
  isFull(user_id: string): boolean {
    if (this.#streams.size >= MAX_STREAMS) return true
    let own = 0
    for (const { subscriber } of this.#streams) own += Number(subscriber.id === user_id)
    return own >= MAX_STREAMS_PER_PERSON
  }

  /** A stream for a person. `since`: seconds, when they were last told. `once`: tell what was missed, and end. */
  openStream(
    listener: Subscriber,
    { since, once = false }: { since?: number | undefined; once?: boolean },
  ): EventStream {
    return new EventStream((end) => {
      const stream: Stream = {
        subscriber: listener,
        isGone: false,
        write: (text) => end.write(text),
        end: () => end.end(),
      }
      if (this.#isClosed) {
        end.end()
        return () => {}
      }
      void this.#openStream(stream, since, once)
      return () => this.#removeStream(stream)
    })
  }

  async #openStream(stream: Stream, since: number | undefined, once: boolean): Promise<void> {
    try {
      if (!once) {
        // First, so that whatever happens once the page hears from us is told.
        const last = this.#published_up_to ?? (await readLastEventId(this.#options.database.db))
        if (stream.isGone || this.#isClosed) return this.#closeStream(stream)
        this.#streams.add(stream)
        this.#published_up_to ??= last
        this.#startTimers()
      }
      stream.write(this.#eventId())
      if (since !== undefined) await this.#replayMissed(stream, since * 1000)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a page could not be told what it missed')
      this.#closeStream(stream)
    }
    if (once) stream.end()
  }

  async #replayMissed(stream: Stream, since: number): Promise<void> {
    const { clock, database, rules } = this.#options
    const at = clock().getTime()
    const { subscriber } = stream
    if (at - since > MAX_REPLAY_AGE_MS) return this.#send(stream, [{ kind: 'reset' }])
    const missed = await listEventsSince(
      database.db,
      new Date(since - REPLAY_OVERLAP_MS).toISOString(),
      MAX_REPLAYED_EVENTS + 1,
    )
    if (missed.length > MAX_REPLAYED_EVENTS) return this.#send(stream, [{ kind: 'reset' }])
    const events = (await this.#groupBySubscriber(missed, [subscriber])).get(subscriber.id) ?? []
    const readable = await rules.filterReadablePrayers(
      subscriber,
      events.flatMap(({ prayer_request_id }) => prayer_request_id ?? []),
    )
    const replayed = events.map((event): LiveEvent => {
      const { prayer_request_id } = event
      // What was closed meanwhile may have been closed to this reader before they could have known of it.
      return prayer_request_id === null || readable.has(prayer_request_id) ? toEvent(event) : { kind: 'reset' }
    })
    this.#send(stream, replayed)
  }

  async #publishNewEvents(): Promise<void> {
    const { rules } = this.#options
    if (this.#streams.size === 0 || this.#published_up_to === undefined) return
    const alive = new Map<string, Subscriber>()
    const sessions = [...new Set([...this.#streams].map(({ subscriber }) => subscriber.session_id))]
    for (let start = 0; start < sessions.length; start += BATCH_SIZE) {
      for (const [id, listener] of await rules.findSubscribers(sessions.slice(start, start + BATCH_SIZE)))
        alive.set(id, listener)
    }
    for (const stream of this.#streams) {
      const listener = alive.get(stream.subscriber.session_id)
      if (listener) stream.subscriber = listener
      // Who came while it was asked is asked about next time.
      else if (sessions.includes(stream.subscriber.session_id)) this.#closeStream(stream)
    }
    const events = await this.#readNewEvents()
    if (events.length === MAX_EVENTS) {
      for (const stream of this.#streams) this.#send(stream, [{ kind: 'reset' }])
      return
    }
    await this.#sendToAudiences(events)
  }

  async #readNewEvents(): Promise<StoredEvent[]> {
    const { database } = this.#options
    const settled_before = Date.now() - (database.engine.signals ? MAX_COMMIT_DELAY_MS : 0)
    const rows = await listEventsAfter(database.db, this.#published_up_to ?? 0, MAX_EVENTS)
    const fresh = rows.filter(({ id }) => !this.#published.has(id))
    for (const { id } of fresh) this.#published.set(id, Date.now())
    for (const [id, published_at] of this.#published) {
      if (published_at > settled_before) continue
      this.#published.delete(id)
      this.#published_up_to = Math.max(this.#published_up_to ?? 0, id)
    }
    // More than that is not told one by one: pages ask again, and what comes next is told again.
    if (rows.length === MAX_EVENTS) {
      this.#published_up_to = await readLastEventId(database.db)
      this.#published.clear()
    }
    return rows.length === MAX_EVENTS ? rows : fresh
  }

  async #sendToAudiences(events: StoredEvent[]): Promise<void> {
    const byPerson = Map.groupBy(this.#streams, ({ subscriber }) => subscriber.id)
    const listeners = [...byPerson.values()].flatMap(([stream]) => stream?.subscriber ?? [])
    for (const [id, own_events] of await this.#groupBySubscriber(events, listeners)) {
      for (const stream of byPerson.get(id) ?? []) this.#send(stream, own_events.map(toEvent))
    }
  }

  /** Which of the events are for which of the people, in their order. */
  async #groupBySubscriber(events: StoredEvent[], listeners: Subscriber[]): Promise<Map<string, StoredEvent[]>> {
    const people = new Map(listeners.map((listener) => [listener.id, listener]))
    const members = new Map<string, Set<string>>()
    for (const { audience, audience_id } of events) {
      if (audience !== 'group' || audience_id === null || members.has(audience_id)) continue
      members.set(audience_id, await this.#membersOf(audience_id, [...people.keys()]))
    }
    const isFor = ({ audience, audience_id }: StoredEvent, listener: Subscriber): boolean => {
      if (audience === 'members') return true
      if (audience === 'group') return members.get(audience_id ?? '')?.has(listener.id) === true
      return audience === 'person' ? audience_id === listener.id : hasAudienceRole(listener, audience)
    }
    const bySubscriber = new Map<string, StoredEvent[]>()
    for (const [id, listener] of people) {
      const own = events.filter((event) => event.except_id !== id && isFor(event, listener))
      if (own.length > 0) bySubscriber.set(id, await this.#filterVisible(own, listener))
    }
    return bySubscriber
  }

  async #membersOf(group_id: string, people: string[]): Promise<Set<string>> {
    const members = new Set<string>()
    for (let start = 0; start < people.length; start += BATCH_SIZE) {
      const some = people.slice(start, start + BATCH_SIZE)
      for (const id of await filterGroupMembers(this.#options.database.db, group_id, some)) members.add(id)
    }
    return members
  }

  async #filterVisible(events: StoredEvent[], listener: Subscriber): Promise<StoredEvent[]> {
    const ids = events.flatMap(({ notification_id }) => notification_id ?? [])
    if (ids.length === 0) return events
    const shown = await this.#options.rules.filterVisibleNotifications(listener, ids)
    return events.filter(({ notification_id }) => notification_id === null || shown.has(notification_id))
  }

  #send(stream: Stream, events: LiveEvent[]): void {
    if (events.length === 0) return
    const lines = new Set(events.map((event) => `data: ${JSON.stringify(event)}\n\n`))
    // A reader that does not keep up is let go: it comes back, and asks for what it missed.
    if (!stream.write([...lines].join('') + this.#eventId())) this.#closeStream(stream)
  }

  /** The time as the id of the last event. The number of an event would tell how many others there were. */
  #eventId(): string {
    return `id: ${Math.floor(this.#options.clock().getTime() / 1000)}\n\n`
  }

  #sendHeartbeat(): void {
    const id = this.#eventId()
    for (const stream of this.#streams) if (!stream.write(id)) this.#closeStream(stream)
  }

  #closeStream(stream: Stream): void {
    this.#removeStream(stream)
    stream.end()
  }

  #removeStream(stream: Stream): void {
    stream.isGone = true
    this.#streams.delete(stream)
    if (this.#streams.size === 0) this.#stopTimers()
  }

  /** Ends every stream, and lets no new one begin. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#publish_timer)
    for (const stream of this.#streams) this.#closeStream(stream)
    await this.#publishing
  }
}

const hasAudienceRole = ({ role }: Subscriber, audience: 'team' | 'moderator'): boolean =>
  audience === 'team' ? isStaff(role) : isModerator(role)

const toEvent = ({ kind, prayer_request_id, group_id, pray_count }: StoredEvent): LiveEvent => ({
  kind,
  ...(prayer_request_id !== null && { prayer_request_id }),
  ...(group_id !== null && { group_id }),
  ...(pray_count !== null && { pray_count }),
})
