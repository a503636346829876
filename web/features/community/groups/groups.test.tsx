// Over 400 lines because each act on a group has its test here, on one group.
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Group } from '../../../../contract/groups.ts'
import {
  json,
  losesAnswer,
  makeGroup,
  peter,
  storeToken,
  problem,
  renderPage,
  mockServer,
  signedIn,
  signedInAs,
} from '../../../test.tsx'
import { useKeptWords } from '../../../useKeptWords.ts'
import { AboutTab } from './AboutTab.tsx'
import { FindGroups } from './FindGroups.tsx'
import { emptyGroup, GroupForm } from './GroupForm.tsx'
import { GroupCards } from './GroupCard.tsx'
import { groupQuery } from './queries.ts'
import { InvitesSection } from './InvitesSection.tsx'
import { MembersTab } from './MembersTab.tsx'
import GroupChoice from '../prayers/composer/GroupChoice.tsx'
import { parseInviteCode } from '../../identity/sessions/inviteCode.ts'

const group = makeGroup()
const makeMember = (name: string, status = 'active') => ({
  user: { id: name, display_name: name },
  role: 'member',
  status,
  joined_at: '2026-05-09T10:00:00.000Z',
})
const dates = { created_at: '2026-05-20T10:00:00.000Z', expires_at: '2026-06-03T10:30:00.000Z' }
const invite = { id: 'i1', ...dates, max_uses: null, uses: 0 }
const made = { ...invite, code: 'kX9', url: 'http://localhost/groups/join#kX9' }

beforeEach(storeToken)

/** The card of the group, as the server has it. */
function Fresh() {
  const { data } = useQuery(groupQuery(group.id))
  return <main>{data && <GroupCards groups={[data]} />}</main>
}

describe('joining', () => {
  const join = `POST /api/groups/${group.id}/join`

  it('says that one has asked, and leaves the focus near the button that goes', async () => {
    const asked = makeGroup({ my_role: 'member', my_status: 'pending', may: { ...group.may, join: false } })
    let now = group
    mockServer({ ...signedIn, [`GET /api/groups/${group.id}`]: () => json(now), [join]: () => json((now = asked)) })
    const { screen } = await renderPage(<Fresh />)
    const button = screen.getByRole('button', { name: 'Ask to join: Tuesday Evening Circle' })
    await button.click()
    await expect.element(screen.getByText('You’ve asked to join Tuesday Evening Circle.')).toBeVisible()
    await expect.element(button).not.toBeInTheDocument()
    await expect.element(screen.getByRole('main')).toHaveFocus()
  })

  it.each([
    ['it was refused', () => problem(403, 'groups.closed'), 'Sentence of groups.closed'],
    [
      'there is no connection',
      () => Promise.reject(new TypeError('Failed')),
      'You seem to be offline. Check your connection and try again.',
    ],
  ])('says that %s, and can be tried again', async (_, answer, sentence) => {
    mockServer({ ...signedIn, [join]: answer })
    const { screen } = await renderPage(<GroupCards groups={[group]} />)
    const button = screen.getByRole('button', { name: 'Ask to join: Tuesday Evening Circle' })
    await button.click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
    await expect.element(button).not.toHaveAttribute('aria-disabled')
  })
})

