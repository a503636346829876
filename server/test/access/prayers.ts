import type { EndpointName } from '../../../contract/endpoints.ts'
import type { NewPrayer } from '../../../contract/prayers.ts'
import type { Publication } from '../../db/schema.ts'
import {
  type Row,
  type RowOptions,
  type Statuses,
  admins,
  anybody,
  careAndAbove,
  columns,
  rolesBelow,
  row,
  signedIn,
  statuses,
} from './rows.ts'
import { setQuietAlert } from '../../features/community/prayers/quiet-alerts.commands.ts'
import { makeGroup } from '../make.ts'
import type { World } from './world.ts'

type Kind = Partial<NewPrayer> & { publication?: Publication }

/** Every kind of request, and its readers. */
const kinds: Record<string, [kind: Kind, reads: Statuses]> = {
  public: [{}, anybody],
  'public, anonymous': [{ is_anonymous: true }, anybody],
  members: [{ visibility: 'members' }, statuses({ visitor: 404, rest: 200 })],
  group: [{ visibility: 'group' }, statuses({ author: 200, group_member: 200, rest: 404 })],
  'group, anonymous': [
    { visibility: 'group', is_anonymous: true },
    statuses({ author: 200, group_member: 200, rest: 404 }),
  ],
  team: [{ visibility: 'team' }, statuses({ visitor: 404, member: 404, group_member: 404, rest: 200 })],
  private: [{ visibility: 'private' }, statuses({ author: 200, rest: 404 })],
  held: [{ publication: 'held' }, statuses({ author: 200, rest: 404 })],
  hidden: [{ publication: 'hidden' }, statuses({ author: 200, rest: 404 })],
  deleted: [{ publication: 'deleted' }, statuses({ rest: 404 })],
}

const visitorSignsIn = (line: Statuses): Statuses => ({ ...line, visitor: 401 })
/** Readers get `status`, the others the status of reading. */
export const readersMeet = (reads: Statuses, status: number): Statuses => {
  const met = { ...reads }
  for (const column of columns) if (met[column] === 200) met[column] = status
  return met
}

/** Adds a person's correction to a request, so that there is something to roll back. */
async function addCorrection(world: World): Promise<void> {
  const as = await world.token('admin')
  const [category] = (await world.app.ask('categories.list')).data
  const id = await world.prayer()
  await world.app.ask('classifications.replace_links', { id, categoryIds: [category?.id] }, { as })
  // The jobs that sort, without the mails and pushes that all rows before have left waiting.
  await world.app.app.worker.runDue()
}

/** Returns a row for each kind of request. */
export const perKind = (
  endpoint: EndpointName,
  expected: (reads: Statuses, kind: Kind) => Statuses,
  input: (world: World, id: string) => Promise<Record<string, unknown>> | Record<string, unknown> = (_, id) => ({ id }),
  { ids = ['id'], door = [] }: Pick<RowOptions, 'ids' | 'door'> = {},
): Row[] =>
  Object.entries(kinds).map(([about, [kind, reads]]) =>
    row(
      endpoint,
      expected(reads, kind),
      async (world) => await input(world, await world.prayer(kind)),
      // A visitor who may not know of a request gets "not found", as with any missing id.
      { about, ids, door },
    ),
  )

/** Every reader is allowed. */
export const asReaders = (reads: Statuses): Statuses => reads
/** A visitor must sign in first; then every reader is allowed. */
export const asSignedInReaders = (reads: Statuses): Statuses => visitorSignsIn(reads)
/** Only the author is allowed; other readers get 403. */
export const authorOnly = (reads: Statuses): Statuses => ({
  ...visitorSignsIn(readersMeet(reads, 403)),
  author: reads.author,
})
/** The author is allowed, and moderators for requests that all members can read. */
export const authorOrModerator = (
  reads: Statuses,
  { visibility = 'public', publication = 'published' }: Kind,
): Statuses => {
  const isModerated = publication === 'published' && (visibility === 'public' || visibility === 'members')
  return { ...authorOnly(reads), ...(isModerated && { moderator: 200, admin: 200 }) }
}

const firstCategory = async ({ app }: World): Promise<string> =>
  (await app.ctx.db.selectFrom('categories').select('id').orderBy('order').executeTakeFirstOrThrow()).id

