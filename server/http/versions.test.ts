import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EndpointName } from '../../contract/endpoints.ts'
import builtIn from '../db/seed-themes.json' with { type: 'json' }
import { sharedTestApp } from '../test/shared-app.ts'

const app = sharedTestApp()
let hannah: string
let peter: string
beforeAll(async () => {
  ;[hannah, peter] = await Promise.all([app.signIn('hannah'), app.signIn('peter')])
})

const words = () => `He is better. canary-${randomUUID()}`

/** Something that knows its version, `updated_at`, and is not changed by who names an older one. */
interface Kind {
  make: () => Promise<{ which: Record<string, string>; updated_at: string | null }>
  as: () => string
  edit: EndpointName
  /** The member that holds its words. */
  member: 'content' | 'description'
  /** What else a late change would change. */
  also?: Record<string, string>
  read: EndpointName
}

const page = {
  as: () => peter,
  make: async () => {
    const input = { title: 'A page', content: words(), content_type: 'guide', slug: `page-${randomUUID()}` }
    const { id, updated_at } = (await app.ask('content.manage_create', input, { as: peter })).data
    return { which: { id }, updated_at }
  },
  member: 'content',
  also: { title: 'Another title' },
  read: 'content.manage_one',
} as const

const kinds: Record<string, Kind> = {
  request: {
    as: () => hannah,
    make: async () => {
      const { id, updated_at } = (await app.ask('prayers.create', { content: words() }, { as: hannah })).data
      return { which: { id }, updated_at }
    },
    edit: 'prayers.edit',
    member: 'content',
    also: { status: 'answered' },
    read: 'prayers.one',
  },
  update: {
    as: () => hannah,
    make: async () => {
      const { id } = (await app.ask('prayers.create', { content: words() }, { as: hannah })).data
      const { data } = await app.ask('updates.create', { id, content: words() }, { as: hannah })
      return { which: { id, updateId: data.id }, updated_at: data.updated_at }
    },
    edit: 'updates.edit',
    member: 'content',
    also: { status: 'answered' },
    read: 'prayers.one',
  },
  group: {
    as: () => hannah,
    make: async () => {
      const { id, updated_at } = (await app.ask('groups.create', { name: `Circle ${randomUUID()}` }, { as: hannah }))
        .data
      return { which: { id }, updated_at }
    },
    edit: 'groups.edit',
    member: 'description',
    also: { name: 'Evening', joining: 'open' },
    read: 'groups.one',
  },
  theme: {
    as: () => peter,
    make: async () => {
      const input = { name: `Theme ${randomUUID()}`, colors: builtIn[0]?.colors }
      const { id, updated_at } = (await app.ask('themes.create', input, { as: peter })).data
      return { which: { id }, updated_at }
    },
    edit: 'themes.edit',
    member: 'description',
    read: 'themes.one',
  },
  page: { ...page, edit: 'content.manage_edit' },
  'page, by PUT /api/content/{id},': { ...page, edit: 'content.update' },
}

describe.each(Object.entries(kinds))('a change of a %s', (_, { make, as, edit, member, also, read }) => {
  const change = async (which: object, input: object) => {
    const { status, problem, text } = await app.ask(edit, { ...which, ...input }, { as: as() })
    return { status, problem, updated_at: (JSON.parse(text) as { updated_at?: string }).updated_at ?? '' }
  }
  const stored = async ({ id }: Record<string, string>) => ({
    text: (await app.ask(read, { id }, { as: as() })).text,
    acts: await app.ctx.db.selectFrom('audit_log').select('id').execute(),
  })

  it('overwrites no newer version than the one that it names', async () => {
    const { which, updated_at } = await make()
    const newer = words()
    const first = await change(which, { [member]: newer, updated_at })
    expect(first.status).toBe(200)
    // The test's clock does not advance, and the two times differ even so.
    expect(first.updated_at > (updated_at ?? '')).toBe(true)
    const before = await stored(which)
    expect(before.text).toContain(newer)
    const late = await change(which, { [member]: words(), ...also, updated_at })
    expect(late.problem).toMatchObject({ status: 409, code: `${edit.split('.')[0]}.changed` })
    expect(await stored(which)).toEqual(before)
    expect((await change(which, { [member]: words(), updated_at: first.updated_at })).status).toBe(200)
    // A client that names no version changes what there is.
    expect((await change(which, { [member]: words() })).status).toBe(200)
  })

  it('is one of several of the same version at the same moment, and the others are refused', async () => {
    const { which, updated_at } = await make()
    const tries = await Promise.all([0, 1, 2, 3].map(() => change(which, { [member]: words(), updated_at })))
    expect(tries.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
  })
})
