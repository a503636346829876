import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listLowContrasts } from '../../../../contract/contrasts.ts'
import type { Theme } from '../../../../contract/themes.ts'
import { json, makeToken, peter, problem, renderPage, mockServer, signedInAs } from '../../../test.tsx'
import { TOKEN_KEY } from '../../../token.ts'
import Ours from './Ours.tsx'
import { deriveFromThree } from './threeColors.ts'

const ours = deriveFromThree({ main: '#1B5A45', touch: '#8A5A05', paper: '#F7F7F2' }).colors
const vigil: Theme = {
  id: '0198c0de-0000-7000-8000-0000000000a0',
  name: 'Vigil',
  description: 'Evergreen and candlelight',
  order: 0,
  is_default: true,
  colors: { ...ours, border: '#DDDCD3' },
  font: {},
  typography: { fontSize: { base: '1rem' } },
  ui: { padding: { card: '1.5rem' } },
  updated_at: '2026-05-20T10:00:00.000Z',
}

beforeEach(() => localStorage.setItem(TOKEN_KEY, makeToken(600)))
afterEach(() => localStorage.clear())

async function open(theme: Theme, answers: Parameters<typeof mockServer>[0] = {}) {
  mockServer({ ...signedInAs(peter), 'GET /api/themes/default': () => json(theme), ...answers })
  return await renderPage(<Ours />, '/admin/look', { site_name: 'St Joseph’s' })
}

describe('making a site ours', () => {
  it('makes a whole theme of three colours, says which it darkened, and makes it the default', async () => {
    const sent: Theme[] = []
    const { screen } = await open(vigil, {
      'POST /api/themes': ({ body }) => {
        sent.push(body as Theme)
        return sent.length === 1 ? problem(409, 'themes.name_taken') : json({ ...vigil, ...(body as Theme) })
      },
    })
    await expect.element(screen.getByText('This is what everyone sees.')).toBeVisible()
    await screen.getByLabelText('Choose a colour: Main').fill('#6b2a46')
    await screen.getByLabelText('Choose a colour: Touch').fill('#ffff00')
    await expect.element(screen.getByText(/^Everything’s easy to read. We made Touch darker/)).toBeVisible()
    await expect.element(screen.getByText('Draft. Only you see it.')).toBeVisible()
    const preview = () => document.querySelector<HTMLElement>('[data-theme=preview]')?.style
    await expect.poll(() => preview()?.getPropertyValue('--color-button-background')).toBe('#6B2A46')
    await screen.getByRole('button', { name: 'Publish now' }).click()
    await expect.element(screen.getByText('Published. Everyone sees it on their next page.')).toBeVisible()
    expect(sent.map(({ name }) => name)).toEqual(['St Joseph’s', 'St Joseph’s 2'])
    expect(sent[1]).toMatchObject({
      is_default: true,
      colors: { primary: '#6B2A46', buttonBackground: '#6B2A46' },
      typography: vigil.typography,
      ui: vigil.ui,
    })
    expect(listLowContrasts(sent[1]?.colors ?? {})).toEqual([])
    await expect.element(screen.getByText('This is what everyone sees.')).toBeVisible()
  })

  it('changes the theme in use when that is one of three colours', async () => {
    const sent: object[] = []
    const { screen } = await open(
      { ...vigil, colors: ours },
      {
        [`PUT /api/themes/${vigil.id}`]: ({ body }) => {
          sent.push(body as object)
          return json({ ...vigil, ...(body as object) })
        },
      },
    )
    await screen.getByLabelText('Choose a colour: Main').fill('#6b2a46')
    await screen.getByRole('button', { name: 'Publish now' }).click()
    await expect.element(screen.getByText('Published. Everyone sees it on their next page.')).toBeVisible()
    expect(sent).toMatchObject([{ updated_at: vigil.updated_at, colors: { primary: '#6B2A46' } }])
  })

  it('keeps the draft when it is refused and when the page is left, and forgets it when that is wanted', async () => {
    const written: unknown[] = []
    const { screen } = await open(vigil, {
      'PUT /api/admin/settings/site_name': ({ body }) => {
        written.push(body)
        return problem(503, 'server.unavailable')
      },
    })
    await screen.getByRole('radio', { name: 'Words' }).click()
    await screen.getByLabelText('Name', { exact: true }).fill('St Anne’s')
    await screen.getByRole('button', { name: 'Publish now' }).click()
    await expect.element(screen.getByText('Your draft is still here.')).toBeVisible()
    expect(written).toEqual([{ value: 'St Anne’s' }])
    await screen.unmount()
    const again = await open(vigil)
    await again.screen.getByRole('radio', { name: 'Words' }).click()
    await expect.element(again.screen.getByLabelText('Name', { exact: true })).toHaveValue('St Anne’s')
    await again.screen.getByRole('button', { name: 'Discard draft' }).click()
    await expect.element(again.screen.getByLabelText('Name', { exact: true })).toHaveValue('St Joseph’s')
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  })

  it('leads to all colours, which begin with those of the draft', async () => {
    const { screen, router } = await open(vigil)
    await screen.getByLabelText('Choose a colour: Main').fill('#6b2a46')
    await screen.getByRole('link', { name: 'Choose all 44 colours by hand' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/admin/themes/new')
    expect(router.state.location.state).toMatchObject({
      draft: { name: 'St Joseph’s', colors: { primary: '#6B2A46' } },
    })
  })
})
