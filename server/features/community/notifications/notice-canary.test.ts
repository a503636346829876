import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notificationKinds, notifyKinds } from '../../../../contract/notifications.values.ts'
import { visibilities } from '../../../../contract/prayers.values.ts'
import { now } from '../../../context.ts'
import { isFull } from '../../../test/depth.ts'
import { type World, makeWorld } from '../../../test/access/world.ts'
import { confirmPeople, makePrayer, makeUpdate, setPrayers, prefer } from '../../../test/make.ts'
import { type PersonName, people } from '../../../test/people.ts'
import { sharedPushService, sharedSmtp } from '../../../test/shared-app.ts'
import { mayBeMailed } from '../../../test/sweep.ts'
import { notify } from './notifications.commands.ts'

/** Kinds of readers: a member, the author, members of the group and of another one, staff, somebody suspended. */
const readers: PersonName[] = ['tomas', 'hannah', 'grace', 'ines', 'peter', 'marcos', 'yusuf']
const CANARY = /canary-[0-9a-f-]{36}/g
const CANARY_ONCE = new RegExp(CANARY.source)
const canary = (): string => `canary-${randomUUID()}`

describe('words of requests in emails and on devices', () => {
  const smtp = sharedSmtp()
  const service = sharedPushService()
  let world: World
  const ownerOf = new Map<string, PersonName>()
  beforeAll(async () => {
    world = await makeWorld(
      { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org', MAIL_PER_MINUTE: '10000' },
      { push_origins: [service.origin] },
    )
    const { app, id } = world
    await confirmPeople(app.ctx)
    const notices = Object.fromEntries(notifyKinds.map((kind) => [kind, 'at_once']))
    for (const name of readers) {
      await prefer(app.ctx, id[name], { notices: JSON.stringify(notices), quiet_from: null })
      const { endpoint, keys } = service.newBrowser()
      const as = await app.signIn(name)
      const added = await app.ask('push_devices.add', { endpoint, keys }, { as })
      // Somebody suspended has no session.
      if (added.status === 200) ownerOf.set(endpoint, name)
    }
  })
  afterAll(() => world.app.stop())

  /** At full depth all kinds; otherwise each pair of their properties. */
  const cases = visibilities.flatMap((visibility, index) =>
    [false, true].flatMap((is_guarded) =>
      [false, true]
        .filter((is_anonymous) => isFull || is_anonymous === (is_guarded === (index % 2 === 0)))
        .map((is_anonymous) => ({ visibility, is_guarded, is_anonymous })),
    ),
  )

  it.each(cases)('never leave in the summary of a group, to members or to addresses: %o', async (kind) => {
    const { app, id } = world
    const [title, content, told] = [canary(), `${canary()} for my brother`, `${canary()} he is well`]
    const group_id = kind.visibility === 'group' ? world.groups.own : null
    const made = await makePrayer(app.ctx, id.hannah, { title, content, group_id, ...kind })
    await makeUpdate(app.ctx, id.hannah, made, { content: told, status: 'answered' })
    await setPrayers(app.ctx, { status: 'answered', answered_at: now(app.ctx) }, made)
    const email = 'old.friend@example.org'
    await app.ctx.db.deleteFrom('group_readers').execute()
    for (const of_group of Object.values(world.groups)) {
      await app.ctx.db
        .insertInto('group_readers')
        .values({
          id: randomUUID(),
          group_id: of_group,
          email,
          address_hash: app.ctx.secrets.hashAddress(email),
          language: 'en',
          added_by: id.hannah,
          created_at: now(app.ctx),
          ask_at: null,
          confirmed_at: now(app.ctx),
        })
        .execute()
    }
    const { hour } = Temporal.Instant.from(now(app.ctx)).toZonedDateTimeISO('UTC')
    for (const [name, own] of [
      ['hannah', world.groups.own],
      ['marcos', world.groups.other],
    ] as const) {
      const times = { id: own, rhythm: 'daily', weekday: 7, hour: (hour + 2) % 24 }
      const as = await app.signIn(name)
      expect((await app.ask('group_summaries.choose', times, { as })).status).toBe(200)
    }
    // What was shared before is not told again.
    await app.ctx.db.updateTable('groups').set({ summary_since: null, summary_until: null }).execute()
    await app.ctx.db.deleteFrom('sent_mails').execute()
    await app.runJobs()
    smtp.received.length = 0
    app.advance(2 * 3_600_000)
    await app.runJobs()
    const summaries = smtp.received.filter(({ mail }) => mail.subject.startsWith('News from Tuesday'))
    expect(summaries.flatMap(({ envelope }) => envelope).toSorted()).toEqual(
      kind.visibility === 'group' ? [people.grace.email, email] : [],
    )
    for (const { mail } of smtp.received) {
      const whole = [mail.subject, mail.text, mail.html, ...mail.headers.values()].join('\n')
      if (!mail.subject.startsWith('News from Tuesday')) continue
      expect(whole).not.toMatch(CANARY_ONCE)
      expect(whole).not.toMatch(/Hannah|hannah/)
      expect(whole).not.toContain(made)
      if (mail.to.includes(email)) expect(whole).not.toContain(world.groups.own)
    }
    // Another day for the next kind, beyond what this one told.
    app.advance(3 * 24 * 3_600_000)
  })

  it.each(cases)('leave only where all members read them and nobody is at risk: %o', async (kind) => {
    const { app, id } = world
    const [title, content, told] = [canary(), `${canary()} for my brother`, `${canary()} he is well`]
    const group_id = kind.visibility === 'group' ? world.groups.own : null
    const made = await makePrayer(app.ctx, id.hannah, { title, content, group_id, ...kind })
    const update_id = await makeUpdate(app.ctx, id.hannah, made, { content: told })
    await app.ctx.db
      .insertInto('care_cases')
      .values({ prayer_request_id: made, opened_at: now(app.ctx) })
      .execute()
    for (const [act, user_id] of [
      ['message', id.ines],
      ['reply', null],
      ['note', id.ines],
    ] as const) {
      const entry = {
        id: randomUUID(),
        prayer_request_id: made,
        act,
        user_id,
        to_user_id: null,
        created_at: now(app.ctx),
      }
      await app.ctx.db
        .insertInto('care_case_entries')
        .values({ ...entry, content: canary() })
        .execute()
    }
    smtp.received.length = 0
    service.take()
    // All kinds in one message, and those that tell of a request alone.
    for (const round of [notificationKinds, ['update'], ['answered'], ['reminder']] as const) {
      await app.ctx.db.deleteFrom('sent_mails').execute()
      if (round[0] === 'answered') await setPrayers(app.ctx, { status: 'answered' }, made)
      await app.ctx.transaction(async (ctx) => {
        for (const notice_kind of round) {
          await notify(
            ctx,
            readers.map((name) => id[name]),
            {
              kind: notice_kind,
              prayer_request_id: made,
              update_id: notice_kind === 'update' || notice_kind === 'answered' ? update_id : null,
              is_grave: true,
              payload: { people: 2, count: 1 },
            },
          )
        }
      })
      await app.runJobs()
    }
    expect(smtp.received.length).toBeGreaterThan(0)
    const mayLeave = (kind.visibility === 'public' || kind.visibility === 'members') && !kind.is_guarded
    const seen = new Set<string>()
    for (const { mail, envelope } of smtp.received) {
      expect(envelope).toHaveLength(1)
      const whole = [mail.subject, mail.text, mail.html, ...mail.headers.values()].join('\n')
      for (const word of whole.match(CANARY) ?? []) {
        seen.add(word)
        expect(await mayBeMailed(app.ctx, word)).toBe(true)
        // Nobody is mailed their own words.
        expect(envelope).not.toEqual([people.hannah.email])
      }
      expect(mail.subject).not.toMatch(CANARY)
      const toOthers = !envelope.includes(people.hannah.email)
      if (toOthers && (kind.is_anonymous || !mayLeave)) expect(whole).not.toMatch(/Hannah|hannah/)
      if (!mayLeave) expect([mail.subject, whole.includes(made)]).toEqual(['News from Oremus', false])
    }
    expect(seen.size > 0).toBe(mayLeave)
    const pushed = service.take()
    expect(pushed.length).toBeGreaterThan(0)
    for (const { browser, message } of pushed) {
      const to = ownerOf.get(`${service.origin}/${browser}`)
      const whole = JSON.stringify(message)
      for (const word of whole.match(CANARY) ?? []) {
        expect(await mayBeMailed(app.ctx, word)).toBe(true)
        expect(to).not.toBe('hannah')
      }
      if (to !== 'hannah') expect(whole).not.toMatch(/Hannah|hannah/)
      if (!mayLeave)
        expect([message.title, message.path, whole.includes(made)]).toEqual(['Oremus', '/notifications', false])
    }
    expect(pushed.some(({ message }) => CANARY_ONCE.test(message.body))).toBe(mayLeave)
  })
})
