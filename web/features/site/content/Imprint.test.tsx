import { beforeEach, expect, it } from 'vitest'
import type { ImprintPages } from '../../../../contract/imprint.ts'
import { json, storeToken, mockServer, peter, problem, renderPage, signedInAs } from '../../../test.tsx'
import Imprint from './Imprint.tsx'

const fields = { who: 'St Anne', address: 'Church Lane 5', reach: '', answers: '', register: '' }
const standing: ImprintPages = {
  fields,
  pages: [
    { language: 'en', state: 'filled', id: null },
    { language: 'fr', state: 'own', id: null },
  ],
  changed_at: '2026-05-20T10:00:00.000Z',
}

beforeEach(storeToken)

/** Mocks a server on which somebody else has saved `theirs` once the form is sent. */
async function open(theirs?: ImprintPages) {
  const sent: Record<string, unknown>[] = []
  let now = standing
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/imprint': () => json(now),
    'PUT /api/admin/imprint': ({ body }) => {
      const input = body as Record<string, unknown>
      if (theirs) now = theirs
      if (input.changed_at !== now.changed_at) return problem(409, 'content.changed')
      sent.push(input)
      return json(now)
    },
    'GET /api/content/footer': () => json({ guide: [], help: [], legal: [], update: [] }),
  })
  const { screen } = await renderPage(<Imprint />, '/admin/imprint')
  return { screen, sent }
}

it('leaves a page that somebody wrote alone, and replaces it when told to', async () => {
  const { screen, sent } = await open()
  await expect.element(screen.getByText('Left as they are: Français')).toBeVisible()
  await screen.getByLabelText('Email and phone').fill('office@st-anne.example')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent).toMatchObject([{ who: 'St Anne', reach: 'office@st-anne.example', replace: [] }])
  await screen.getByRole('button', { name: 'Replace them too' }).click()
  await expect.poll(() => sent).toMatchObject([{}, { replace: ['fr'] }])
})

it('shows below a field what somebody else saved in it meanwhile, and keeps both', async () => {
  const theirs = {
    ...standing,
    fields: { ...fields, who: 'St Anna', register: 'VR 12' },
    changed_at: '2026-05-20T11:00:00.000Z',
  }
  const { screen, sent } = await open(theirs)
  await screen.getByLabelText('Who runs this site').fill('St Anne’s')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Someone else has saved: St Anna')).toBeVisible()
  await expect.element(screen.getByText(/Sentence of/)).toBeVisible()
  await expect.element(screen.getByLabelText('Who runs this site')).toHaveValue('St Anne’s')
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  // What was refused is settled.
  await expect.element(screen.getByText(/Sentence of/)).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent).toMatchObject([{ who: 'St Anne’s', register: 'VR 12', changed_at: theirs.changed_at }])
})

it('keeps what was typed until it is saved, also when the session ends meanwhile', async () => {
  const first = await open()
  await first.screen.getByLabelText('Email and phone').fill('office@st-anne.example')
  await first.screen.unmount()
  const { screen, sent } = await open()
  await expect.element(screen.getByLabelText('Email and phone')).toHaveValue('office@st-anne.example')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent).toMatchObject([{ reach: 'office@st-anne.example' }])
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})
