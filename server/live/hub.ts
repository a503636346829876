import type { Logger } from 'pino'
import type { LiveEvent } from '../../contract/live.ts'
import { REPLAY_OVERLAP_MS } from '../../contract/live.values.ts'
import type { Role } from '../../contract/users.ts'
import { EventStream, type StreamSink } from '../../contract/streams.ts'
import { isModerator, isStaff } from '../../contract/roles.ts'
import type { OpenDatabase } from '../db/open.ts'
import {
  type NewestEvents,
  type StoredEvent,
  filterGroupMembers,
  listEvents,
  listEventsAfter,
  listEventsSince,
  readNewestEvents,
} from './events.ts'

/** The time for which changes are collected before they are published to pages. Milliseconds. */
const PUBLISH_DELAY_MS = 200
/** Interval between checks for missed events and for ended sessions. Milliseconds. */
const POLL_INTERVAL_MS = 5000
/** Interval between heartbeats on every stream, so that no proxy closes it. Milliseconds. */
const HEARTBEAT_INTERVAL_MS = 15_000
/** Maximum age of missed events that are replayed one by one. Milliseconds. */
export const MAX_REPLAY_AGE_MS = 5 * 60_000
/** Maximum time from an event's number to its commit in another transaction. Milliseconds. */
const MAX_COMMIT_DELAY_MS = 60_000
/** Maximum number of events that are looked for meanwhile: most numbers that are missing are of changes that were undone. */
const MAX_MISSING = 1000
/** Maximum number of streams of one person, and of all people in this process. */
const MAX_STREAMS_PER_PERSON = 12
const MAX_STREAMS = 10_000
/** From this many events for one reader on, their pages get a reset instead: when replaying, and when publishing. */
const MAX_REPLAYED_EVENTS = 200
const MAX_EVENTS = 1000
/** Number of sessions or people checked in one statement. */
const BATCH_SIZE = 500

/** The reader of a stream: the facts that decide which events they receive. */
export interface Subscriber {
  id: string
  session_id: string
  role: Role
  confirmed_at: string
}

/** Access rules that features provide to the hub. */
export interface LiveRules {
  /** Returns the subscribers of the sessions that are still valid, with their person's current role. */
  findSubscribers(session_ids: string[]): Promise<Map<string, Subscriber>>
  /** Returns the requests that the person may read now. */
  filterReadablePrayers(listener: Subscriber, prayer_ids: string[]): Promise<Set<string>>
  /** Returns the notices that the person may see now. */
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
 * Publishes events to open pages. Reads the events that changes stored in the database, so that several processes
 * publish the same. Checks before each publication who may still listen; an ended session receives nothing more.
 */
export class LiveHub {
  readonly #options: HubOptions
  readonly #streams = new Set<Stream>()
  /** Every event up to this id was published, but for those that are missing. */
  #published_up_to: number | undefined
  /** Ids that no look has found, with the time when they were passed over: with several processes a higher id may be committed first. */
  readonly #missing = new Map<number, number>()
  #timers: NodeJS.Timeout[] = []
  #publish_timer: NodeJS.Timeout | undefined
  #publishing: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: HubOptions) {
    this.#options = options
  }

