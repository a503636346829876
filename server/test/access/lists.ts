import { randomUUID } from 'node:crypto'
import { asSignedInReaders, perKind } from './prayers.ts'
import { type Row, row, signedIn } from './rows.ts'
import type { World } from './world.ts'

/** Callers may use their own items; nobody, whatever their role, may use the author's. */
const authorsOnly = { visitor: 401, author: 200, rest: 404 }

/** Creates a list of a person, with a request in it. */
const list = async (world: World, user_id: string, prayer_request_id?: string): Promise<string> => {
  const id = randomUUID()
  const created_at = world.app.ctx.clock().toISOString()
  const { db } = world.app.ctx
  await db.insertInto('prayer_lists').values({ id, user_id, name: 'Mornings', order: 0, created_at }).execute()
  if (prayer_request_id !== undefined) {
    const item = { prayer_list_id: id, prayer_request_id, order: 0, created_at }
    await db.insertInto('prayer_list_items').values(item).execute()
  }
  return id
}
const authors = async (world: World): Promise<Record<string, unknown>> => ({ id: await list(world, world.id.hannah) })

const reminder = async (world: World): Promise<Record<string, unknown>> => {
  const id = randomUUID()
  const at = world.app.ctx.clock().toISOString()
  await world.app.ctx.db
    .insertInto('reminders')
    .values({
      id,
      user_id: world.id.hannah,
      prayer_request_id: null,
      prayer_list_id: await list(world, world.id.hannah),
      remind_at: at,
      repeats: 'daily',
      created_at: at,
    })
    .execute()
  return { id }
}
const soon = { remind_at: '2030-01-01T06:00:00.000Z', repeats: 'daily' }

export const listRows: Row[] = [
  row('live.stream', signedIn, () => ({ once: true })),

  row('prayer_lists.list', signedIn),
  row('prayer_lists.create', signedIn, () => ({ name: 'Mornings' })),
  row('prayer_lists.order', signedIn, async (world) => ({ ids: [await list(world, world.id.hannah)] })),
  row('prayer_lists.one', authorsOnly, authors, { ids: ['id'] }),
  row('prayer_lists.rename', authorsOnly, async (world) => ({ ...(await authors(world)), name: 'Evenings' }), {
    ids: ['id'],
  }),
  row('prayer_lists.delete', authorsOnly, authors, { ids: ['id'] }),
  row('prayer_lists.order_items', authorsOnly, async (world) => ({ ...(await authors(world)), ids: [] }), {
    ids: ['id'],
  }),
  row(
    'prayer_lists.add',
    authorsOnly,
    async (world) => ({ ...(await authors(world)), prayer_request_id: await world.prayer() }),
    { about: 'to a list of the author', ids: ['id'] },
  ),
  row(
    'prayer_lists.remove',
    authorsOnly,
    async (world) => {
      const prayerId = await world.prayer()
      return { id: await list(world, world.id.hannah, prayerId), prayerId }
    },
    { ids: ['id'] },
  ),
  row('today.read', signedIn),
  row('today.choose', signedIn, () => ({ count: 5 })),
  row('prayer_lists.reminders', signedIn),
  row(
    'prayer_lists.remind',
    authorsOnly,
    async (world) => ({ prayer_list_id: await list(world, world.id.hannah), ...soon }),
    { about: 'of a list', ids: ['prayer_list_id'] },
  ),
  ...perKind('prayer_lists.remind', asSignedInReaders, (_, id) => ({ prayer_request_id: id, ...soon })).map((one) => ({
    ...one,
    about: `of a request, ${one.about}`,
    ids: ['prayer_request_id'],
  })),
  row('prayer_lists.pause_reminder', authorsOnly, async (world) => ({ ...(await reminder(world)), is_paused: true }), {
    ids: ['id'],
  }),
  row('prayer_lists.forget_reminder', authorsOnly, reminder, { ids: ['id'] }),
]
