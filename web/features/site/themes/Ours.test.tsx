import { beforeEach, describe, expect, it } from 'vitest'
import { listLowContrasts } from '../../../../contract/contrasts.ts'
import type { Theme } from '../../../../contract/themes.ts'
import {
  json,
  keeping,
  losesAnswer,
  storeToken,
  peter,
  problem,
  renderPage,
  mockServer,
  signedInAs,
} from '../../../test.tsx'
import { proposeColors, readPixels, toLogo } from './logoPicture.ts'
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

beforeEach(storeToken)

async function open(theme: Theme, answers: Parameters<typeof mockServer>[0] = {}) {
  mockServer({ ...signedInAs(peter), 'GET /api/themes/default': () => json(theme), ...answers })
  return await renderPage(
    <main id="main" tabIndex={-1}>
      <Ours />
    </main>,
    '/admin/look',
    { site_name: 'St Joseph’s' },
  )
}

describe('making a site ours', () => {
  it('makes a whole theme of three colours, says which it darkened, and makes it the default', async () => {
    const sent: Theme[] = []
    const { screen } = await open(vigil, {
      'POST /api/themes': keeping(sent, (body) =>
        sent.length === 1 ? problem(409, 'themes.name_taken') : json({ ...vigil, ...(body as Theme) }),
      ),
    })
    await expect.element(screen.getByText('This is what everyone sees.')).toBeVisible()
    await screen.getByLabelText(/Choose: Main/).fill('#6b2a46')
    await screen.getByLabelText(/Choose: Touch/).fill('#ffff00')
    await expect.element(screen.getByText(/^Everything’s easy to read. We made Touch darker/)).toBeVisible()
    await expect.element(screen.getByText('Draft. Only you see it.')).toBeVisible()
    const preview = () => document.querySelector<HTMLElement>('[data-theme=preview]')?.style
    await expect.poll(() => preview()?.getPropertyValue('--color-button-background')).toBe('#6B2A46')
    await screen.getByRole('button', { name: 'Publish now' }).click()
    await expect.element(screen.getByText('Published. Everyone sees it on their next page.')).toBeVisible()
    await expect.element(screen.getByRole('main')).toHaveFocus()
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

  it('makes one theme when the answer was lost and it is published again', async () => {
    const { handler, expectOneKey } = losesAnswer(({ body }) => json({ ...vigil, ...(body as Theme) }))
    const { screen } = await open(vigil, {
      'POST /api/themes': handler,
    })
    await screen.getByLabelText(/Choose: Main/).fill('#6b2a46')
    await screen.getByRole('button', { name: 'Publish now' }).click()
    await expect.element(screen.getByText('Your draft is still here.')).toBeVisible()
    await screen.getByRole('button', { name: 'Publish now' }).click()
    await expect.element(screen.getByText('Published. Everyone sees it on their next page.')).toBeVisible()
    expectOneKey()
  })

  it('changes the theme in use when that is one of three colours', async () => {
    const sent: object[] = []
    const { screen } = await open(
      { ...vigil, colors: ours },
      { [`PUT /api/themes/${vigil.id}`]: keeping(sent, (body) => json({ ...vigil, ...(body as object) })) },
    )
    await screen.getByLabelText(/Choose: Main/).fill('#6b2a46')
    await screen.getByRole('button', { name: 'Publish now' }).click()
    await expect.element(screen.getByText('Published. Everyone sees it on their next page.')).toBeVisible()
    expect(sent).toMatchObject([{ updated_at: vigil.updated_at, colors: { primary: '#6B2A46' } }])
  })

  it('keeps the draft when it is refused and when the page is left, and forgets it when that is wanted', async () => {
    const written: unknown[] = []
    const { screen } = await open(vigil, {
      'PUT /api/admin/settings/site_name': keeping(written, () => problem(503, 'server.unavailable')),
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

  it('takes nothing while it is published, which would go with the draft', async () => {
    const { promise: saved, resolve } = Promise.withResolvers<Response>()
    const { screen } = await open(vigil, {
      'PUT /api/admin/settings/site_sentence': () => saved,
    })
    await screen.getByRole('radio', { name: 'Words' }).click()
    const field = screen.getByLabelText('Sentence')
    await field.fill('We pray here.')
    const publish = screen.getByRole('button', { name: 'Publish now' })
    await publish.click()
    await expect.element(publish).toHaveAttribute('aria-disabled', 'true')
    await field.fill('We pray here. Come in.')
    await expect.element(field).toHaveValue('We pray here.')
    resolve(json({ value: 'We pray here.' }))
    await expect.element(screen.getByText('Published. Everyone sees it on their next page.')).toBeVisible()
  })

  /** A picture of so many pixels: a plum cross on white, or without anything behind it. */
  async function drawFile(width: number, height: number, ground = '#FFFFFF'): Promise<File> {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser cannot draw.')
    context.fillStyle = ground
    context.fillRect(0, 0, width, height)
    context.fillStyle = '#6B2A46'
    context.fillRect(width * 0.4, 0, width * 0.2, height)
    return new File([await canvas.convertToBlob()], 'logo.png')
  }
  /** Gives a file to the hidden field. */
  function choose(file: File): void {
    const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]')
    const files = new DataTransfer()
    files.items.add(file)
    Object.assign(input ?? {}, { files: files.files })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const script = '<script>parent.hasRun = true</script>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30">${script}<rect width="90" height="30" fill="#6B2A46"/></svg>`

  it.each([
    ['a photograph of 4,000 pixels', () => drawFile(4000, 1000)],
    ['a small drawing', () => drawFile(20, 20)],
    ['an SVG with a script, which does not run', () => new File([svg], 'logo.svg', { type: 'image/svg+xml' })],
  ])('makes a small square PNG of %s, and three colours from it', async (_, draw) => {
    const sent: { png: string }[] = []
    const { screen } = await open(vigil, {
      'PUT /api/admin/logo': keeping(sent, () => json({ logo: '/logo/1.png' })),
      'POST /api/themes': ({ body }) => json({ ...vigil, ...(body as Theme) }),
    })
    await screen.getByRole('radio', { name: 'Logo' }).click()
    choose(await draw())
    await expect.element(screen.getByRole('button', { name: 'Choose another picture' })).toBeVisible()
    await screen.getByRole('radio', { name: 'Colours' }).click()
    await expect.element(screen.getByLabelText(/Choose: Main/)).toHaveValue('#6b2a46')
    await expect
      .element(screen.getByRole('button', { name: '#6B2A46 for Main' }))
      .toHaveAttribute('aria-pressed', 'true')
    await screen.getByRole('button', { name: 'Publish now' }).click()
    await expect.element(screen.getByText('Published. Everyone sees it on their next page.')).toBeVisible()
    const bytes = Uint8Array.from(atob(sent[0]?.png ?? ''), (letter) => letter.codePointAt(0) ?? 0)
    const header = new DataView(bytes.buffer)
    expect([header.getUint32(0), header.getUint32(16), header.getUint32(20)]).toEqual([0x89504e47, 512, 512])
    expect(bytes.length).toBeLessThanOrEqual(64 * 1024)
    expect('hasRun' in globalThis).toBe(false)
  })

  it.each([
    ['white lines on nothing', 'none', 'stroke="#fff"', ['#1F2A2E', '#FFFFFF']],
    ['dark lines on nothing', 'none', 'stroke="#123456"', ['#123456']],
    ['dark lines on white', '#fff', 'stroke="#123456"', ['#FFFFFF', '#123456']],
  ])('lays dark paper only behind what is too pale to be seen: %s', async (_, ground, stroke, colors) => {
    const drawing = `<rect width="90" height="90" fill="${ground}"/><rect x="20" y="20" width="50" height="50" fill="none" stroke-width="10" ${stroke}/>`
    const file = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90">${drawing}</svg>`
    const logo = await toLogo(new File([file], 'logo.svg', { type: 'image/svg+xml' }))
    expect(proposeColors(await readPixels(logo)).slice(0, colors.length)).toEqual(colors)
  })

  it.each([
    ['that is no picture', '%PDF-1.7', 'application/pdf'],
    ['with nothing on it', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>', 'image/svg+xml'],
  ])('says what to do with a file %s, and keeps what was there', async (_, content, type) => {
    const { screen } = await open(vigil)
    await screen.getByRole('radio', { name: 'Logo' }).click()
    choose(new File([content], 'logo', { type }))
    await expect
      .element(screen.getByText('We can’t open this picture. Save it as PNG or JPG and try again.'))
      .toBeVisible()
    await expect.element(screen.getByText('This is what everyone sees.')).toBeVisible()
  })

  it('leads to all colours, which begin with those of the draft', async () => {
    const { screen, router } = await open(vigil)
    await screen.getByLabelText(/Choose: Main/).fill('#6b2a46')
    await screen.getByRole('link', { name: 'Choose all 44 colours by hand' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/admin/themes/new')
    expect(router.state.location.state).toMatchObject({
      draft: { name: 'St Joseph’s', colors: { primary: '#6B2A46' } },
    })
  })
})