it.each([390, 320])('a name without a space scrolls nothing in a window of %i px', async (width) => {
  await page.viewport(width, 800)
  mockServer(signedIn)
  const name = 'Wwwwwwwwwwwwwwwwwwww'.repeat(3)
  const { screen } = await renderPage(<GroupCards groups={[{ ...group, name }]} />)
  await expect.element(screen.getByText(name)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

it('is left once when the answer was lost: whoever has left may not find it again', async () => {
  const left = losesAnswer(() => json({ id: group.id }))
  mockServer({ ...signedIn, [`POST /api/groups/${group.id}/leave`]: left.handler })
  const { screen } = await renderPage(<AboutTab group={makeGroup({ my_role: 'member', my_status: 'active' })} />)
  await screen.getByRole('button', { name: 'Leave group' }).click()
  const sure = screen.getByRole('dialog').getByRole('button', { name: 'Leave group' })
  await sure.click()
  await expect.element(screen.getByText(/You seem to be offline/)).toBeVisible()
  await sure.click()
  await expect.element(screen.getByText('You have left Tuesday Evening Circle.')).toBeVisible()
  left.expectOneKey()
})

it('leads on from a long list of members at its end alone', async () => {
  mockServer({
    ...signedIn,
    [`GET /api/groups/${group.id}/members`]: ({ path }: { path: string }) =>
      path.includes('cursor=')
        ? json({ items: [makeMember('Tomas')], next_cursor: null })
        : json({ items: [makeMember('Ruth')], next_cursor: 'c1' }),
  })
  const { screen } = await renderPage(<MembersTab group={group} />)
  await screen.getByRole('button', { name: 'Show more' }).click()
  await expect.element(screen.getByText('Tomas', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Ruth', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('list').last()).toHaveFocus()
})

it('finds a member of a large group by name, and asks nothing of a small one', async () => {
  let next_cursor: string | null = null
  mockServer({
    ...signedIn,
    [`GET /api/groups/${group.id}/members`]: ({ path }: { path: string }) =>
      json(
        path.includes('search=tomas')
          ? { items: [makeMember('Tomas')], next_cursor: null }
          : { items: [makeMember('Ruth')], next_cursor },
      ),
  })
  const small = await renderPage(<MembersTab group={group} />)
  await expect.element(small.screen.getByText('Ruth', { exact: true })).toBeVisible()
  await expect.element(small.screen.getByRole('searchbox')).not.toBeInTheDocument()
  await small.screen.unmount()
  next_cursor = 'c1'
  const { screen } = await renderPage(<MembersTab group={group} />)
  await screen.getByRole('searchbox', { name: 'Members' }).fill(' tomas')
  await expect.element(screen.getByText('Tomas', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Ruth', { exact: true })).not.toBeInTheDocument()
  await screen.getByRole('searchbox').fill('')
  await expect.element(screen.getByText('Ruth', { exact: true })).toBeVisible()
})

it('leads on from a page of found groups when the button goes that was pressed', async () => {
  const found = (name: string, has_more: boolean) =>
    json({ items: [{ ...group, id: name, name }], page: 0, pageSize: 12, has_more })
  mockServer({
    ...signedIn,
    'GET /api/groups': ({ path }: { path: string }) =>
      path.includes('page=1') ? found('Choir', false) : found('Circle', true),
  })
  const { screen } = await renderPage(<FindGroups />)
  await screen.getByRole('button', { name: 'Show more' }).click()
  await expect.element(screen.getByText('Choir', { exact: true })).toBeVisible()
  expect(document.activeElement?.textContent).toContain('Choir')
  expect(document.activeElement?.textContent).not.toContain('Circle')
})

it('refuses whoever asked as they were on the page, and nobody who was let in meanwhile', async () => {
  const paths: string[] = []
  mockServer({
    ...signedIn,
    [`GET /api/groups/${group.id}/members`]: ({ path }: { path: string }) =>
      json({ items: path.includes('status=pending') ? [makeMember('ruth', 'pending')] : [], next_cursor: null }),
    [`GET /api/groups/${group.id}/invites`]: () => json([]),
    [`DELETE /api/groups/${group.id}/members/ruth`]: ({ path }: { path: string }) => {
      paths.push(path)
      return problem(404, 'groups.no_member')
    },
  })
  const may = { ...group.may, edit: true, manage: true }
  const { screen } = await renderPage(<MembersTab group={{ ...group, may }} />)
  await screen.getByRole('button', { name: /^Decline/ }).click()
  await expect.poll(() => paths).toEqual([`/api/groups/${group.id}/members/ruth?status=pending`])
})

it('a group that its author has left is not chosen along with another one', async () => {
  const own = { ...group, may: { ...group.may, post: true } }
  mockServer({ ...signedIn, 'GET /api/groups': () => json({ items: [own], page: 0, pageSize: 100, has_more: false }) })
  const onChange = vi.fn()
  const nothing = { error: undefined, inSummary: null, onLetIn: () => {} }
  const { screen } = await renderPage(
    <GroupChoice {...nothing} multiple value={[crypto.randomUUID()]} onChange={onChange} />,
  )
  await screen.getByRole('checkbox', { name: own.name }).click()
  expect(onChange.mock.calls).toEqual([[[own.id]]])
})

function NewForm({ send }: Pick<ComponentProps<typeof GroupForm>, 'send'>) {
  return <GroupForm kept={useKeptWords('group-settings:new', emptyGroup)} submitLabel="Create" send={send} />
}

describe('the form of a group', () => {
  it('keeps what was typed and says beside the name that it is taken', async () => {
    mockServer(signedIn)
    const { screen } = await renderPage(
      <NewForm send={() => Promise.resolve({ status: 409, code: 'groups.name_taken', detail: 'Taken.' })} />,
    )
    await screen.getByLabelText('Name').fill('Tuesday')
    await screen.getByLabelText('What it’s for').fill('We pray.')
    await screen.getByRole('button', { name: 'Create' }).click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    await expect.element(screen.getByLabelText('Name')).toHaveFocus()
    await expect.element(screen.getByLabelText('Name')).toHaveAccessibleDescription(/Taken\./)
    await expect.element(screen.getByLabelText('What it’s for')).toHaveValue('We pray.')
  })

  it('takes no other choice while it is sent, which would look as if it had been taken', async () => {
    mockServer(signedIn)
    const sent = Promise.withResolvers<null>()
    const { screen } = await renderPage(<NewForm send={() => sent.promise} />)
    await screen.getByLabelText('Name').fill('Tuesday')
    const create = screen.getByRole('button', { name: 'Create' })
    await create.click()
    await expect.element(create).toHaveAttribute('aria-disabled')
    const isListed = screen.getByRole('switch').first()
    await isListed.click()
    await expect.element(isListed).toBeChecked()
    sent.resolve(null)
    await expect.element(create).not.toHaveAttribute('aria-disabled')
    await isListed.click()
    await expect.element(isListed).not.toBeChecked()
  })

  it('asks for a name before it sends anything', async () => {
    mockServer(signedIn)
    let sent = 0
    const send = () => Promise.resolve((sent += 1) > 0 ? null : null)
    const { screen } = await renderPage(<NewForm send={send} />)
    await screen.getByRole('button', { name: 'Create' }).click()
    await expect.element(screen.getByLabelText('Name')).toHaveFocus()
    await expect.element(screen.getByLabelText('Name')).toHaveAccessibleDescription(/Please fill this in/)
    expect(sent).toBe(0)
  })
})

it('shows an invitation once, as a link, a code and a picture', async () => {
  mockServer({
    ...signedIn,
    [`GET /api/groups/${group.id}/invites`]: () => json([]),
    [`POST /api/groups/${group.id}/invites`]: () => json(made),
  })
  const { screen } = await renderPage(<InvitesSection group={group} />)
  await screen.getByRole('button', { name: 'Create invitation' }).click()
  await expect.element(screen.getByLabelText('Link', { exact: true })).toHaveValue(made.url)
  await expect.element(screen.getByText('kX9', { exact: true })).toBeVisible()
  await expect.poll(() => document.querySelector('svg > title')?.textContent).toMatch(/a QR code/)
})

it.each(['admin', 'member'])('says before a %s makes an invitation that nobody could follow it', async (role) => {
  mockServer({ ...signedInAs({ ...peter, role }), [`GET /api/groups/${group.id}/invites`]: () => json([]) })
  const { screen } = await renderPage(<InvitesSection group={group} />, '/', { public_origin: 'http://localhost:3000' })
  await expect.element(screen.getByText(/^http:\/\/localhost:3000 opens on this machine only/)).toBeVisible()
  // Who leads a group alone cannot open the settings.
  const cure = screen.getByRole('link', { name: 'Set the address' })
  await (role === 'admin' ? expect.element(cure).toBeVisible() : expect.element(cure).not.toBeInTheDocument())
})

it('keeps an invitation in sight that could not be taken back', async () => {
  let isLost = true
  mockServer({
    ...signedIn,
    [`GET /api/groups/${group.id}/invites`]: () => json([invite]),
    [`POST /api/groups/${group.id}/invites`]: () => json(made),
    [`DELETE /api/groups/${group.id}/invites/i1`]: () =>
      isLost ? Promise.reject(new TypeError('Failed')) : json({ id: 'i1' }),
  })
  const { screen } = await renderPage(<InvitesSection group={group} />)
  await screen.getByRole('button', { name: 'Create invitation' }).click()
  const link = screen.getByLabelText('Link', { exact: true })
  await expect.element(link).toBeVisible()
  await screen.getByRole('button', { name: 'Take back' }).click()
  await expect.element(screen.getByText(/You seem to be offline/)).toBeVisible()
  await expect.element(link).toBeVisible()
  isLost = false
  await screen.getByRole('button', { name: 'Take back' }).click()
  await expect.element(link).not.toBeInTheDocument()
})

it('says until which hour of its last day an invitation works', async () => {
  mockServer({ ...signedIn, [`GET /api/groups/${group.id}/invites`]: () => json([invite]) })
  const { screen } = await renderPage(<InvitesSection group={group} />)
  await expect.element(screen.getByText(/until .*\d:\d\d/)).toBeVisible()
})

it.each([
  ['kX9', 'kX9'],
  [' https://pray.example/groups/join#kX9 ', 'kX9'],
  ['(https://pray.example/groups/join#kX9).', 'kX9'],
  ['', ''],
])('finds the code in %j', (typed, code) => expect(parseInviteCode(typed)).toBe(code))

/** The page of a group, which follows what is read again. */
function About({ initialData }: { initialData: Group }) {
  const { data } = useQuery({ ...groupQuery(group.id), initialData })
  return <AboutTab group={data} />
}

const [first, second] = ['2026-05-09T10:00:00.000Z', '2026-05-09T11:00:00.000Z']
const owned = { ...group, my_role: 'owner', my_status: 'active', may: { ...group.may, edit: true } } as const
/** Mocks a server that has the group as it is `now`, and answers a change of it. */
const serve = (now: () => object, answer: Parameters<typeof mockServer>[0][string]) =>
  mockServer({
    ...signedIn,
    [`GET /api/groups/${group.id}`]: () => json(now()),
    'GET /api/groups': () => json({ items: [], page: 0, pageSize: 20, has_more: false }),
    [`PUT /api/groups/${group.id}`]: answer,
  })

it('shows what another owner saved meanwhile, and keeps what was typed until one of the two is chosen', async () => {
  const newer = { ...owned, name: 'Wednesday Circle', description: 'We meet at nine.', updated_at: second }
  const sent: unknown[] = []
  serve(
    () => (sent.length === 0 ? { ...owned, updated_at: first } : newer),
    ({ body }) => {
      const { updated_at } = body as { updated_at: string }
      sent.push(updated_at)
      return updated_at === second ? json({ ...newer, ...(body as object) }) : problem(409, 'groups.changed')
    },
  )
  const { screen } = await renderPage(<About initialData={{ ...owned, updated_at: first }} />)
  const text = screen.getByLabelText('What it’s for')
  await text.fill('We meet at ten.')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  const theirs = screen.getByRole('region', { name: 'Changed while you wrote' })
  await expect.element(theirs.getByText('Wednesday Circle')).toBeVisible()
  await expect.element(theirs.getByText('We meet at nine.')).toBeVisible()
  await expect.element(text).toHaveValue('We meet at ten.')
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  // What was refused is settled.
  await expect.element(screen.getByText(/Sentence of groups.changed/)).not.toBeInTheDocument()
  await expect.element(text).toHaveValue('We meet at ten.')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByText('Changes saved')).toBeVisible()
  expect(sent).toEqual([first, second])
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

it('keeps what an owner writes in sight when they stop being one', async () => {
  let now: object = owned
  serve(
    () => now,
    () => {
      now = { ...owned, my_role: 'member', may: group.may }
      return problem(409, 'groups.changed')
    },
  )
  const { screen } = await renderPage(<About initialData={owned} />)
  await screen.getByLabelText('What it’s for').fill('We meet at ten.')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByRole('button', { name: 'Delete group' })).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('What it’s for')).toHaveValue('We meet at ten.')
})

it('sends what was saved, and its answer lost, as the same request until it is known to be there', async () => {
  const arrived = { ...owned, description: 'We meet at ten.', updated_at: first }
  const keys: (string | null)[] = []
  serve(
    () => arrived,
    ({ headers }) => {
      keys.push(headers.get('idempotency-key'))
      if (keys.length === 1) return Response.error()
      return keys.length === 2 ? problem(503, 'server.unavailable') : json(arrived)
    },
  )
  function Tab() {
    const [shown, setShown] = useState<Group>(owned)
    return (
      <>
        <button type="button" onClick={() => setShown(arrived)}>
          Read again
        </button>
        <AboutTab group={shown} />
      </>
    )
  }
  const { screen } = await renderPage(<Tab />)
  await screen.getByLabelText('What it’s for').fill('We meet at ten.')
  const save = screen.getByRole('button', { name: 'Save changes' })
  await save.click()
  await expect.element(screen.getByText('That didn’t work.')).toBeVisible()
  await save.click()
  await expect.element(screen.getByText(/Sentence of server.unavailable/)).toBeVisible()
  expect(keys[0]).not.toBeNull()
  expect(keys).toEqual([keys[0], keys[0]])
  await screen.getByRole('button', { name: 'Read again' }).click()
  await save.click()
  await expect.poll(() => keys).toHaveLength(3)
  // With the key of the first it would be refused: it is based on another version.
  expect(keys[2]).not.toBe(keys[0])
})

it('goes on with what another owner saved when that is chosen', async () => {
  const shown = { ...owned, updated_at: first }
  let now: object = shown
  serve(
    () => now,
    () => {
      now = { ...owned, description: 'At nine.', updated_at: second }
      return problem(409, 'groups.changed')
    },
  )
  const { screen } = await renderPage(<About initialData={shown} />)
  await screen.getByLabelText('What it’s for').fill('We meet at ten.')
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await screen.getByRole('button', { name: 'Use that version' }).click()
  await expect.element(screen.getByLabelText('What it’s for')).toHaveValue('At nine.')
})
