// Over 400 lines because each act on one request has its test here, on one page.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { PrayerDetail } from '../../../../contract/prayers.ts'
import { reportTypes } from '../../../../contract/reports.values.ts'
import {
  json,
  keeping,
  makeDetail,
  makeGroup,
  makeUpdate,
  storeToken,
  problem,
  renderPage,
  mockServer,
  signedIn,
} from '../../../test.tsx'
import CardMenu from './CardMenu.tsx'
import { PrayButton, PrayCount } from './PrayButton.tsx'
import { addNewRequest, countNewRequests } from './newRequests.ts'
import { feedQuery, prayerQuery, readFilter } from './queries.ts'
import { ReactionBar } from './reactions/ReactionBar.tsx'
import { ReportLink, SideActions } from './SideActions.tsx'
import { Updates } from '../updates/Updates.tsx'

const base = makeDetail({ reactions: { amen: 3 } })
const { id } = base
const update = makeUpdate({ content: 'The operation went well.' })
const mine = { is_mine: true, may: { edit: true, delete: true, categorize: true } }

function Parts({ prayer }: { prayer: PrayerDetail }) {
  const { data } = useQuery({ ...prayerQuery(id), initialData: prayer, staleTime: Infinity })
  return (
    <>
      <PrayButton prayer={data} />
      <PrayCount prayer={data} />
      <ReactionBar prayer={data} />
      <SideActions prayer={data} />
      <ReportLink prayer={data} />
      <Updates prayer={data} />
      <CardMenu prayer={data} />
    </>
  )
}
let now = base
const one = { [`GET /api/prayers/${id}`]: () => json(now) }
const show = async (part: Partial<PrayerDetail> = {}) => {
  now = { ...base, ...part }
  return await renderPage(<Parts prayer={now} />)
}

beforeEach(storeToken)

