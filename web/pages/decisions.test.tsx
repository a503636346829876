import { beforeEach, describe, expect, it } from 'vitest'
import type { OwnDecision } from '../../contract/decisions.ts'
import { HISTORY_PAGE } from '../../contract/history.values.ts'
import { hannah, json, storeToken, problem, renderPage, mockServer, signedInAs } from '../test.tsx'
import { Decisions } from './decisions.tsx'

const make = (part: Partial<OwnDecision> = {}): OwnDecision => ({
  id: 'd1',
  prayer_request_id: '0198c0de-0000-4000-8000-0000000000d1',
  page_id: '0198c0de-0000-4000-8000-0000000000d1',
  is_of_update: false,
  title: null,
  content: 'My neighbour at number 14 drinks again.',
  decision: 'hidden',
  template: 'private_information',
  message: 'Please leave out the house.',
  decided_at: '2026-05-20T10:00:00.000Z',
  may_appeal: true,
  appeal_until: '2026-06-03T10:00:00.000Z',
  appeal: null,
  appeal_outcome: null,
  appeal_answer: null,
  ...part,
})
const OWN = 'GET /api/decisions'

beforeEach(storeToken)

async function open(answers: Parameters<typeof mockServer>[0], path = '/decisions') {
  mockServer({ ...signedInAs(hannah), ...answers })
  return await renderPage(<Decisions />, path)
}

describe('what was decided about one’s requests', () => {
  it('is told with the ready sentence, own words and one’s own request, which it leads to', async () => {
    const { screen } = await open({ [OWN]: () => json([make()]) })
    const decision = screen.getByRole('article', { name: 'Hidden from others' })
    await expect.element(decision.getByText(/^This shares something private/)).toBeVisible()
    await expect.element(decision.getByText('Please leave out the house.')).toBeVisible()
    await expect.element(decision.getByText('My neighbour at number 14 drinks again.')).toBeVisible()
    await expect
      .element(decision.getByRole('link', { name: 'Open request' }))
      .toHaveAttribute('href', `/prayers/${make().prayer_request_id}`)
  })

  it('is answered once: too few words are said, and what was typed stays when it was not sent', async () => {
    const sent: unknown[] = []
    let now = make()
    const { screen } = await open({
      [OWN]: () => json([now]),
      'POST /api/decisions/d1/appeal': ({ body }) => {
        sent.push(body)
        if (sent.length === 1) return problem(503, 'server.unavailable')
        now = make({ may_appeal: false, appeal: 'She asked me to.' })
        return json({ id: 'd1' })
      },
    })
    await screen.getByRole('button', { name: 'Appeal this' }).click()
    const words = screen.getByLabelText('What should they know?')
    await expect.element(words).toHaveAccessibleDescription(/once, until .*\d:\d\d/)
    await words.fill('No')
    await screen.getByRole('button', { name: 'Send appeal' }).click()
    await expect.element(words).toHaveAccessibleDescription(/Write a few words/)
    expect(sent).toEqual([])
    await words.fill('She asked me to.')
    await screen.getByRole('button', { name: 'Send appeal' }).click()
    await expect.element(screen.getByText('Your appeal wasn’t sent. Your text is still here.')).toBeVisible()
    await expect.element(words).toHaveValue('She asked me to.')
    await screen.getByRole('button', { name: 'Send appeal' }).click()
    await expect.element(screen.getByText('No one has answered yet.')).toBeVisible()
    expect(sent.at(-1)).toEqual({ appeal: 'She asked me to.' })
    expect(screen.getByRole('button', { name: 'Appeal this' }).query()).toBeNull()
    await expect.element(screen.getByRole('article')).toHaveFocus()
  })

  it('says what came of an answer, and leads nowhere once a request is removed, or gone', async () => {
    const answered = { may_appeal: false, appeal: 'She asked me to.', appeal_answer: 'We understand.' }
    const removed = make({ ...answered, id: 'd2', decision: 'removed', appeal_outcome: 'upheld' })
    const gone = make({ id: 'd3', page_id: null })
    const { screen } = await open({ [OWN]: () => json([removed, gone]) })
    await expect.element(screen.getByText('We looked again, and the decision stays.')).toBeVisible()
    await expect.element(screen.getByText('We understand.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open request' }).query()).toBeNull()
  })

  it('is found by the notice that leads to one of them', async () => {
    const { screen } = await open(
      { [OWN]: () => json([make(), make({ id: 'd2', decision: 'warned' })]) },
      '/decisions#d2',
    )
    await expect.element(screen.getByRole('article', { name: 'Please change this' })).toHaveFocus()
  })

  it('takes no focus from who writes when the decisions are read anew', async () => {
    const named = make({ id: 'd2', decision: 'warned', may_appeal: false, appeal: 'She asked me to.' })
    let now = [make(), named]
    const { screen } = await open({ [OWN]: () => json(now) }, '/decisions#d2')
    await expect.element(screen.getByRole('article', { name: 'Please change this' })).toHaveFocus()
    await screen.getByRole('button', { name: 'Appeal this' }).click()
    const words = screen.getByLabelText('What should they know?')
    await expect.element(words).toHaveFocus()
    now = [make(), { ...named, appeal_outcome: 'upheld', appeal_answer: 'We understand.' }]
    // As on coming back from another window.
    dispatchEvent(new Event('visibilitychange'))
    await expect.element(screen.getByText('We understand.')).toBeVisible()
    await expect.element(words).toHaveFocus()
  })

  it('goes on after the first hundred', async () => {
    const first = Array.from({ length: HISTORY_PAGE }, (_, index) => make({ id: `a${index}`, may_appeal: false }))
    const older = make({ id: 'd2', decision: 'warned', may_appeal: false })
    const { screen } = await open({ [OWN]: ({ path }) => json(path.includes('page=1') ? [older] : first) })
    const more = screen.getByRole('button', { name: 'Show more' })
    await more.click()
    const last = screen.getByRole('article', { name: 'Please change this' })
    await expect.element(last).toBeVisible()
    await expect.element(more).not.toBeInTheDocument()
    expect(document.activeElement).toBe(last.element().parentElement)
  })

  it('is nothing, or not to be had at present', async () => {
    const { screen } = await open({ [OWN]: () => json([]) })
    await expect.element(screen.getByText('No decisions about your requests.')).toBeVisible()
  })

  it('can be asked for again when it did not come', async () => {
    let fails = true
    const { screen } = await open({ [OWN]: () => (fails ? problem(400, 'request.invalid') : json([make()])) })
    await expect.element(screen.getByText('We couldn’t load the decisions.')).toBeVisible()
    fails = false
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('article')).toBeVisible()
  })
})
