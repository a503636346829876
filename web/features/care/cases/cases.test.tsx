// Over 400 lines because each state of a case has its test here, on one case.
import { beforeEach, describe, expect, it } from 'vitest'
import type { CareCase, CaseEntry, CaseMessage, CaseSummary } from '../../../../contract/cases.ts'
import {
  Again,
  hannah,
  json,
  keeping,
  makePrayer,
  makeToken,
  mockServer,
  problem,
  renderPage,
  signedInAs,
} from '../../../test.tsx'
import { isoDay } from '../../../time.tsx'
import { TOKEN_KEY } from '../../../token.ts'
import Care from '../../../pages/desk/CarePage.tsx'
import Lines from '../../community/prayers/lines/Lines.tsx'
import Case from './Case.tsx'
import OwnTalk from './OwnTalk.tsx'

const ID = '0198c0de-0000-4000-8000-0000000000c1'
const ruth = { id: hannah.id, display_name: 'Ruth K.' }
const anna = { id: '0198c0de-0000-7000-8000-0000000000a1', display_name: 'Anna B.' }

/** Three days from now, as the page presets it. */
const inThreeDays = () => isoDay(new Date(Date.now() + 3 * 86_400_000))

const summary: CaseSummary = {
  id: ID,
  origins: ['words'],
  alert: 'self_harm',
  excerpt: 'Nothing has felt worth doing.',
  language: 'en',
  author: null,
  pseudonym: 'quiet-dove',
  is_held: true,
  opened_at: '2026-05-20T11:23:00.000Z',
  told_at: null,
  taken_by: null,
  taken_at: null,
  offered_to: null,
  waits_for_answer: false,
  last_word: null,
  is_overdue: false,
  is_cleared: false,
  version: 'as-it-was-read',
  closed_at: null,
  outcome: null,
  look_again_on: null,
  is_due: false,
}
const makeCase = (part: Partial<CareCase> = {}): CareCase => ({
  ...summary,
  title: null,
  content: 'I am tired. Nothing has felt worth doing. Please pray.',
  is_author_suspended: false,
  is_author_leaving: false,
  visibility: 'public',
  is_shared: false,
  created_at: '2026-05-20T11:23:00.000Z',
  because: ['Nothing has felt worth doing.'],
  waiting_updates: [],
  entries: [],
  team: [anna, ruth],
  words_until: null,
  write_by: null,
  ...part,
})
const mine = { taken_by: ruth, taken_at: '2026-05-20T11:42:00.000Z' }
/** As it was closed meanwhile. */
const makeClosed = (outcome: CareCase['outcome'], part: Partial<CareCase> = {}): CareCase =>
  makeCase({ ...mine, closed_at: '2026-05-20T12:00:00.000Z', outcome, ...part })
const entry = (act: CaseEntry['act'], content: string | null = null, by: CaseEntry['by'] = ruth): CaseEntry => ({
  id: act,
  act,
  by,
  to: null,
  content,
  created_at: '2026-05-20T11:44:00.000Z',
  read_at: null,
})

beforeEach(() => localStorage.setItem(TOKEN_KEY, makeToken(600, hannah.id)))

const PATH = `/api/care/cases/${ID}`
const lines = ['US', 'IE'].map((country) => ({
  country,
  kind: 'crisis',
  name: `Samaritans ${country}`,
  number: '116 123',
  url: null,
  keyword: null,
  hours: '24/7',
  languages: ['en'],
}))

async function openCase(first: CareCase, answers: Parameters<typeof mockServer>[0] = {}) {
  const state = { now: first }
  mockServer({
    ...signedInAs({ ...hannah, ...ruth, role: 'care' }),
    'GET /api/helplines': () => json({ international: 'https://findahelpline.com', items: lines }),
    [`GET ${PATH}`]: () => json(state.now),
    ...answers,
  })
  const { screen } = await renderPage(<Case id={ID} />, `/admin/care/${ID}`)
  await expect.element(screen.getByRole('heading', { name: 'Someone may be in danger' })).toBeVisible()
  return { screen, state }
}

