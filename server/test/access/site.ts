import { randomUUID } from 'node:crypto'
import builtIn from '../../db/seed-themes.json' with { type: 'json' }
import { type Row, admins, anybody, careAndAbove, rolesBelow, ownersOnly, row, statuses } from './rows.ts'
import type { World } from './world.ts'

const page = (): Record<string, unknown> => ({
  title: 'A page',
  content: 'Its words.',
  content_type: 'guide',
  slug: `page-${randomUUID()}`,
})

async function makeContent(
  { app }: World,
  change: Record<string, unknown> = {},
): Promise<{ id: string; slug: string }> {
  const as = await app.signIn('peter')
  const { data } = await app.ask('content.create', { ...page(), status: 'published', ...change }, { as })
  return { id: data.id, slug: data.slug ?? '' }
}

async function makeVersion(world: World): Promise<{ id: string; version_id: string }> {
  const as = await world.app.signIn('peter')
  const { id } = await makeContent(world)
  await world.app.ask('content.manage_edit', { id, content: 'Other words.' }, { as })
  const { data } = await world.app.ask('content.versions', { id }, { as })
  return { id, version_id: data[0]?.id ?? '' }
}

const words = { title: '', slug: '', content: '', content_type: 'guide', language: 'en', featured: false, metadata: {} }
const draft = { words, based_on: null }

const palette = () => ({ name: randomUUID(), colors: builtIn[0]?.colors })
async function makeTheme({ app }: World): Promise<string> {
  return (await app.ask('themes.create', palette(), { as: await app.signIn('peter') })).data.id
}

const asAdmin = { ids: ['id'], door: rolesBelow('admin') }
const ofPage = { ids: ['content_id'], door: rolesBelow('admin') }

/** The name of a backup that is not there. */
const BACKUP = 'oremus-2026-05-20T12-00-00Z.backup'

/** Categories, themes, content, notifications. */
export const siteRows: Row[] = [
  row('categories.list', anybody),
  row('categories.counts', anybody),
  row('categories.one', anybody, async ({ app }) => ({ id: (await app.ask('categories.list')).data[0]?.id }), {
    ids: ['id'],
  }),
  row('themes.list', anybody),
  row('themes.default', anybody),
  row('themes.one', anybody, async (world) => ({ id: await makeTheme(world) }), { ids: ['id'], malformed: 404 }),
  row('themes.create', admins, () => palette()),
  row('themes.edit', admins, async (world) => ({ id: await makeTheme(world), description: 'New' }), asAdmin),
  row('themes.delete', admins, async (world) => ({ id: await makeTheme(world) }), asAdmin),
  row('themes.clone', admins, async (world) => ({ id: await makeTheme(world), new_name: randomUUID() }), asAdmin),
  row('themes.set_order', admins, async (world) => ({ id: await makeTheme(world), order: 9 }), asAdmin),
  row('themes.set_orders', admins, async (world) => ({ orders: [{ id: await makeTheme(world), order: 9 }] })),
  row('themes.set_default', admins, async (world) => ({ themeId: await makeTheme(world) }), {
    ids: ['themeId'],
    malformed: 404,
    door: rolesBelow('admin'),
  }),
  row('themes.default_setting', admins),
  row('themes.set_default_setting', admins, () => ({ value: 'Vigil' })),
  row('announcements.list', admins),
  row('announcements.write', admins, () => ({
    notification_type: 'info',
    audience: 'everybody',
    shown_from: null,
    shown_until: null,
    published: true,
    texts: [{ language: 'en', title: 'Tea on Sunday', content: 'After the service.' }],
  })),
  row('imprint.read', admins),
  row('imprint.write', admins, () => ({ who: 'St Anne', address: '', reach: '', answers: '', register: '' })),
  row('content.list', anybody),
  row('content.list', ownersOnly, ({ id }) => ({ type: 'notification', user_id: id.hannah }), {
    about: 'of a person',
    ids: ['user_id'],
    missing: { visitor: 401, rest: 403 },
    malformed: { rest: 400 },
  }),
  row('content.footer', anybody),
  row('content.one', anybody, async (world) => ({ slug: (await makeContent(world)).slug }), {
    ids: ['slug'],
    malformed: 404,
  }),
  row('content.one', { rest: 404 }, async (world) => ({ slug: (await makeContent(world, { status: 'draft' })).slug }), {
    about: 'a draft',
    ids: ['slug'],
    malformed: 404,
  }),
  row('content.create', admins, page),
  row('content.create_many', admins, () => ({ items: [page()] })),
  row(
    'content.update',
    { visitor: 401, admin: 200, rest: 404 },
    async (world) => ({ ...page(), id: (await makeContent(world)).id }),
    {
      ids: ['id'],
    },
  ),
  row(
    'content.update',
    { visitor: 401, author: 200, rest: 404 },
    async (world) => {
      const { id } = await makeContent(world, {
        content_type: 'notification',
        slug: null,
        metadata: { user_id: world.id.hannah },
      })
      return { id, metadata: { is_read: true } }
    },
    { about: 'reading an own notification', ids: ['id'] },
  ),
  row('content.manage_list', admins),
  row('content.manage_create', admins, page),
  row('content.manage_one', admins, async (world) => ({ id: (await makeContent(world)).id }), asAdmin),
  row(
    'content.manage_edit',
    admins,
    async (world) => ({ id: (await makeContent(world)).id, title: 'Another' }),
    asAdmin,
  ),
  row('content.manage_delete', admins, async (world) => ({ id: (await makeContent(world)).id }), asAdmin),
  row('content.manage_many', admins, async (world) => ({ ids: [(await makeContent(world)).id], act: 'unpublish' })),
  row('content.versions', admins, async (world) => ({ id: (await makeContent(world)).id }), asAdmin),
  row('content.version', admins, makeVersion, { ids: ['id', 'version_id'], door: rolesBelow('admin') }),
  row('content.restore', admins, makeVersion, { ids: ['id', 'version_id'], door: rolesBelow('admin') }),
  row('content.draft', admins, async (world) => ({ content_id: (await makeContent(world)).id }), ofPage),
  row('content.keep_draft', admins, async (world) => ({ ...draft, content_id: (await makeContent(world)).id }), ofPage),
  row('content.forget_draft', admins, async (world) => ({ content_id: (await makeContent(world)).id }), ofPage),
  row('notifications.active', anybody),
  row('desk.today', careAndAbove),
  row('stats.read', admins),
  row('checks.list', admins),
  row('checks.run', admins, () => ({ name: 'disk' }), { ids: ['name'], missing: 400, door: rolesBelow('admin') }),
  row('checks.server', admins),
  row('backups.list', admins),
  // The tests' sites make none by themselves.
  row('backups.make', statuses({ visitor: 401, admin: 409, rest: 403 })),
  row('backups.download', statuses({ visitor: 401, admin: 404, rest: 403 }), () => ({ name: BACKUP })),
  row('backups.rehearse', statuses({ visitor: 401, admin: 404, rest: 403 }), () => ({ name: BACKUP })),
  row('backups.set_place', statuses({ visitor: 401, admin: 409, rest: 403 }), () => ({ folder: '/mnt/drive' })),
  row('backups.read', statuses({ visitor: 401, admin: 404, rest: 403 }), () => ({ name: BACKUP })),
]
