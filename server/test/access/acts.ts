import { randomUUID } from 'node:crypto'
import { insertReaction } from '../../features/community/prayers/reactions.commands.ts'
import { insertReport } from '../../features/care/reports/reports.commands.ts'
import { notify } from '../../features/community/notifications/notifications.commands.ts'
import { signAlarmLink, signPrayedLink, signStopLink } from '../../mail/notice-links.ts'
import { insertLine } from '../../features/community/prayers/lines.commands.ts'
import { HOUR_MS } from '../../../contract/time.values.ts'
import { now } from '../../context.ts'
import { makeUpdate } from '../make.ts'
import { asReaders, asSignedInReaders, authorOnly, authorOrModerator, perKind, readersMeet } from './prayers.ts'
import {
  type Row,
  type Statuses,
  admins,
  anybody,
  careAndAbove,
  columns,
  moderators,
  rolesBelow,
  row,
  signedIn,
  statuses,
  withNoLink,
} from './rows.ts'
import type { World } from './world.ts'

const asAdmin = { ids: ['id'], door: rolesBelow('admin') }
const asModerator = { ids: ['id'], door: rolesBelow('moderator') }

const category = async ({ app }: World): Promise<string> =>
  (await app.ask('categories.create', { name: `Category ${randomUUID()}` }, { as: await app.signIn('peter') })).data.id

const own =
  (make: (world: World, id: string) => Promise<string>) =>
  async (world: World): Promise<Record<string, unknown>> => ({ id: await make(world, world.id.hannah) })