/** Asks how it ended, and chooses an end, which `end` sends. */
async function chooseEnd(screen: Awaited<ReturnType<typeof openCase>>['screen']) {
  await screen.getByRole('button', { name: 'Close', exact: true }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Something else' }).click()
  return { dialog, end: dialog.getByRole('button', { name: 'Close it' }) }
}

describe('a case', () => {
  it('marks what was found, and is taken on by its one main button; then there is a field to write', async () => {
    const { screen, state } = await openCase(makeCase(), {
      [`POST ${PATH}/take`]: () => json((state.now = makeCase(mine))),
    })
    await expect.element(screen.getByRole('mark')).toHaveTextContent('Nothing has felt worth doing.')
    expect(screen.getByRole('textbox', { name: 'Write to them' }).query()).toBeNull()
    await screen.getByRole('button', { name: 'Take it on' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'Write to them' })).toHaveFocus()
    await expect.element(screen.getByText(/^Yours since .*11:42/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Take it on' }).query()).toBeNull()
  })

  it.each<[string, Partial<CareCase>, string | RegExp]>([
    ['suspended', { is_author_suspended: true }, 'Account suspended'],
    ['about to be deleted', { is_author_leaving: true }, /^Their account is about to be deleted\./],
  ])('says that the author reads nothing while their account is %s', async (_, part, words) => {
    const { screen } = await openCase(makeCase({ ...mine, ...part, is_held: false, is_shared: true }))
    await expect.element(screen.getByText('Others can still read it')).toBeVisible()
    await expect.element(screen.getByText(words)).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Write to them' })).toBeVisible()
  })

  it('says that nobody has it once its holder has left the team', async () => {
    const { screen } = await openCase(makeCase({ entries: [entry('taken'), entry('handed_over')] }))
    await expect.element(screen.getByText('You took it on')).toBeVisible()
    const acts = screen.getByRole('listitem').elements()
    expect(acts.at(-1)?.textContent).toContain('Nobody has it yet')
  })

  it('names as gone whoever was asked, and took it over, once their account is', async () => {
    const entries = [entry('taken'), entry('offered'), entry('handed_over'), entry('closed', null, null)]
    const { screen } = await openCase(makeClosed('other', { taken_by: null, entries }))
    await expect.element(screen.getByText('You asked Someone who has left to take over')).toBeVisible()
    await expect.element(screen.getByText('Someone who has left took it over')).toBeVisible()
    expect(screen.getByText('Nobody has it yet').query()).toBeNull()
  })

  it('that was closed says who had it and wrote, also once their account is gone', async () => {
    const entries = [entry('taken', null, null), entry('message', 'We are here.', null)]
    const { screen } = await openCase(makeClosed('other', { taken_by: null, entries }))
    await expect.element(screen.getByText('Someone who has left', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('Someone who has left took it on')).toBeVisible()
    await expect.element(screen.getByText(/^Someone who has left · .*11:44/)).toBeVisible()
    expect(screen.getByText('Nobody has it yet').query()).toBeNull()
  })

  it.each<[string, Partial<CareCase>, boolean]>([
    ['whose request the reader may not read', { content: null, excerpt: null }, true],
    ['whose author is gone', {}, false],
  ])('%s has a field to write where somebody would read it', async (_, part, canWrite) => {
    const { screen } = await openCase(makeCase({ ...mine, author: null, pseudonym: null, ...part }))
    await expect.element(screen.getByRole('heading', { name: 'Who has it' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Write to them' }).query() !== null).toBe(canWrite)
    expect(screen.getByText(/^Their account is gone/).query() === null).toBe(canWrite)
  })

  it('shows the age that moderators see, which has no minutes', async () => {
    const opened_at = new Date(Date.now() - 150 * 60_000).toISOString()
    const { screen } = await openCase(makeCase({ opened_at }))
    const seen = screen.getByRole('region', { name: 'All that moderators see' })
    await expect.element(seen.getByText(/^First noticed about [23] hours ago\.$/)).toBeVisible()
  })

  it('says of a request without a name about when it was written, which is known to the hour alone', async () => {
    const created_at = new Date((Math.floor(Date.now() / 3_600_000) - 2) * 3_600_000).toISOString()
    const update = { id: 'u1', content: 'Still awake.', created_at }
    const { screen } = await openCase(makeCase({ created_at, waiting_updates: [update] }))
    const request = screen.getByRole('article', { name: 'The request' })
    await expect.element(request.getByText(/^about [23] hours ago · in English$/)).toBeVisible()
    await expect.element(request.getByText(/· about [23] hours ago$/)).toBeVisible()
  })

  it('puts a question or a number into the message, sends it by its button alone, and keeps it when that fails', async () => {
    const sent: unknown[] = []
    const { screen, state } = await openCase(makeCase(mine), {
      [`POST ${PATH}/messages`]: keeping(sent, () => {
        if (sent.length === 1) return problem(503, 'server.unavailable')
        return json((state.now = makeCase({ ...mine, entries: [entry('message', 'Is somebody with you?')] })))
      }),
    })
    const field = screen.getByRole('textbox', { name: 'Write to them' })
    await screen.getByRole('button', { name: 'Is somebody with you?' }).click()
    await screen
      .getByText(/^Help at hand/)
      .first()
      .click()
    await screen.getByRole('button', { name: /^Add Samaritans/ }).click()
    await expect.element(field).toHaveValue(expect.stringMatching(/^Is somebody with you\? Samaritans \w\w: 116 123$/))
    expect(sent).toEqual([])
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByText('That wasn’t sent. Your words are still here.')).toBeVisible()
    await expect.element(field).toHaveValue(expect.stringMatching(/^Is somebody/))
    expect(localStorage.getItem(`draft:${hannah.id}:case:${ID}`)).toContain('Is somebody with you?')
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(field).toHaveValue('')
    expect(sent).toHaveLength(2)
    expect(localStorage.getItem(`draft:${hannah.id}:case:${ID}`)).toBeNull()
    await expect.element(screen.getByText(/^You · .*11:44/)).toBeVisible()
  })

  it('shows what was sent at once on a slow line, and leaves the words that follow alone', async () => {
    const late = Promise.withResolvers<void>()
    let isSlow = false
    const { screen, state } = await openCase(makeCase(mine), {
      [`GET ${PATH}`]: async () => {
        if (isSlow) await late.promise
        return json(state.now)
      },
      [`POST ${PATH}/messages`]: () => {
        isSlow = true
        return json((state.now = makeCase({ ...mine, entries: [entry('message', 'Are you safe?')] })))
      },
    })
    const field = screen.getByRole('textbox', { name: 'Write to them' })
    await field.fill('Are you safe?')
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(field).toHaveValue('')
    await expect.element(screen.getByText(/^You · .*11:44/)).toBeVisible()
    await field.fill('I am here.')
    late.resolve()
    await expect.element(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-busy')
    await expect.element(field).toHaveValue('I am here.')
  })

  it('takes nothing more into a message that is on its way: it would look as if it had been sent', async () => {
    const late = Promise.withResolvers<void>()
    const sent: unknown[] = []
    const { screen, state } = await openCase(makeCase(mine), {
      [`POST ${PATH}/messages`]: async ({ body }) => {
        sent.push(body)
        await late.promise
        return json((state.now = makeCase({ ...mine, entries: [entry('message', 'I am here.')] })))
      },
    })
    const field = screen.getByRole('textbox', { name: 'Write to them' })
    await field.fill('I am here.')
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => sent).toEqual([{ content: 'I am here.' }])
    await screen.getByRole('button', { name: 'Are you safe right now?' }).click()
    await expect.element(field).toHaveValue('I am here.')
    late.resolve()
    await expect.element(field).toHaveValue('')
  })

  it('is closed once, however late the page hears of it', async () => {
    const late = Promise.withResolvers<void>()
    const keys: (string | null)[] = []
    const { screen, state } = await openCase(makeCase(mine), {
      [`GET ${PATH}`]: async () => {
        if (keys.length > 1) await late.promise
        return json(state.now)
      },
      [`POST ${PATH}/close`]: ({ headers }) => {
        keys.push(headers.get('idempotency-key'))
        if (keys.length === 1) throw new TypeError('Failed to fetch')
        return json((state.now = makeClosed('other')))
      },
    })
    const { dialog, end } = await chooseEnd(screen)
    await end.click()
    await expect.element(dialog.getByText(/^That didn’t work/)).toBeVisible()
    await end.click()
    await expect.poll(() => keys).toHaveLength(2)
    await expect.element(screen.getByText('Closed', { exact: true })).toBeVisible()
    await expect.element(end).toHaveAttribute('aria-disabled', 'true')
    late.resolve()
    await expect.element(screen.getByRole('button', { name: 'Open again' })).toBeVisible()
    expect(keys).toEqual([keys[0], keys[0]])
    expect(keys[0]).not.toBeNull()
  })

  it('is closed by who has read the last answer, not by one that came behind the question', async () => {
    const sent: unknown[] = []
    const read = { ...entry('reply', 'I am safe.', null), id: '0198c0de-0000-7000-8000-0000000000e1' }
    const later = { ...entry('reply', 'I am not.', null), id: '0198c0de-0000-7000-8000-0000000000e2' }
    const { screen, state } = await openCase(makeCase({ ...mine, entries: [read] }), {
      [`POST ${PATH}/close`]: keeping(sent, () => {
        state.now = makeCase({ ...mine, entries: [read, later] })
        return problem(409, 'cases.something_new')
      }),
    })
    const { dialog, end } = await chooseEnd(screen)
    await end.click()
    await expect.element(screen.getByText('I am not.')).toBeInTheDocument()
    await end.click()
    await dialog.getByRole('button', { name: 'Keep it open' }).click()
    await chooseEnd(screen)
    await end.click()
    await expect.poll(() => sent).toMatchObject([read, read, later].map(({ id }) => ({ last_word: id })))
  })

  it('keeps in sight what one is writing when nobody has it any more; whoever sends it takes it on', async () => {
    const sent: unknown[] = []
    const { screen, state } = await openCase(makeCase(mine), {
      [`POST ${PATH}/notes`]: () => json((state.now = makeCase())),
      [`POST ${PATH}/messages`]: keeping(sent, () =>
        json((state.now = makeCase({ ...mine, entries: [entry('message', 'I am here.')] }))),
      ),
    })
    const field = screen.getByRole('textbox', { name: 'Write to them' })
    await field.fill('I am here.')
    await screen.getByRole('textbox', { name: 'Add a note' }).fill('She does not answer.')
    await screen.getByRole('button', { name: 'Add note' }).click()
    await expect.element(screen.getByRole('button', { name: 'Take it on' })).toBeVisible()
    await expect.element(field).toHaveValue('I am here.')
    await field.fill('')
    await field.fill('I am here.')
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByText(/^You · .*11:44/)).toBeVisible()
    expect(sent).toEqual([{ content: 'I am here.' }])
  })

  it('shows what one has written and not sent when a colleague closes it meanwhile', async () => {
    const { screen, state } = await openCase(makeCase(mine), {
      [`POST ${PATH}/messages`]: () => {
        state.now = makeClosed('with_them')
        return problem(409, 'cases.closed')
      },
    })
    await screen.getByRole('textbox', { name: 'Write to them' }).fill('I am here all evening.')
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByRole('button', { name: 'Open again' })).toBeVisible()
    const left = screen.getByRole('region', {
      name: 'This isn’t waiting any more: it was decided, or it’s gone. Here’s what you wrote.',
    })
    await expect.element(left.getByText('I am here all evening.')).toBeVisible()
    await left.getByRole('button', { name: 'Close' }).click()
    await expect.element(left).not.toBeInTheDocument()
    expect(localStorage.getItem(`draft:${hannah.id}:case:${ID}`)).toBeNull()
  })

  it('goes once it is gone, or no longer its reader’s, when they have put aside what they write there', async () => {
    let isGone = false
    let refused = 0
    const { screen } = await openCase(makeCase(mine), {
      [`GET ${PATH}`]: () => {
        if (!isGone) return json(makeCase(mine))
        refused += 1
        return problem(404, 'prayers.not_found')
      },
    })
    const found = screen.getByRole('mark')
    await expect.element(found).toBeVisible()
    const field = screen.getByRole('textbox', { name: 'Write to them' })
    await field.fill('I am here.')
    isGone = true
    // Its reader comes back to the page.
    dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => refused).toBeGreaterThan(0)
    await expect.element(field).toHaveValue('I am here.')
    await field.fill('')
    await expect.element(screen.getByText(/Sentence of prayers.not_found/)).toBeVisible()
    await expect.element(found).not.toBeInTheDocument()
  })

  it('keeps no last word that was not sent for when it is opened again', async () => {
    const { screen, state } = await openCase(makeCase(mine), {
      [`POST ${PATH}/close`]: () => {
        state.now = makeClosed('with_them')
        return problem(409, 'cases.closed')
      },
      [`POST ${PATH}/reopen`]: () => json((state.now = makeCase({ ...mine, opened_at: '2026-05-21T09:00:00.000Z' }))),
    })
    const words = screen.getByRole('textbox', { name: 'A last word to the author' })
    const { dialog, end } = await chooseEnd(screen)
    await words.fill('All is well now.')
    await end.click()
    await expect.element(screen.getByText('Open again', { exact: true })).toBeInTheDocument()
    await expect.element(words).toHaveValue('All is well now.')
    await dialog.getByRole('button', { name: 'Keep it open' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(Object.keys(localStorage).filter((key) => key.includes('case-end'))).toEqual([])
    await screen.getByRole('button', { name: 'Open again' }).click()
    await screen.getByRole('button', { name: 'Close', exact: true }).click()
    await expect.element(words).toHaveValue('')
  })

  it('says to who closes it themselves that their last words were not sent', async () => {
    const { screen, state } = await openCase(makeCase(mine), {
      [`POST ${PATH}/close`]: () => json((state.now = makeClosed('other', { entries: [entry('closed')] }))),
    })
    await screen.getByRole('textbox', { name: 'Write to them' }).fill('I am here all evening.')
    await (await chooseEnd(screen)).end.click()
    const left = screen.getByRole('region', { name: 'That wasn’t sent. Your words are still here.' })
    await expect.element(left.getByText('I am here all evening.')).toBeVisible()
  })

  it('takes no last words to the author while those before them are sent', async () => {
    const answer = Promise.withResolvers<Response>()
    const { screen } = await openCase(makeCase(mine), { [`POST ${PATH}/close`]: () => answer.promise })
    const { end } = await chooseEnd(screen)
    const words = screen.getByRole('textbox', { name: 'A last word to the author' })
    await words.fill('We are here.')
    await end.click()
    await expect.element(words).toHaveAttribute('readonly')
    // Nor another end, which would look as if it had been recorded.
    await screen.getByRole('radio', { name: 'It wasn’t danger' }).click()
    await expect.element(screen.getByRole('radio', { name: 'Something else' })).toBeChecked()
    answer.resolve(problem(503, 'server.unavailable'))
    await expect.element(words).not.toHaveAttribute('readonly')
  })

  it('is handed over by a question, which can be taken back', async () => {
    const sent: unknown[] = []
    const { screen, state } = await openCase(makeCase(mine), {
      [`PUT ${PATH}/offer`]: ({ body }) => {
        sent.push(body)
        const { to } = body as { to: string | null }
        return json((state.now = makeCase({ ...mine, offered_to: to === null ? null : anna })))
      },
    })
    await screen.getByRole('button', { name: 'Hand over' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByRole('button', { name: 'Choose someone' })).toHaveAttribute('aria-disabled')
    expect(dialog.getByRole('radio').elements()).toHaveLength(1)
    await dialog.getByRole('radio', { name: 'Anna B.' }).click()
    await dialog.getByRole('button', { name: 'Ask Anna B.' }).click()
    await expect.element(screen.getByText('Waiting for Anna B. to say yes. Until then it’s yours.')).toBeVisible()
    await screen.getByRole('button', { name: 'Take back' }).click()
    await expect.element(screen.getByRole('button', { name: 'Hand over' })).toBeVisible()
    expect(sent).toEqual([{ to: anna.id }, { to: null }])
  })

  it('calls those who have given no name so wherever they stand, in the words of its reader', async () => {
    const nameless = { ...anna, display_name: 'Ein Mitglied' }
    const by = { taken_by: nameless, taken_at: mine.taken_at, author: { id: 'x', display_name: 'Miembro' } }
    const entries = [entry('taken', null, nameless), entry('message', 'We are here.', nameless)]
    const notes = [{ ...entry('note', 'Call again at six.', nameless), to: nameless }]
    const told = { ...entry('told', null, null), to: nameless }
    const shown = makeCase({ ...by, offered_to: ruth, team: [nameless, ruth], entries: [told, ...entries, ...notes] })
    const { screen } = await openCase(shown)
    await expect.element(screen.getByText('A member asks if you can take this over.')).toBeVisible()
    await expect.element(screen.getByText('A member took it on')).toBeVisible()
    expect(document.body.textContent).not.toMatch(/Ein Mitglied|Miembro/u)
  })

  it.each([
    ['what a report says', 'report', 'Report'],
    ['what one says that a moderator passed on', 'referred', 'Report'],
    ['what somebody noted whose account is gone', 'words', 'Someone who has left'],
  ] as const)('says what a note is that bears no name: %s', async (_, origin, called) => {
    const entries = [entry('note', 'He has a knife.', null)]
    const { screen } = await openCase(makeCase({ ...mine, origins: [origin], entries }))
    await expect.element(screen.getByText(new RegExp(`^${called} · .*11:44.*He has a knife.$`))).toBeVisible()
  })

  it('promises no publishing of a private request', async () => {
    const { screen } = await openCase(makeCase({ ...mine, visibility: 'private', content: null }))
    await screen.getByRole('button', { name: 'Close', exact: true }).click()
    await expect.element(screen.getByRole('dialog').getByText('Nothing changes for the request.')).toBeVisible()
    for (const words of ['Held back: only the care team can read it', 'Others can still read it'])
      expect(screen.getByText(words).query()).toBeNull()
  })

  it('is closed with an outcome that nobody has preset, and a day to look again when nobody answered', async () => {
    const sent: unknown[] = []
    const { screen, state } = await openCase(makeCase(mine), {
      [`POST ${PATH}/close`]: keeping(sent, () => json((state.now = makeClosed('no_answer')))),
      [`POST ${PATH}/reopen`]: () => json((state.now = makeCase(mine))),
    })
    await screen.getByRole('button', { name: 'Close', exact: true }).click()
    const dialog = screen.getByRole('dialog')
    for (const radio of dialog.getByRole('radio').elements()) expect(radio).not.toBeChecked()
    await expect.element(dialog.getByRole('button', { name: 'Choose how it ended' })).toHaveAttribute('aria-disabled')
    const day = dialog.getByLabelText('Look again on (optional)')
    await dialog.getByRole('radio', { name: 'They didn’t answer' }).click()
    await expect.element(day).toHaveValue(inThreeDays())
    await dialog.getByRole('radio', { name: 'Something else' }).click()
    await expect.element(day).toHaveValue('')
    await dialog.getByRole('radio', { name: 'They didn’t answer' }).click()
    await dialog.getByRole('button', { name: 'Close it' }).click()
    await expect.element(screen.getByRole('button', { name: 'Open again' })).toBeVisible()
    expect(sent).toMatchObject([{ outcome: 'no_answer', look_again_on: inThreeDays(), version: 'as-it-was-read' }])
    const heading = screen.getByRole('heading', { name: 'Someone may be in danger' })
    await expect.element(heading).toHaveFocus()
    await screen.getByRole('button', { name: 'Open again' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'Write to them' })).toBeVisible()
    await expect.element(heading).toHaveFocus()
  })

  it('is looked at again when its day has come on the site, whatever day it is where the reader is', async () => {
    const look_again_on = isoDay(new Date(Date.now() + 86_400_000))
    const { screen, state } = await openCase(makeClosed('no_answer', { look_again_on, is_due: true }), {
      [`POST ${PATH}/looked`]: () => json((state.now = makeClosed('no_answer'))),
    })
    await screen.getByRole('button', { name: 'I’ve looked' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Someone may be in danger' })).toHaveFocus()
    expect(screen.getByRole('button', { name: 'I’ve looked' }).query()).toBeNull()
  })
})

it('stands on Care in one row; what is no longer taken for danger stands apart, is published with one press, and is not counted', async () => {
  const sent: unknown[] = []
  const cleared = { ...summary, is_cleared: true }
  mockServer({
    ...signedInAs({ ...hannah, role: 'care' }),
    'GET /api/care/rota': () => json({ on_call: [], staff: [], sees_alerts: true, may_change: true }),
    'GET /api/appeals': () => json([]),
    'GET /api/care/cases': () =>
      json({
        items: [
          { ...summary, waits_for_answer: true, taken_by: anna, is_overdue: true },
          ...(sent.length === 0 ? [{ ...cleared, id: 'cleared', excerpt: 'For rain.', last_word: 'found' }] : []),
          ...(sent.length === 0 ? [{ ...cleared, id: 'own', excerpt: null }] : []),
          ...(sent.length === 0 ? [{ ...cleared, id: 'answered', excerpt: 'For snow.', waits_for_answer: true }] : []),
        ],
        closed: [],
      }),
    'POST /api/care/cases/cleared/close': keeping(sent, () => json(makeCase())),
  })
  const { screen } = await renderPage(<Care />, '/admin/care')
  await expect.element(screen.getByRole('link', { name: /^Possible danger\s*1$/ })).toBeVisible()
  const row = screen.getByRole('listitem').filter({ hasText: 'Nothing has felt' })
  await expect.element(row.getByText(/Anna B\. has this\./)).toBeVisible()
  await expect.element(row.getByText('They wrote back')).toBeVisible()
  const opened = row.getByRole('link', { name: /^May be in danger .*quiet-dove.* · 20 May$/ })
  await expect.element(opened).toHaveAttribute('href', `/admin/care/${ID}`)
  const apart = screen.getByRole('region', { name: 'Perhaps not danger after all' })
  // What its author wrote back is not in the list.
  const answered = apart.getByRole('listitem').filter({ hasText: 'For snow' })
  await expect.element(answered.getByText('They wrote back')).toBeVisible()
  // Nor what its author has made private since.
  expect(apart.getByRole('button', { name: 'Publish' }).elements()).toHaveLength(1)
  await apart.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(() => apart.query()).toBeNull()
  expect(sent).toEqual([{ outcome: 'no_danger', version: 'as-it-was-read', last_word: 'found' }])
})

describe('the author', () => {
  const OWN = `GET /api/prayers/${ID}/case`
  const message = (id: string, by: CaseMessage['by'], content: string): CaseMessage => ({
    id,
    by,
    content,
    created_at: '2026-05-20T11:44:00.000Z',
    read_at: null,
  })

  it('calls somebody of the care team who has given no name so, in the words of its reader', async () => {
    const messages = [message('1', { id: 'x', display_name: 'Ein Mitglied' }, 'Are you safe right now?')]
    mockServer({ ...signedInAs(hannah), [OWN]: () => json({ is_open: true, messages }) })
    const { screen } = await renderPage(<OwnTalk id={ID} />, `/prayers/${ID}`)
    await expect.element(screen.getByText(/^A member, care team · /)).toBeVisible()
  })

  it('reads what the care team wrote and answers it; what was typed stays when that fails', async () => {
    const sent: unknown[] = []
    const messages = [message('1', { id: 'x', display_name: 'Ruth' }, 'Are you safe right now?')]
    mockServer({
      ...signedInAs(hannah),
      [OWN]: () => json({ is_open: true, messages }),
      [`POST /api/prayers/${ID}/case`]: keeping(sent, () =>
        sent.length === 1
          ? problem(503, 'server.unavailable')
          : json({ is_open: true, messages: [...messages, message('2', null, 'I think so.')] }),
      ),
    })
    const { screen } = await renderPage(<OwnTalk id={ID} />, `/prayers/${ID}`)
    await expect.element(screen.getByText(/^Ruth, care team · .*11:44/)).toBeVisible()
    const field = screen.getByRole('textbox', { name: 'Write back' })
    await field.fill('I think so.')
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByText('That wasn’t sent. Your words are still here.')).toBeVisible()
    await expect.element(field).toHaveValue('I think so.')
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByText(/^You · .*11:44/)).toBeVisible()
    await expect.element(field).toHaveValue('')
  })

  it('keeps on the page what was sent when an answer from before comes after it', async () => {
    const before = { is_open: true, messages: [message('1', ruth, 'Are you safe right now?')] }
    const late = Promise.withResolvers<void>()
    let asked = 0
    const fetched = mockServer({
      ...signedInAs(hannah),
      [OWN]: async () => {
        asked += 1
        if (asked > 1) await late.promise
        return json(before)
      },
      [`POST /api/prayers/${ID}/case`]: () =>
        json({ ...before, messages: [...before.messages, message('2', null, 'I think so.')] }),
    })
    const talk = (
      <>
        <Again />
        <OwnTalk id={ID} />
      </>
    )
    const { screen } = await renderPage(talk, `/prayers/${ID}`)
    await screen.getByRole('textbox', { name: 'Write back' }).fill('I think so.')
    await screen.getByRole('button', { name: 'Again' }).click()
    await expect.poll(() => asked).toBe(2)
    const [, init] = fetched.mock.calls.findLast(([path]) => path === `/api/prayers/${ID}/case`) ?? []
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByText(/^You · .*11:44/)).toBeVisible()
    // Nobody waits for that answer any more.
    expect(init?.signal?.aborted).toBe(true)
    late.resolve()
    await expect.element(screen.getByText(/^You · .*11:44/)).toBeVisible()
  })

  it('reads it under the request where they left a line, also while others read that', async () => {
    const prayer = makePrayer({ has_prayed: true })
    const line = { id: ID, content: 'I am tired too.', phrase: null, author: null, is_mine: true, is_held: false }
    mockServer({
      ...signedInAs(hannah),
      [`GET /api/prayers/${prayer.id}/lines`]: () =>
        json({ items: [{ ...line, created_at: '2026-05-20T11:40:00.000Z' }], next_cursor: null }),
      [OWN]: () => json({ is_open: true, messages: [message('1', ruth, 'Are you safe?')] }),
    })
    const { screen } = await renderPage(<Lines prayer={prayer} Talk={OwnTalk} />, `/prayers/${prayer.id}`)
    await expect.element(screen.getByText('Are you safe?')).toBeVisible()
  })

  it('can still write when the words of an ended talk are gone', async () => {
    const sent: unknown[] = []
    const state: { now: object } = { now: { is_open: false, may_write: true, messages: [] } }
    mockServer({
      ...signedInAs(hannah),
      [OWN]: () => json(state.now),
      [`POST /api/prayers/${ID}/case`]: ({ body }) => {
        sent.push(body)
        return json((state.now = { is_open: true, may_write: true, messages: [message('1', null, 'It is back.')] }))
      },
    })
    const { screen } = await renderPage(<OwnTalk id={ID} />, `/prayers/${ID}`)
    await expect.element(screen.getByText(/You can still write to them\.$/)).toBeVisible()
    expect(screen.getByRole('list', { name: 'The care team wrote to you' }).query()).toBeNull()
    await screen.getByRole('textbox', { name: 'Write back' }).fill('It is back.')
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByText(/^You · .*11:44/)).toBeVisible()
    expect(sent).toEqual([{ content: 'It is back.' }])
  })

  it('sees nothing before somebody has written', async () => {
    let asked = 0
    mockServer({
      ...signedInAs(hannah),
      [OWN]: () => {
        asked += 1
        return json({ is_open: true, messages: [] })
      },
    })
    const { screen } = await renderPage(<OwnTalk id={ID} />, `/prayers/${ID}`)
    await expect.poll(() => asked).toBe(1)
    expect(screen.getByRole('region').query()).toBeNull()
    expect(screen.getByRole('textbox').query()).toBeNull()
  })
})