export const prayerRows: Row[] = [
  row('prayers.list', anybody),
  row('prayers.in_category', anybody, async (world) => ({ id: await firstCategory(world) }), { ids: ['id'] }),
  row('prayers.create', signedIn, () => ({ content: 'Please pray for rain.' })),
  row(
    'prayers.create',
    { visitor: 401, author: 200, group_member: 200, rest: 404 },
    ({ groups }) => ({ content: 'Please pray for rain.', visibility: 'group', group_id: groups.own }),
    { about: 'into a group', ids: ['group_id'] },
  ),
  row(
    'prayers.create',
    { visitor: 401, author: 200, group_member: 200, rest: 404 },
    ({ groups }) => ({ content: 'Please pray for rain.', visibility: 'group', group_ids: [groups.own] }),
    { about: 'into several groups', ids: ['group_ids'] },
  ),
  row('prayers.of_groups', signedIn),
  // An administrator may read any group, which is recorded.
  row(
    'prayers.in_group',
    { visitor: 401, author: 200, group_member: 200, admin: 200, rest: 404 },
    ({ groups }) => ({ id: groups.own }),
    { ids: ['id'] },
  ),
  row(
    'prayers.create_in_group',
    { visitor: 401, author: 200, group_member: 200, rest: 404 },
    ({ groups }) => ({ id: groups.own, content: 'Please pray for rain.' }),
    { ids: ['id'] },
  ),
  row(
    'prayers.create_in_group',
    { visitor: 401, author: 200, group_member: 403, rest: 404 },
    async ({ app, id }) => {
      const group = await makeGroup(app.ctx, [id.hannah, id.grace])
      await app.ctx.db.updateTable('groups').set({ posting: 'leaders' }).where('id', '=', group).execute()
      return { id: group, content: 'Please pray for rain.' }
    },
    { about: 'in which leaders share', ids: ['id'] },
  ),
  ...(['id', 'prayerId'] as const).map((name) =>
    row(
      'prayers.delete_from_group',
      { visitor: 401, author: 200, group_member: 403, admin: 200, rest: 404 },
      async (world) => ({ id: world.groups.own, prayerId: await world.prayer({ visibility: 'group' }) }),
      { about: `with another ${name}`, ids: [name] },
    ),
  ),
  row('prayers.categories_of', anybody, async (world) => ({ ids: await world.prayer({ visibility: 'private' }) })),
  row('prayers.categories_of', anybody, () => ({ page: 0 }), { about: 'of all requests' }),
  ...perKind('prayers.one', asReaders),
  ...perKind('prayers.updates', asReaders),
  ...perKind(
    'prayers.edits',
    ({ moderator, admin }) => statuses({ visitor: 401, moderator, admin, rest: 403 }),
    undefined,
    { door: rolesBelow('moderator') },
  ),
  ...perKind('prayers.categories', asReaders),
  ...perKind('prayers.pray', asSignedInReaders),
  ...perKind('prayers.edit', authorOnly, (_, id) => ({ id, content: 'Changed by somebody.' })),
  ...perKind('prayers.delete', authorOrModerator),
  row('models.classify', anybody, () => ({ text: 'Please pray for my father, who is ill.' })),
  row('models.suggest', signedIn, () => ({ text: 'Please pray for my father, who is ill.' })),
  row('models.models', admins),
  row('models.versions', admins),
  row('models.step_back', admins, async (world) => {
    await addCorrection(world)
    return {}
  }),
  row('helplines.list', anybody),
  row('helplines.check', admins),
  row('review.list', careAndAbove),
  row('review.alerts', careAndAbove),
  row(
    'review.mark_seen',
    { visitor: 401, care: 200, moderator: 404, admin: 404, rest: 403 },
    async (world) => {
      const id = await world.prayer()
      await setQuietAlert(world.app.ctx, { id, prayer_request_id: id }, true)
      return { id }
    },
    { about: 'perhaps danger', ids: ['id'], door: rolesBelow('care') },
  ),
  row('review.rota', careAndAbove),
  row('review.set_rota', { visitor: 401, care: 200, admin: 200, rest: 403 }, () => ({ on_call: [] })),
  ...[
    {
      about: 'danger',
      held_reason: 'crisis' as const,
      line: statuses({ visitor: 401, care: 200, moderator: 404, admin: 404, rest: 403 }),
    },
    {
      about: 'links',
      held_reason: 'links' as const,
      line: statuses({ visitor: 401, care: 404, moderator: 200, admin: 200, rest: 403 }),
    },
  ].flatMap(({ about, held_reason, line }) => {
    const given = { about, ids: ['id'], door: rolesBelow('care') }
    const held = (world: World) => world.prayer({ publication: 'held', held_reason })
    return [
      row('review.publish', line, async (world) => ({ id: await held(world) }), given),
      row('review.keep', line, async (world) => ({ id: await held(world), reason: 'It names a street.' }), given),
    ]
  }),
  row(
    'review.acknowledge',
    { visitor: 401, care: 200, moderator: 404, admin: 404, rest: 403 },
    async (world) => ({ id: await world.prayer({ publication: 'held', held_reason: 'crisis' }) }),
    { about: 'danger', ids: ['id'], door: rolesBelow('care') },
  ),
  row('cases.list', careAndAbove),
  ...(
    [
      ['one', {}],
      ['take', {}],
      ['write', { content: 'We are here.' }],
      ['note', { content: 'Ring at noon.' }],
      ['hand_over', { to: null }],
      ['close', { outcome: 'other' }],
      ['reopen', {}],
      ['looked', {}],
    ] as const
  ).map(([act, input]) =>
    row(
      `cases.${act}`,
      { visitor: 401, care: 200, moderator: 404, admin: 404, rest: 403 },
      async (world) => ({ id: await world.prayer({ publication: 'held', held_reason: 'crisis' }), ...input }),
      { about: 'danger', ids: ['id'], door: rolesBelow('care') },
    ),
  ),
  ...(
    [
      ['own', {}],
      ['reply', { content: 'Thank you.' }],
    ] as const
  ).map(([act, input]) =>
    row(
      `cases.${act}`,
      { visitor: 401, author: 200, rest: 404 },
      async (world) => {
        const id = await world.prayer({ publication: 'held', held_reason: 'crisis' })
        await world.app.ask('cases.write', { id, content: 'We are here.' }, { as: await world.token('care') })
        return { id, ...input }
      },
      { ids: ['id'] },
    ),
  ),
]
