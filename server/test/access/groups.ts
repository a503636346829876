import { randomUUID } from 'node:crypto'
import { makeGroup } from '../make.ts'
import { now } from '../../context.ts'
import { signSummaryStopLink, signSummaryYesLink } from '../../mail/notice-links.ts'
import { type Row, anybody, row, signedIn, withNoLink } from './rows.ts'
import type { World } from './world.ts'

const name = (): string => `Circle ${randomUUID()}`

/** Creates a group with the author as owner and the group's member in it. */
async function newGroup({ app, id }: World, change: Record<string, unknown> = {}): Promise<string> {
  const group = await makeGroup(app.ctx, [id.hannah, id.grace], name())
  if (Object.keys(change).length > 0)
    await app.ctx.db.updateTable('groups').set(change).where('id', '=', group).execute()
  return group
}
const listed = (world: World) => newGroup(world)
const unlisted = (world: World) => newGroup(world, { is_listed: false })
async function inviteOf(world: World, group: string): Promise<{ id: string; code: string }> {
  const as = await world.app.signIn('hannah')
  return (await world.app.ask('groups.create_invite', { id: group }, { as })).data
}

/** Adds an address to the group, which has been asked. */
async function readerOf({ app }: World, group_id: string): Promise<{ id: string; address_hash: string }> {
  const [id, email] = [randomUUID(), `${randomUUID()}@example.org`]
  const address_hash = app.ctx.secrets.hashAddress(email)
  const at = now(app.ctx)
  await app.ctx.db
    .insertInto('group_readers')
    .values({ id, group_id, email, address_hash, language: 'en', added_by: null, created_at: at, ask_at: null })
    .execute()
  return { id, address_hash }
}
const everySunday = { rhythm: 'weekly', weekday: 7, hour: 7 }

// For an unlisted group: non-members do not know of it; an administrator does, which is recorded.
const members = { visitor: 401, author: 200, group_member: 200, rest: 404 }
const leaders = { visitor: 401, author: 200, group_member: 403, rest: 404 }
const leadersOrAdmin = { visitor: 401, author: 200, group_member: 403, admin: 200, rest: 404 }

/** Rows for both types of group, which differ only for non-members. */
const both = (
  endpoint: Row['endpoint'],
  whenUnlisted: Parameters<typeof row>[1],
  whenListed: Parameters<typeof row>[1],
  rest: object,
): Row[] => [
  row(endpoint, whenUnlisted, async (world) => ({ id: await unlisted(world), ...rest }), {
    about: 'unlisted',
    ids: ['id'],
  }),
  row(endpoint, whenListed, async (world) => ({ id: await listed(world), ...rest }), {
    about: 'listed',
    ids: ['id'],
  }),
]

export const groupRows: Row[] = [
  row('groups.list', signedIn),
  row('groups.create', signedIn, () => ({ name: name() })),
  ...both('groups.one', { visitor: 401, author: 200, group_member: 200, admin: 200, rest: 404 }, signedIn, {}),
  row('groups.edit', leadersOrAdmin, async (world) => ({ id: await unlisted(world), name: name() }), {
    about: 'unlisted',
    ids: ['id'],
  }),
  row(
    'groups.edit',
    { visitor: 401, author: 200, admin: 200, rest: 403 },
    async (world) => ({ id: await listed(world), name: name() }),
    {
      about: 'listed',
      ids: ['id'],
    },
  ),
  ...both('groups.delete', leadersOrAdmin, { visitor: 401, author: 200, admin: 200, rest: 403 }, {}),
  ...both('groups.join', members, signedIn, {}),
  ...both('groups.see', members, members, {}),
  ...both(
    'groups.leave',
    { visitor: 401, author: 409, group_member: 200, rest: 404 },
    { visitor: 401, author: 409, rest: 200 },
    {},
  ),
  ...both('groups.members', members, { visitor: 401, author: 200, group_member: 200, rest: 403 }, {}),
  row(
    'groups.edit_member',
    leaders,
    async (world) => ({ id: await unlisted(world), userId: world.id.grace, status: 'active' }),
    { ids: ['id'] },
  ),
  row('groups.delete_member', leaders, async (world) => ({ id: await unlisted(world), userId: world.id.grace }), {
    ids: ['id'],
  }),
  ...both('groups.invites', leaders, { visitor: 401, author: 200, rest: 403 }, {}),
  ...both('groups.create_invite', leaders, { visitor: 401, author: 200, rest: 403 }, {}),
  row(
    'groups.delete_invite',
    leaders,
    async (world) => {
      const id = await unlisted(world)
      return { id, inviteId: (await inviteOf(world, id)).id }
    },
    { ids: ['id'] },
  ),
  row('groups.invited_to', signedIn, async (world) => ({ code: (await inviteOf(world, await unlisted(world))).code }), {
    ids: ['code'],
    malformed: 404,
  }),
  row(
    'groups.accept_invite',
    signedIn,
    async (world) => ({ code: (await inviteOf(world, await unlisted(world))).code }),
    {
      ids: ['code'],
      malformed: 404,
    },
  ),
  ...both('group_summaries.read', members, { visitor: 401, author: 200, group_member: 200, rest: 403 }, {}),
  ...both('group_summaries.choose', leaders, { visitor: 401, author: 200, rest: 403 }, everySunday),
  ...both(
    'group_summaries.take',
    members,
    { visitor: 401, author: 200, group_member: 200, rest: 403 },
    { gets_summary: true },
  ),
  ...both('group_summaries.readers', leaders, { visitor: 401, author: 200, rest: 403 }, {}),
  // The site of these tests sends no mail.
  ...both(
    'group_summaries.add_readers',
    { ...leaders, author: 409 },
    { visitor: 401, author: 409, rest: 403 },
    { emails: ['reader@example.org'], language: 'en' },
  ),
  row(
    'group_summaries.remove_reader',
    leaders,
    async (world) => {
      const id = await unlisted(world)
      return { id, readerId: (await readerOf(world, id)).id }
    },
    { ids: ['id'] },
  ),
  row(
    'group_summaries.confirm',
    anybody,
    async (world) => {
      const group_id = await unlisted(world)
      const { address_hash } = await readerOf(world, group_id)
      return { token: signSummaryYesLink(world.app.ctx, { group_id, address_hash }) }
    },
    { about: 'with the link of an email', suspended: 200 },
  ),
  withNoLink('group_summaries.confirm'),
  row(
    'group_summaries.stop',
    anybody,
    async ({ app, id, groups }) => ({
      token: signSummaryStopLink(app.ctx, { group_id: groups.own, user_id: id.grace, address_hash: null }),
    }),
    { about: 'with the link of an email', suspended: 200 },
  ),
  withNoLink('group_summaries.stop'),
]