describe('reactions', () => {
  it('are shown at once, kept with their id, and taken back by it', async () => {
    const gone = vi.fn(() => json({ id: 'r1' }))
    const given = vi.fn(() => json({ id: 'r1', prayer_request_id: id, update_id: null, type: 'amen' }))
    mockServer({ ...signedIn, ...one, 'POST /api/reactions': given, 'DELETE /api/reactions/r1': gone })
    const { screen } = await show()
    await screen.getByRole('button', { name: /^Amen/ }).click()
    await expect.element(screen.getByRole('button', { name: 'Amen 4', pressed: true })).toBeVisible()
    await expect.poll(() => given).toHaveBeenCalledTimes(1)
    await screen.getByRole('button', { name: 'Amen 4' }).click()
    await expect.element(screen.getByRole('button', { name: 'Amen 3', pressed: false })).toBeVisible()
    await expect.poll(() => gone).toHaveBeenCalledTimes(1)
  })

  it('stay when an older answer of the server comes after them', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<Response>()
    let asked = 0
    mockServer({
      ...signedIn,
      // The first response is the state when the page was loaded; later ones include the reaction and the prayers
      // since.
      [`GET /api/prayers/${id}`]: () =>
        (asked += 1) === 1
          ? held
          : json({ ...base, reactions: { amen: 4 }, my_reactions: { amen: 'r1' }, pray_count: 40 }),
      'POST /api/reactions': () => json({ id: 'r1', prayer_request_id: id, update_id: null, type: 'amen' }),
    })
    const { screen } = await show()
    await expect.poll(() => asked).toBe(1)
    await screen.getByRole('button', { name: /^Amen/ }).click()
    await expect.element(screen.getByRole('button', { name: 'Amen 4', pressed: true })).toBeVisible()
    letGo(json(base))
    await expect.element(screen.getByText('40 people have prayed')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Amen 4', pressed: true })).toBeVisible()
  })

  it('are taken back with a sentence when the server refuses', async () => {
    mockServer({ ...signedIn, ...one, 'POST /api/reactions': () => problem(429, 'request.too_many') })
    const { screen } = await show()
    await screen.getByRole('button', { name: 'Love' }).click()
    await expect.element(screen.getByText('We couldn’t save that. Sentence of request.too_many')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Love', pressed: false })).toBeVisible()
  })

  it('lead a visitor to sign in', async () => {
    localStorage.clear()
    mockServer(one)
    const { screen, router } = await show()
    await screen.getByRole('button', { name: 'Praise' }).click()
    expect(router.state.location.pathname).toBe('/signin')
  })

  it('are given to an update as well, and counted there', async () => {
    const given = vi.fn(() => json({ id: 'r2', prayer_request_id: null, update_id: update.id, type: 'heart' }))
    mockServer({ ...signedIn, ...one, 'POST /api/reactions': given })
    const { screen } = await show({ updates: [update], update_count: 1 })
    await screen.getByLabelText('Encourage them about this update').click()
    const love = screen.getByRole('group', { name: 'Encourage' }).last().getByRole('button', { name: /Love/ })
    await love.click()
    await expect.element(love).toHaveAttribute('aria-pressed', 'true')
    await expect.element(love).toHaveTextContent('Love1')
    const body = { update_id: update.id, type: 'heart' }
    await expect.poll(() => given).toHaveBeenCalledWith(expect.objectContaining({ body }))
  })

  it('take an update that is gone off the page, with a sentence', async () => {
    const missing = () => {
      now = base
      return problem(404, 'updates.not_found')
    }
    mockServer({ ...signedIn, ...one, 'POST /api/reactions': missing })
    const { screen } = await show({ updates: [update], update_count: 1 })
    await screen.getByLabelText('Encourage them about this update').click()
    await screen.getByRole('group', { name: 'Encourage' }).last().getByRole('button', { name: /Love/ }).click()
    await expect.element(screen.getByText(/Sentence of updates\.not_found/)).toBeVisible()
    await expect.element(screen.getByText(update.content)).not.toBeInTheDocument()
  })

  it('are behind a heart on a card, next to following', async () => {
    const follow = () => {
      now = { ...base, is_following: true }
      return json({ is_following: true })
    }
    mockServer({ ...signedIn, ...one, [`POST /api/prayers/${id}/follow`]: follow })
    now = base
    function Card() {
      const { data } = useQuery({ ...prayerQuery(id), initialData: base, staleTime: Infinity })
      return <CardMenu prayer={data} quiet />
    }
    const { screen } = await renderPage(<Card />)
    await screen.getByRole('button', { name: 'Follow updates', pressed: false }).click()
    await expect.element(screen.getByRole('button', { name: 'Follow updates', pressed: true })).toBeVisible()
    await screen.getByLabelText('Encourage').click()
    await expect.element(screen.getByRole('button', { name: 'Amen 3' })).toBeVisible()
  })
})

describe('following', () => {
  it('shows in the list of what one follows, once one comes back there', async () => {
    mockServer({
      ...signedIn,
      ...one,
      'GET /api/prayers': () => json({ items: now.is_following ? [now] : [], has_more: false, next_cursor: null }),
      [`POST /api/prayers/${id}/follow`]: () => {
        now = { ...base, is_following: true }
        return json({ is_following: true })
      },
    })
    now = base
    function Followed() {
      const { data } = useQuery(feedQuery(readFilter(new URLSearchParams({ from: 'following' }))))
      return data && <p>{`Follows ${data.items.length}`}</p>
    }
    function Page() {
      const { data } = useQuery({ ...prayerQuery(id), initialData: base, staleTime: Infinity })
      const [isThere, setThere] = useState(true)
      return (
        <>
          {isThere ? <Followed /> : <SideActions prayer={data} />}
          <button type="button" onClick={() => setThere(!isThere)}>
            Turn
          </button>
        </>
      )
    }
    const { screen } = await renderPage(<Page />)
    await expect.element(screen.getByText('Follows 0')).toBeVisible()
    await screen.getByRole('button', { name: 'Turn' }).click()
    await screen.getByRole('button', { name: 'Follow updates' }).click()
    await expect.element(screen.getByRole('button', { name: 'Following updates', pressed: true })).toBeVisible()
    await expect.poll(() => now.is_following).toBe(true)
    await screen.getByRole('button', { name: 'Turn' }).click()
    await expect.element(screen.getByText('Follows 1')).toBeVisible()
  })
})

describe('praying', () => {
  it('can be taken back from the sentence that tells of it', async () => {
    const taken = vi.fn(() => json({ pray_count: 24, has_prayed: false }))
    mockServer({
      ...signedIn,
      ...one,
      [`POST /api/prayers/${id}/pray`]: () => json({ pray_count: 25, has_prayed: true, next_at: base.created_at }),
      [`DELETE /api/prayers/${id}/pray`]: taken,
    })
    const { screen } = await show()
    await screen.getByRole('button', { name: 'Pray', exact: true }).click()
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(screen.getByText('24 people have prayed')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Pray', exact: true, pressed: false })).toBeVisible()
    await expect.poll(() => taken).toHaveBeenCalledTimes(1)
  })

  it('shows no number where none is told', async () => {
    mockServer({ ...signedIn, ...one })
    const { screen } = await show({ pray_count: null })
    await expect.element(screen.getByRole('button', { name: 'Pray', exact: true })).toBeVisible()
    expect(screen.getByText(/prayed|first to pray/).elements()).toEqual([])
  })
})

describe('reporting', () => {
  const open = async () => {
    const { screen } = await show()
    await screen.getByRole('button', { name: 'Report a concern' }).first().click()
    return screen
  }

  it('asks what it is about, sends it, and says what happens next', async () => {
    const sent = vi.fn(({ body }: { body: unknown }) => json({ id: 'x', body }))
    mockServer({ ...signedIn, ...one, [`POST /api/prayers/${id}/report`]: sent })
    const screen = await open()
    await screen.getByRole('button', { name: 'Send report' }).click()
    await expect.element(screen.getByText('Choose what it’s about.')).toBeVisible()
    await screen.getByRole('radio', { name: 'Private information about someone' }).click()
    await screen.getByLabelText(/Anything we should know/).fill('It names a neighbour.')
    await screen.getByRole('button', { name: 'Send report' }).click()
    await expect.element(screen.getByText('A moderator will take a look.')).toBeVisible()
    expect(sent.mock.calls[0]?.[0].body).toEqual({
      report_type: 'private_information',
      reason: 'It names a neighbour.',
    })
  })

  it('begins with danger and what is usual, and leads the keyboard to the other reasons', async () => {
    mockServer({ ...signedIn, ...one })
    const screen = await open()
    const reasons = screen.getByRole('radio')
    await expect.element(reasons.first()).toHaveAccessibleName('Someone may be in danger')
    expect(reasons.elements()).toHaveLength(5)
    const others = screen.getByRole('button', { name: 'Something else' })
    others.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('radio', { name: 'Sexual content' })).toHaveFocus()
    expect(reasons.elements()).toHaveLength(reportTypes.length)
    await expect.element(others).not.toBeInTheDocument()
    await userEvent.keyboard(' ')
    await expect.element(screen.getByRole('radio', { name: 'Sexual content' })).toBeChecked()
  })

  it('says where help is when somebody may be in danger', async () => {
    mockServer({ ...signedIn, ...one })
    const screen = await open()
    await screen.getByRole('radio', { name: /Someone may be in danger/ }).click()
    await expect.element(screen.getByText(/call the emergency number/)).toBeVisible()
  })

  it('is not for one’s own request', async () => {
    mockServer({ ...signedIn, ...one })
    const { screen } = await show(mine)
    await expect.element(screen.getByRole('button', { name: 'Add an update' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Report a concern' }).elements()).toEqual([])
  })
})

describe('sharing', () => {
  it.each([
    ['public', false, null],
    ['members', false, 'Only members can open this link.'],
    ['private', false, 'Only you can open this link.'],
    ['public', true, 'Someone could be in danger if others read this.'],
  ] as const)('gives a link alone, and says who can open it: %s, guarded %s', async (visibility, is_guarded, note) => {
    mockServer({ ...signedIn, ...one })
    const { screen } = await show({ visibility, is_guarded })
    await screen.getByRole('button', { name: 'Share', exact: true }).click()
    await expect.element(screen.getByLabelText('Link')).toHaveValue(`http://localhost/prayers/${id}`)
    if (note === null) expect(screen.getByText(/can open this link|could be in danger/).elements()).toEqual([])
    else await expect.element(screen.getByText(note)).toBeVisible()
  })
})

describe('telling what became of it', () => {
  it('begins with the newest of many updates, and shows all of them when asked', async () => {
    mockServer({ ...signedIn, ...one })
    const updates = Array.from({ length: 30 }, (_, index) => ({ ...update, id: `u${index}`, content: `Week ${index}` }))
    const { screen } = await show({ updates, update_count: 30 })
    await expect.element(screen.getByText('Week 19')).toBeVisible()
    await expect.element(screen.getByText('Week 20')).not.toBeInTheDocument()
    await screen.getByRole('link', { name: 'Show more' }).click()
    await expect.element(screen.getByText('Week 29')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Show more' })).not.toBeInTheDocument()
    await expect.element(screen.getByRole('listitem').filter({ hasText: 'Week 20' })).toHaveFocus()
  })

  it('sends the words with the outcome, once', async () => {
    const sent = vi.fn(({ body }: { body: unknown }) => json({ ...update, ...(body as object) }))
    mockServer({ ...signedIn, ...one, [`POST /api/prayers/${id}/updates`]: sent })
    const { screen } = await show(mine)
    await screen.getByRole('button', { name: 'Add an update' }).click()
    await screen.getByRole('button', { name: 'Share update' }).click()
    await expect.element(screen.getByText('Write a few words first.')).toBeVisible()
    await screen.getByLabelText('What has happened since?').fill('He is at home again.')
    await screen.getByRole('button', { name: 'Answered', exact: true }).click()
    await screen.getByRole('button', { name: 'Share update' }).dblClick()
    await expect.element(screen.getByText('Update shared')).toBeVisible()
    expect(sent).toHaveBeenCalledTimes(1)
    expect(sent.mock.calls[0]?.[0].body).toEqual({ content: 'He is at home again.', status: 'answered' })
  })

  it('keeps the words when the server refuses, also when the page is left', async () => {
    mockServer({ ...signedIn, ...one, [`POST /api/prayers/${id}/updates`]: () => problem(503, 'server.unavailable') })
    const { screen } = await show(mine)
    await screen.getByRole('button', { name: 'Add an update' }).click()
    await screen.getByLabelText('What has happened since?').fill('He is at home again.')
    await screen.getByRole('button', { name: 'Share update' }).click()
    await expect.element(screen.getByRole('alert')).toHaveFocus()
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(screen.getByRole('button', { name: 'Add an update' })).toHaveFocus()
    await screen.getByRole('button', { name: 'Add an update' }).click()
    await expect.element(screen.getByLabelText('What has happened since?')).toHaveValue('He is at home again.')
  })

  it('takes a deleted update off the page at once, however long the page takes', async () => {
    let isDeleted = false
    mockServer({
      ...signedIn,
      [`GET /api/prayers/${id}`]: () => (isDeleted ? new Promise<Response>(() => {}) : json(now)),
      [`DELETE /api/prayers/${id}/updates/${update.id}`]: () => {
        isDeleted = true
        return json({ id: update.id })
      },
    })
    const { screen } = await show({ ...mine, updates: [update], update_count: 1 })
    await screen.getByLabelText('More actions for this update').click()
    await screen.getByRole('button', { name: 'Delete', exact: true }).click()
    await screen.getByRole('button', { name: 'Delete it' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(screen.getByText('The operation went well.')).not.toBeInTheDocument()
    // The part around it has the focus.
    await expect.poll(() => document.activeElement?.localName).toBe('section')
  })

  it('shows held words to their author, with what may be done about them', async () => {
    mockServer({ ...signedIn, ...one })
    const { screen } = await show({ ...mine, updates: [{ ...update, is_held: true }], update_count: 1 })
    await expect.element(screen.getByText('Waiting for review')).toBeVisible()
    await expect.element(screen.getByLabelText('More actions for this update')).toBeVisible()
  })
})

function Wall() {
  const { data } = useQuery(feedQuery(readFilter(new URLSearchParams())))
  return (
    <main>
      {data?.items.map((prayer) => (
        <CardMenu key={prayer.id} prayer={prayer} />
      ))}
    </main>
  )
}

it('takes a request that was deleted off the wall at once, however long the lists take', async () => {
  let isDeleted = false
  const items = [{ ...base, ...mine }]
  mockServer({
    ...signedIn,
    'GET /api/prayers': () =>
      isDeleted ? new Promise<Response>(() => {}) : json({ items, has_more: false, next_cursor: null }),
    [`DELETE /api/prayers/${id}`]: () => {
      isDeleted = true
      return json({ id })
    },
  })
  const { screen } = await renderPage(<Wall />)
  await screen.getByLabelText('More actions', { exact: true }).click()
  await screen.getByRole('button', { name: 'Delete', exact: true }).click()
  await screen.getByRole('button', { name: 'Delete it' }).click()
  await expect.element(screen.getByText('Prayer request deleted')).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('More actions', { exact: true })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('main')).toHaveFocus()
})

describe('deleting what another wrote', () => {
  it('asks a moderator why, sends the reason, and is a decision of which the author is told', async () => {
    const sent: unknown[] = []
    const gone = keeping(sent, () => json({ ids: [id], decision_ids: ['d1'] }))
    mockServer({ ...signedIn, ...one, 'POST /api/admin/prayers': gone })
    const { screen } = await show({ may: { edit: false, delete: true, categorize: true } })
    await screen.getByLabelText('More actions', { exact: true }).click()
    await screen.getByRole('button', { name: 'Delete', exact: true }).click()
    addNewRequest(id, null)
    await expect.element(screen.getByText(/they can appeal/)).toBeVisible()
    await screen.getByRole('button', { name: 'Delete it' }).click()
    expect(sent).toEqual([])
    await expect.element(screen.getByLabelText('Why are you deleting this?')).toHaveFocus()
    await screen.getByLabelText('Why are you deleting this?').fill('A fraud.')
    await screen.getByRole('button', { name: 'Delete it' }).click()
    await expect.element(screen.getByText('Prayer request deleted')).toBeVisible()
    expect(sent).toEqual([{ ids: [id], act: 'delete', reason: 'A fraud.' }])
    expect(countNewRequests(null, () => false)).toBe(0)
  })

  it('says of an update, too, that its author is told, and who reads the reason', async () => {
    mockServer({ ...signedIn, ...one })
    const may = { edit: false, delete: true, categorize: true }
    const { screen } = await show({ may, updates: [update], update_count: 1 })
    await screen.getByLabelText('More actions for this update').click()
    await screen.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(screen.getByText(/that’s undone too.*they can appeal/)).toBeVisible()
    await expect.element(screen.getByText(/^Only staff can read this/)).toBeVisible()
  })
})

it('offers whoever leads a group to take a request out of it, however many they belong to', async () => {
  const group = makeGroup({ may: { edit: true, manage: true, post: true, join: false } })
  mockServer({
    ...signedIn,
    ...one,
    'GET /api/groups': ({ path }) => {
      const isSecond = path.includes('page=1')
      return json({ items: isSecond ? [group] : [], page: Number(isSecond), pageSize: 100, has_more: !isSecond })
    },
  })
  const { screen } = await show({ visibility: 'group', group_id: group.id, group_name: group.name })
  await screen.getByLabelText('More actions', { exact: true }).click()
  await screen.getByRole('button', { name: 'Remove from group' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Remove from the group?' })).toBeVisible()
})

describe('choosing categories', () => {
  it('saves what is chosen', async () => {
    const health = {
      id: 'c1',
      key: 'health',
      name: 'Health',
      is_built_in: true,
      description: '',
      color: null,
      order: 0,
    }
    const courage = { ...health, id: 'c2', key: null, name: 'Courage', is_built_in: false }
    const saved = vi.fn(({ body }: { body: unknown }) => {
      const { categoryIds } = body as { categoryIds: string[] }
      return json(
        categoryIds.map((category_id) => ({
          prayer_request_id: id,
          category_id,
          is_machine_generated: false,
          confidence: null,
        })),
      )
    })
    mockServer({
      ...signedIn,
      ...one,
      'GET /api/categories': () => json([health, courage]),
      [`PUT /api/prayers/${id}/categories`]: saved,
    })
    const categories = [{ id: 'c1', name: 'Health', is_machine_generated: true, confidence: 0.9 }]
    const { screen } = await show({ ...mine, categories })
    await screen.getByLabelText('More actions', { exact: true }).click()
    await screen.getByRole('button', { name: 'Categories' }).click()
    await screen.getByRole('button', { name: 'Health', pressed: true }).click()
    await screen.getByRole('button', { name: 'Courage', pressed: false }).click()
    await screen.getByRole('button', { name: 'Save categories' }).click()
    await expect.element(screen.getByText('Categories saved')).toBeVisible()
    expect(saved.mock.calls[0]?.[0].body).toEqual({ categoryIds: ['c2'] })
  })
})