const reaction = async (world: World, user_id: string): Promise<string> => {
  const prayer_request_id = await world.prayer()
  const target = { prayer_request_id, update_id: null }
  return (await world.app.ctx.transaction((ctx) => insertReaction(ctx, user_id, target, 'amen'))).id
}
const notice = async ({ app }: World, user_id: string): Promise<string> => {
  await app.ctx.transaction((ctx) => notify(ctx, [user_id], { kind: 'system' }))
  const { db } = app.ctx
  return (
    await db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', user_id)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id
}
const report = async (world: World, kind: Parameters<World['prayer']>[0] = {}, closed = false): Promise<string> => {
  const target = { prayer_request_id: await world.prayer(kind), update_id: null }
  const { id } = await world.app.ctx.transaction((ctx) =>
    insertReport(ctx, world.id.tomas, target, { report_type: 'other', reason: '' }),
  )
  if (closed) {
    const { db } = world.app.ctx
    await db.updateTable('reports').set({ status: 'dismissed' }).where('id', '=', id).execute()
  }
  return id
}
/** No moderator reads a report of a group any more once it is closed. */
const onClosed = (endpoint: Row['endpoint'], rest: object = {}): Row =>
  row(
    endpoint,
    { visitor: 401, moderator: 404, admin: 404, rest: 403 },
    async (world) => ({ id: await report(world, { visibility: 'group' }, true), ...rest }),
    { ...asModerator, about: 'closed, of a group' },
  )

/** Creates a moderator's decision about a request of the author. */
const decision = async (world: World, { appeal = false } = {}): Promise<string> => {
  const { app } = world
  const ids = [await world.prayer()]
  const as = await app.signIn('ruth')
  const { data } = await app.ask('moderations.act', { ids, act: 'hide', reason: 'A reason.' }, { as })
  const id = data.decision_ids[0] ?? ''
  if (appeal) await app.ask('appeals.create', { id, appeal: 'No.' }, { as: await app.signIn('hannah') })
  return id
}
/** Moderators only, for requests that they moderate. */
const atDesk = (
  _: Statuses,
  { visibility = 'public', publication = 'published' }: Parameters<typeof authorOrModerator>[1],
): Statuses => {
  const isTheirs =
    (visibility === 'public' || visibility === 'members') && (publication === 'published' || publication === 'hidden')
  const met = isTheirs ? 200 : 404
  return statuses({ visitor: 401, moderator: met, admin: met, rest: 403 })
}

/** The author is refused actions on other people's requests. */
const notOwn = (reads: Statuses): Statuses => ({
  ...asSignedInReaders(reads),
  author: reads.author === 200 ? 403 : reads.author,
})
/** Moderators only, for requests that they can read. */
const moderatorOnly = (reads: Statuses): Statuses => ({
  ...asSignedInReaders(readersMeet(reads, 403)),
  moderator: reads.moderator,
  admin: reads.admin,
})
/** An actor who may not delete one of them gets "not found". */
const allOrNothing = (reads: Statuses, kind: Parameters<typeof authorOrModerator>[1]): Statuses => {
  const met = authorOrModerator(reads, kind)
  for (const column of columns) if (met[column] === 403) met[column] = 404
  return met
}

/** Everybody has prayed: who may read a request leaves its author a line, but the author. */
const afterPraying = async (world: World, id: string): Promise<Record<string, unknown>> => {
  const at = now(world.app.ctx)
  for (const user_id of Object.values(world.id)) {
    await world.app.ctx.db
      .insertInto('prayed')
      .values({ prayer_request_id: id, user_id, first_prayed_at: at, prayed_at: at })
      .execute()
  }
  return { id, phrase: 'not_alone' }
}
/** A line that somebody left under a request: its writer takes it back, the author puts it away. */
const withLine = async (world: World, id: string): Promise<Record<string, unknown>> => {
  const writer = { id: world.id.grace, role: 'member' as const, session_id: '', confirmed_at: '' }
  const line = await world.app.ctx.transaction(async (ctx) =>
    insertLine(
      ctx,
      writer,
      { id, visibility: 'public' },
      { content: undefined, phrase: 'not_alone', is_signed: false },
    ),
  )
  const before = new Date(world.app.ctx.clock().getTime() - HOUR_MS).toISOString()
  await world.app.ctx.db.updateTable('prayers').set({ created_at: before }).where('line_of', '=', id).execute()
  return { id, lineId: line?.id ?? '' }
}
/** Only the two who read it, its writer whatever became of the request; to everybody else it is not there. */
const ofLine = ({ author }: Statuses): Statuses => statuses({ visitor: 401, author, group_member: 200, rest: 404 })

const withUpdate = async (world: World, id: string): Promise<Record<string, unknown>> => ({
  id,
  updateId: await makeUpdate(world.app.ctx, world.id.hannah, id),
})

/** Actions of people on requests. */
const danger = (world: World) => world.prayer({ publication: 'held', held_reason: 'crisis' })
const alarmLink = async (world: World, name: 'ines' | 'peter' | 'hannah') => ({
  token: signAlarmLink(world.app.ctx, {
    user_id: world.id[name],
    case_id: await danger(world),
    is_drill: false,
    sent_at: world.app.ctx.clock().toISOString(),
  }),
})

export const actRows: Row[] = [
  ...perKind('prayers.unpray', asSignedInReaders),
  ...perKind('prayers.lines', asSignedInReaders),
  ...perKind('prayers.leave_line', notOwn, afterPraying),
  ...perKind('prayers.delete_line', ofLine, withLine),
  ...perKind('prayers.follow', asSignedInReaders),
  ...perKind('prayers.unfollow', asSignedInReaders),
  ...perKind('prayers.delete_batch', allOrNothing, (_, id) => ({ ids: [id] }), { ids: [] }),
  ...perKind('updates.create', authorOnly, (_, id) => ({ id, content: 'He is at home again.', status: 'answered' })),
  ...perKind('updates.edit', authorOnly, async (world, id) => ({
    ...(await withUpdate(world, id)),
    content: 'Other words.',
  })),
  ...perKind('updates.delete', authorOrModerator, withUpdate),
  row(
    'updates.edit',
    { visitor: 401, rest: 404 },
    async (world) => ({
      id: await world.prayer(),
      updateId: await makeUpdate(world.app.ctx, world.id.hannah, await world.prayer({ visibility: 'private' })),
      content: 'Through another request.',
    }),
    { about: 'of another request', ids: ['updateId'] },
  ),
  ...perKind('classifications.replace_links', authorOrModerator, async (world, id) => ({
    id,
    categoryIds: [await category(world)],
  })),
  ...perKind('classifications.add_links', authorOrModerator, async (world, id) => ({
    id,
    categories: [{ category_id: await category(world) }],
  })),
  ...perKind('classifications.remove_links', authorOrModerator, async (world, id) => ({
    id,
    category_ids: [await category(world)],
  })),
  ...perKind('classifications.recategorize', moderatorOnly),
  row('classifications.recategorize_many', admins, async (world) => ({ ids: [await world.prayer()] })),
  row(
    'classifications.recategorize_many',
    { visitor: 401, admin: 404, rest: 403 },
    async (world) => ({ ids: [await world.prayer({ visibility: 'group' })] }),
    {
      about: 'of a group',
    },
  ),
  row('classifications.progress', admins),
  row('classifications.cancel', { visitor: 401, admin: 404, rest: 403 }, undefined, {
    about: 'when nothing is running',
  }),
  row('classifications.doubted', moderators),
  row('classifications.machine_links', moderators),
  row('categories.create', admins, () => ({ name: `Category ${randomUUID()}` })),
  row('categories.edit', admins, async (world) => ({ id: await category(world), color: '#112233' }), asAdmin),
  row('categories.order', admins, async (world) => ({ id: await category(world), order: 3 }), asAdmin),
  row('categories.delete', admins, async (world) => ({ id: await category(world) }), asAdmin),
  // A text that is already in the target language is not sent to a service.
  ...perKind('translations.create', asReaders, async ({ app }, id) => {
    await app.ctx.db.updateTable('prayers').set({ language: 'en' }).where('id', '=', id).execute()
    return { prayer_request_id: id, target: 'en' }
  }).map((one) => ({ ...one, ids: ['prayer_request_id'] })),
  ...perKind('translations.create', asReaders, async (world, id) => {
    const updateId = await makeUpdate(world.app.ctx, world.id.hannah, id)
    await world.app.ctx.db.updateTable('prayer_updates').set({ language: 'en' }).where('id', '=', updateId).execute()
    return { update_id: updateId, target: 'en' }
  }).map((one) => ({ ...one, about: `${one.about}, of an update`, ids: ['update_id'] })),
  row('speech.recognize', { visitor: 401, rest: 503 }, () => ({ audio: 'AAAA', language: 'en' })),
  ...perKind(
    'speech.synthesize',
    (reads, kind) => readersMeet(reads, (kind.visibility ?? 'public') === 'public' && !kind.publication ? 503 : 403),
    (_, id) => ({ prayer_request_id: id }),
    { ids: ['prayer_request_id'] },
  ),
  ...perKind('reactions.create', asSignedInReaders, (_, id) => ({ prayer_request_id: id, type: 'amen' }), {
    ids: ['prayer_request_id'],
  }),
  ...perKind('reactions.create', asSignedInReaders, async (world, id) => ({
    update_id: (await withUpdate(world, id)).updateId,
    type: 'amen',
  })).map((one) => ({ ...one, about: `${one.about}, to an update`, ids: ['update_id'] })),
  row('reactions.delete', { visitor: 401, author: 200, rest: 404 }, own(reaction), { ids: ['id'] }),
  ...perKind('reports.create', notOwn, (_, id) => ({ id, report_type: 'other' })),
  row('reports.claim', moderators, async (world) => ({ id: await report(world) }), asModerator),
  onClosed('reports.claim'),
  row('reports.release', moderators, async (world) => ({ id: await report(world) }), asModerator),
  row('moderations.list', moderators),
  ...perKind('moderations.act', atDesk, (_, id) => ({ ids: [id], act: 'hide', reason: 'A reason.' }), { ids: [] }),
  row('decisions.own', signedIn),
  row(
    'decisions.undo',
    { visitor: 401, care: 404, moderator: 200, admin: 404, rest: 403 },
    async (world) => ({ ids: [await decision(world)] }),
    {
      about: 'of the moderator',
    },
  ),
  row(
    'appeals.create',
    { visitor: 401, author: 200, rest: 404 },
    async (world) => ({ id: await decision(world), appeal: 'No.' }),
    {
      ids: ['id'],
    },
  ),
  row('appeals.list', careAndAbove),
  row(
    'appeals.decide',
    { visitor: 401, care: 404, admin: 200, rest: 403 },
    async (world) => ({ id: await decision(world, { appeal: true }), outcome: 'upheld', answer: 'Yes.' }),
    {
      about: 'of what the moderator decided',
      ids: ['id'],
      door: [...rolesBelow('care'), 'moderator'],
      malformed: { visitor: 401, care: 400, moderator: 400, admin: 400, rest: 403 },
      missing: { visitor: 401, care: 404, moderator: 404, admin: 404, rest: 403 },
    },
  ),
  row('classifications.shares', admins),
  row('reports.list', moderators),
  row('reports.one', moderators, async (world) => ({ id: await report(world) }), asModerator),
  row('reports.one', moderators, async (world) => ({ id: await report(world, { visibility: 'group' }) }), {
    ...asModerator,
    about: 'open, of a group',
  }),
  onClosed('reports.one'),
  row('reports.decide', moderators, async (world) => ({ id: await report(world), status: 'in_review' }), asModerator),
  onClosed('reports.decide', { status: 'open' }),
  row('notifications.list', signedIn),
  row(
    'notifications.edit',
    { visitor: 401, author: 200, rest: 404 },
    async (world) => ({ ...(await own(notice)(world)), is_read: true }),
    {
      ids: ['id'],
    },
  ),
  row('notifications.unread', signedIn),
  row('notifications.read_all', signedIn),
  row(
    'notifications.stop_emails',
    anybody,
    ({ app, id }) => ({ token: signStopLink(app.ctx, id.hannah, ['updates']) }),
    { about: 'with the link of an email', suspended: 200 },
  ),
  withNoLink('notifications.stop_emails'),
  row(
    'notifications.pray_by_email',
    anybody,
    async (world) => ({
      token: signPrayedLink(world.app.ctx, {
        user_id: world.id.tomas,
        prayer_request_id: await world.prayer(),
        sent_at: world.app.ctx.clock().toISOString(),
      }),
    }),
    { about: 'with the link of an email', suspended: 200 },
  ),
  withNoLink('notifications.pray_by_email'),
  row('alarms.state', careAndAbove),
  row('alarms.own', { visitor: 401, author: 200, rest: 404 }, async (world) => ({ id: await danger(world) }), {
    ids: ['id'],
  }),
  row('alarms.set_number', { visitor: 401, care: 200, rest: 403 }, async () => ({ number: '+44 20 7946 0018' }), {
    door: rolesBelow('care'),
  }),
  row('alarms.drill', { visitor: 401, care: 200, admin: 200, rest: 403 }),
  row('alarms.take', anybody, async (world) => alarmLink(world, 'ines'), {
    about: 'with the link of an alarm to the care team',
    suspended: 200,
  }),
  ...(['peter', 'hannah'] as const).map((name) =>
    row('alarms.take', { rest: 404 }, async (world) => alarmLink(world, name), {
      about: `with a link for ${name === 'peter' ? 'somebody who is not of the care team' : 'the author'}`,
      suspended: 404,
    }),
  ),
  withNoLink('alarms.take'),
]