  /** Number of open streams. */
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
    this.#missing.clear()
  }

  /** Schedules a publication after a commit, here or in another process. */
  wake(): void {
    if (this.#streams.size === 0 || this.#publish_timer !== undefined || this.#isClosed) return
    this.#publish_timer = setTimeout(() => {
      this.#publish_timer = undefined
      void this.publish()
    }, PUBLISH_DELAY_MS)
    this.#publish_timer.unref()
  }

  /** Publishes all new events. Resolves when every stream was written to. */
  publish(): Promise<void> {
    this.#publishing = this.#publishing.then(() =>
      this.#publishNewEvents().catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'open pages could not be notified'),
      ),
    )
    return this.#publishing
  }

  /** True when the person or the process has the maximum number of streams. */
  isFull(user_id: string): boolean {
    if (this.#streams.size >= MAX_STREAMS) return true
    let own = 0
    for (const { subscriber } of this.#streams) own += Number(subscriber.id === user_id)
    return own >= MAX_STREAMS_PER_PERSON
  }

  /**
   * Opens a stream for a person. `since`: time of the last event received, in seconds. `once`: sends missed events and
   * ends.
   */
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
        // Reads the ids first, so that everything that happens after the page's first response is sent.
        const newest = this.#published_up_to === undefined ? await this.#readNewest() : undefined
        if (stream.isGone || this.#isClosed) return this.#closeStream(stream)
        this.#streams.add(stream)
        if (newest) this.#begin(newest)
        this.#startTimers()
      }
      stream.write(this.#eventId())
      if (since !== undefined) await this.#replayMissed(stream, since * 1000)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a page could not be sent what it missed')
      this.#closeStream(stream)
    }
    if (once) stream.end()
  }

  #readNewest(): Promise<NewestEvents> {
    const { clock, database } = this.#options
    return readNewestEvents(database.db, new Date(clock().getTime() - MAX_COMMIT_DELAY_MS).toISOString())
  }

  /** Counts as published all that is committed by now; an event with a lower number that is committed later does not count so. */
  #begin({ last, later }: NewestEvents): void {
    if (this.#published_up_to !== undefined) return
    this.#published_up_to = last
    this.#pass(last, later)
  }

  /** These, of all after `last`, are published from now on. Those between them are looked for again. */
  #pass(last: number, ids: number[]): void {
    // Every page has left: the next one begins with what comes then.
    if (this.#published_up_to === undefined) return
    const isShared = this.#options.database.engine.signals !== undefined
    let next = last + 1
    for (const id of ids) {
      if (isShared)
        for (next = Math.max(next, id - MAX_MISSING); next < id; next += 1)
          if (this.#missing.size < MAX_MISSING) this.#missing.set(next, Date.now())
      next = id + 1
    }
    this.#published_up_to = Math.max(this.#published_up_to, next - 1)
  }

  /** Publishes those of the missing events that were committed meanwhile. */
  async #publishMissing(): Promise<void> {
    const since = Date.now() - MAX_COMMIT_DELAY_MS
    for (const [id, missed_at] of this.#missing) if (missed_at < since) this.#missing.delete(id)
    if (this.#missing.size === 0) return
    const rows = await listEvents(this.#options.database.db, [...this.#missing.keys()])
    await this.#sendToAudiences(rows)
    for (const { id } of rows) this.#missing.delete(id)
  }

  async #replayMissed(stream: Stream, since: number): Promise<void> {
    const { clock, database, rules } = this.#options
    const at = clock().getTime()
    const { subscriber } = stream
    if (at - since > MAX_REPLAY_AGE_MS) return this.#send(stream, [{ kind: 'reset' }])
    const missed = await listEventsSince(
      database.db,
      subscriber,
      new Date(since - REPLAY_OVERLAP_MS).toISOString(),
      MAX_REPLAYED_EVENTS + 1,
    )
    if (missed.length > MAX_REPLAYED_EVENTS) return this.#send(stream, [{ kind: 'reset' }])
    const events = (await this.#groupBySubscriber(missed, [subscriber])).get(subscriber) ?? []
    const readable = await rules.filterReadablePrayers(
      subscriber,
      events.flatMap(({ prayer_request_id }) => prayer_request_id ?? []),
    )
    const replayed = events.map((event): LiveEvent => {
      const { prayer_request_id } = event
      // A request that is no longer readable may have become so before the reader knew of it.
      return prayer_request_id === null || readable.has(prayer_request_id) ? toEvent(event) : { kind: 'reset' }
    })
    this.#send(stream, replayed)
  }

  async #publishNewEvents(): Promise<void> {
    const { database, rules } = this.#options
    const from = this.#published_up_to
    if (this.#streams.size === 0 || from === undefined) return
    const alive = new Map<string, Subscriber>()
    const sessions = [...new Set([...this.#streams].map(({ subscriber }) => subscriber.session_id))]
    for (let start = 0; start < sessions.length; start += BATCH_SIZE) {
      for (const [id, listener] of await rules.findSubscribers(sessions.slice(start, start + BATCH_SIZE)))
        alive.set(id, listener)
    }
    for (const stream of this.#streams) {
      const listener = alive.get(stream.subscriber.session_id)
      if (listener) stream.subscriber = listener
      // Streams opened during the query are checked next time.
      else if (sessions.includes(stream.subscriber.session_id)) this.#closeStream(stream)
    }
    await this.#publishMissing()
    let last: number = from
    let rows: StoredEvent[]
    do {
      rows = await listEventsAfter(database.db, last, MAX_EVENTS)
      // First: what the database kept from being told is told in the next round.
      await this.#sendToAudiences(rows)
      this.#pass(
        last,
        rows.map(({ id }) => id),
      )
      last = rows.at(-1)?.id ?? last
    } while (rows.length === MAX_EVENTS)
  }

  async #sendToAudiences(events: StoredEvent[]): Promise<void> {
    // By role too: a page without the second step hears what a member hears, whatever the person’s other pages hear.
    const byReader = Map.groupBy(this.#streams, ({ subscriber: { id, role } }) => `${id} ${role}`)
    const readers = new Map<Subscriber, Stream[]>()
    for (const own of byReader.values()) if (own[0]) readers.set(own[0].subscriber, own)
    for (const [reader, own_events] of await this.#groupBySubscriber(events, [...readers.keys()])) {
      const told = own_events.length < MAX_EVENTS ? own_events.map(toEvent) : [{ kind: 'reset' } as const]
      for (const stream of readers.get(reader) ?? []) this.#send(stream, told)
    }
  }

  /** Groups the events by the subscribers who may receive them, in their order. */
  async #groupBySubscriber(events: StoredEvent[], listeners: Subscriber[]): Promise<Map<Subscriber, StoredEvent[]>> {
    const people = [...new Set(listeners.map(({ id }) => id))]
    const members = new Map<string, Set<string>>()
    for (const { audience, audience_id } of events) {
      if (audience !== 'group' || audience_id === null || members.has(audience_id)) continue
      members.set(audience_id, await this.#membersOf(audience_id, people))
    }
    const isFor = ({ audience, audience_id }: StoredEvent, listener: Subscriber): boolean => {
      if (audience === 'members') return true
      if (audience === 'group') return members.get(audience_id ?? '')?.has(listener.id) === true
      return audience === 'person' ? audience_id === listener.id : hasAudienceRole(listener, audience)
    }
    const bySubscriber = new Map<Subscriber, StoredEvent[]>()
    for (const listener of listeners) {
      const own = events.filter((event) => event.except_id !== listener.id && isFor(event, listener))
      if (own.length > 0) bySubscriber.set(listener, await this.#filterVisible(own, listener))
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
    // Closes a stream whose reader is too slow: it reconnects and requests the missed events.
    if (!stream.write([...lines].join('') + this.#eventId())) this.#closeStream(stream)
  }

  /** Uses the time as the id of the last event, because an event's number would reveal how many others exist. */
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

  /** Ends every stream and refuses new ones. */
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
