import { beforeEach, describe, expect, it } from 'vitest'
import { contrast, requiredColors } from '../../../../contract/colors.ts'
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
import { toDraft } from './draft.ts'
import { LookQuestion } from '../desk/Questions.tsx'
import ThemeEditor from './ThemeEditor.tsx'
import { parseThemeFile, MAX_FILE_LENGTH, serializeTheme } from './themeFile.ts'
import Themes from './Themes.tsx'

const dark: readonly string[] = ['textPrimary', 'textSecondary', 'textMuted', 'selectionText', 'headerText', 'shadow']
/** Black on white, which has enough contrast. */
const colors = Object.fromEntries(
  requiredColors.map((key) => {
    const isDark =
      dark.includes(key) ||
      /^(primary|secondary|accent|error|success|warning|info)(Dark)?$|^button(Background|Hover)$|Focus$/.test(key)
    return [key, isDark ? '#1B3A2E' : '#FFFFFF']
  }),
)
const make = (part: Partial<Theme> = {}): Theme => ({
  id: '0198c0de-0000-7000-8000-0000000000a1',
  name: 'Advent',
  description: 'Dusk and honey',
  order: 1,
  is_default: false,
  colors,
  font: {},
  typography: { fontSize: { base: '1rem' }, lineHeight: { normal: 1.5 } },
  ui: { padding: { card: '1.5rem' } },
  updated_at: '2026-05-20T10:00:00.000Z',
  ...part,
})
const advent = make()
const vigil = make({ id: '0198c0de-0000-7000-8000-0000000000a0', name: 'Vigil', order: 0, is_default: true })
const at = (id = advent.id) => `/api/themes/${id}`

beforeEach(storeToken)

async function openEditor(theme: Theme, answers: Parameters<typeof mockServer>[0] = {}, id = advent.id) {
  mockServer({ ...signedInAs(peter), [`GET ${at()}`]: () => json(theme), ...answers })
  return await renderPage(<ThemeEditor id={id} />, `/admin/themes/${id}`)
}

describe('the editor of a theme', () => {
  it('names what cannot be read, and mends it with one press', async () => {
    const sent: Theme[] = []
    const { screen } = await openEditor(make({ colors: { ...colors, textMuted: '#B5BDB9' } }), {
      [`PUT ${at()}`]: keeping(sent, (body) => json({ ...advent, ...(body as Theme) })),
    })
    await expect.element(screen.getByText('1 colour pair is hard to read')).toBeVisible()
    await screen.getByRole('button', { name: /^Use #/ }).click()
    await expect.element(screen.getByText(/hard to read/)).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Save theme' }).click()
    await expect.element(screen.getByText('Theme saved')).toBeVisible()
    const [mended] = sent
    expect(contrast(mended?.colors.textMuted ?? '', '#FFFFFF')).toBeGreaterThanOrEqual(4.5)
    expect(mended).toMatchObject({ allow_low_contrast: false, typography: { lineHeight: { normal: 1.5 } } })
    await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible()
  })

  it('gives every button the primary colour, but one that has a colour of its own', async () => {
    const sent: Theme[] = []
    const { screen } = await openEditor(advent, {
      [`PUT ${at()}`]: keeping(sent, (body) => json({ ...advent, ...(body as Theme) })),
    })
    const primary = screen.getByLabelText('Primary', { exact: true })
    await primary.fill('#6B2A')
    await primary.fill('#6B2A46')
    await screen.getByText(/^Header and buttons/).click()
    await expect.element(screen.getByLabelText('Button', { exact: true })).toHaveValue('#6B2A46')
    await screen.getByLabelText('Button', { exact: true }).fill('#102030')
    await primary.fill('#5B1A36')
    await screen.getByRole('button', { name: 'Save theme' }).click()
    await expect.element(screen.getByText('Theme saved')).toBeVisible()
    expect(sent[0]?.colors).toMatchObject({ primary: '#5B1A36', buttonBackground: '#102030', buttonHover: '#562238' })
  })

  it('saves what is hard to read only when it is wanted all the same', async () => {
    const sent: unknown[] = []
    const { screen } = await openEditor(make({ colors: { ...colors, textMuted: '#B5BDB9' } }), {
      [`PUT ${at()}`]: keeping(sent, () => (sent.length === 2 ? json(advent) : problem(400, 'themes.low_contrast'))),
    })
    await screen.getByRole('button', { name: 'Save theme' }).click()
    await expect.element(screen.getByText('Sentence of themes.low_contrast')).toBeVisible()
    await screen.getByRole('checkbox', { name: 'Save despite 1 warning' }).click()
    await screen.getByRole('button', { name: 'Save theme' }).click()
    await expect.element(screen.getByText('Theme saved')).toBeVisible()
    expect(sent).toMatchObject([{ allow_low_contrast: false }, { allow_low_contrast: true }])
  })

  it('keeps everything when the name is taken, and says so beside it', async () => {
    const { screen } = await openEditor(advent, { [`PUT ${at()}`]: () => problem(409, 'themes.name_taken') })
    await screen.getByLabelText('Name', { exact: true }).fill('Vigil')
    await screen.getByLabelText('Primary', { exact: true }).fill('#102030')
    await screen.getByRole('button', { name: 'Save theme' }).click()
    const name = screen.getByLabelText('Name', { exact: true })
    await expect.element(name).toHaveAttribute('aria-invalid', 'true')
    await expect.element(name).toHaveAccessibleDescription('Sentence of themes.name_taken')
    await expect.element(name).toHaveValue('Vigil')
    await expect.element(screen.getByLabelText('Primary', { exact: true })).toHaveValue('#102030')
    await expect.element(screen.getByText('Not saved yet')).toBeVisible()
  })

  it('keeps what is changed while it is sent', async () => {
    const answer = Promise.withResolvers<Response>()
    const { screen } = await openEditor(advent, { [`PUT ${at()}`]: () => answer.promise })
    await screen.getByLabelText('Primary', { exact: true }).fill('#102030')
    await screen.getByRole('button', { name: 'Save theme' }).click()
    const name = screen.getByLabelText('Name', { exact: true })
    await name.fill('Vigil')
    answer.resolve(json({ ...advent, colors: { ...colors, primary: '#102030' } }))
    await expect.element(screen.getByText('Theme saved')).toBeVisible()
    await expect.element(name).toHaveValue('Vigil')
    await expect.element(screen.getByText('Not saved yet')).toBeVisible()
  })

  /** Mocks a server on which somebody else has saved another name since the editor was opened. */
  async function openBeside() {
    let now = { ...advent, name: 'Theirs', updated_at: '2026-05-20T11:00:00.000Z' }
    let isOpened = false
    const opened = await openEditor(advent, {
      [`GET ${at()}`]: () => {
        const first = !isOpened
        isOpened = true
        return json(first ? advent : now)
      },
      [`PUT ${at()}`]: ({ body }) => {
        const { updated_at, ...change } = body as Theme
        if (updated_at !== now.updated_at) return problem(409, 'themes.changed')
        now = { ...now, ...change, updated_at: '2026-05-20T11:30:00.000Z' }
        return json(now)
      },
    })
    const primary = opened.screen.getByLabelText('Primary', { exact: true })
    await primary.fill('#102030')
    await opened.screen.getByRole('button', { name: 'Save theme' }).click()
    await expect.element(opened.screen.getByText(/^Someone else saved this theme/)).toBeVisible()
    await expect.element(primary).toHaveValue('#102030')
    await expect.element(opened.screen.getByText(/theirs Theirs, yours Advent/)).toBeVisible()
    return { ...opened, primary, saved: () => now }
  }

  it('keeps what was chosen when somebody else was faster, and saves it over theirs when that is wanted', async () => {
    const { screen, primary, saved } = await openBeside()
    expect(saved().name).toBe('Theirs')
    await screen.getByRole('button', { name: 'Save my version' }).click()
    await expect.element(screen.getByText('Theme saved')).toBeVisible()
    expect(saved()).toMatchObject({ name: 'Advent', colors: { primary: '#102030' } })
    await expect.element(primary).toHaveValue('#102030')
    await expect.element(screen.getByText(/^Someone else saved this theme/)).not.toBeInTheDocument()
  })

  it('goes on from what somebody else has saved, when that is wanted', async () => {
    const { screen, primary } = await openBeside()
    await screen.getByRole('button', { name: 'Use their version' }).click()
    await expect.element(primary).toHaveValue(advent.colors.primary)
    await expect.element(screen.getByLabelText('Name', { exact: true })).toHaveValue('Theirs')
    await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible()
  })

  it('says beside a colour that it is none, and sends nothing', async () => {
    const sent: unknown[] = []
    const { screen } = await openEditor(advent, { [`PUT ${at()}`]: keeping(sent, () => json(advent)) })
    const primary = screen.getByLabelText('Primary', { exact: true })
    await primary.fill('url(x)')
    await expect.element(primary).toHaveAccessibleDescription(/^Enter # and six digits or letters/)
    await screen.getByRole('button', { name: 'Save theme' }).click()
    await expect.element(screen.getByText('1 field needs fixing.')).toBeVisible()
    await expect.element(primary).toHaveValue('url(x)')
    expect(sent).toEqual([])
    await screen.getByRole('button', { name: 'Discard changes' }).click()
    await expect.element(primary).toHaveValue('#1B3A2E')
  })

  it('offers to keep what was done when somebody has deleted the theme', async () => {
    const { screen, router } = await openEditor(advent, {
      [`PUT ${at()}`]: () => problem(404, 'themes.not_found'),
      'POST /api/themes': ({ body }) => json({ ...advent, ...(body as Theme), id: vigil.id }),
      [`GET ${at(vigil.id)}`]: () => json({ ...advent, id: vigil.id }),
    })
    await screen.getByLabelText('Primary', { exact: true }).fill('#102030')
    await screen.getByRole('button', { name: 'Save theme' }).click()
    await expect.element(screen.getByText('Sentence of themes.not_found')).toBeVisible()
    await screen.getByRole('button', { name: 'Save as new' }).click()
    await expect.poll(() => router.state.location.pathname).toBe(`/admin/themes/${vigil.id}`)
  })

  it('makes a new one once when the answer was lost and it is pressed again', async () => {
    const answer = Promise.withResolvers<Response>()
    const { handler, expectOneKey } = losesAnswer(() => answer.promise)
    const { screen } = await openEditor(
      advent,
      {
        'GET /api/themes/default': () => json(vigil),
        'POST /api/themes': handler,
      },
      'new',
    )
    const name = screen.getByLabelText('Name', { exact: true })
    await name.fill(advent.name)
    const save = screen.getByRole('button', { name: 'Save theme' })
    await save.click()
    await expect.element(screen.getByText('Your changes are still here.')).toBeVisible()
    await save.click()
    await name.fill('Vigil')
    await expect.element(name).toHaveValue(advent.name)
    answer.resolve(json(advent))
    await expect.element(screen.getByText('Theme saved')).toBeVisible()
    // Nor by one more press before its own page is there.
    await save.click()
    await name.fill('Vigil')
    await expect.element(name).toHaveValue(advent.name)
    expectOneKey()
  })

  it('shows the colours in a page that is read from either side, light and dark', async () => {
    const { screen } = await openEditor(advent)
    await screen.getByText(/^Backgrounds, lines, selection/).click()
    await screen.getByLabelText('Page background', { exact: true }).fill('#FFFAF0')
    const preview = () => [...document.querySelectorAll<HTMLElement>('[data-theme=preview]')]
    await expect
      .poll(() => preview().map(({ style }) => style.getPropertyValue('--color-background')))
      .toEqual(['#FFFAF0', '#121212'])
    expect(preview().map(({ dir }) => dir)).toEqual(['ltr', 'ltr'])
    await screen.getByRole('radio', { name: 'Right to left' }).click()
    await expect.poll(() => preview().map(({ dir, lang }) => `${dir} ${lang}`)).toEqual(['rtl ar', 'rtl ar'])
    await expect.element(screen.getByText('أصلّي', { exact: true }).first()).toBeVisible()
  })

  it('holds a link back while something is not saved', async () => {
    const { screen, router } = await openEditor(advent)
    await screen.getByLabelText('Name', { exact: true }).fill('Lent')
    await screen.getByRole('link', { name: 'Themes' }).click()
    await expect.element(screen.getByText('You have unsaved changes.')).toBeVisible()
    expect(router.state.location.pathname).toBe(`/admin/themes/${advent.id}`)
    await expect.element(screen.getByLabelText('Name', { exact: true })).toHaveValue('Lent')
  })
})

describe('the list of themes', () => {
  async function openList(answers: Parameters<typeof mockServer>[0] = {}) {
    mockServer({ ...signedInAs(peter), 'GET /api/themes': () => json([vigil, advent]), ...answers })
    return await renderPage(<Themes />, '/admin/themes')
  }

  it('is put in another order by the keyboard', async () => {
    const sent: unknown[] = []
    const { screen } = await openList({
      'POST /api/themes/update-orders': keeping(sent, () => json([advent, vigil])),
    })
    await screen.getByRole('button', { name: 'Move Advent up' }).click()
    await expect.element(screen.getByText('Moved to place 1 of 2')).toBeVisible()
    expect(sent).toEqual([
      {
        orders: [
          { id: advent.id, order: 0 },
          { id: vigil.id, order: 1 },
        ],
      },
    ])
  })

  it('is put in a second order also while the first is on its way', async () => {
    const answer = Promise.withResolvers<void>()
    const sent: unknown[] = []
    const { screen } = await openList({
      'POST /api/themes/update-orders': async ({ body }) => {
        sent.push(body)
        await answer.promise
        return json([vigil, advent])
      },
    })
    await screen.getByRole('button', { name: 'Move Advent up' }).click()
    await screen.getByRole('button', { name: 'Move Vigil up' }).click()
    answer.resolve()
    await expect.poll(() => sent.length).toBe(2)
  })

  it('asks before it deletes, says what becomes of those who chose it, and never offers it for the default', async () => {
    const deleted: unknown[] = []
    const { screen } = await openList({ [`DELETE ${at()}`]: keeping(deleted, () => json({ id: advent.id })) })
    await expect.element(screen.getByRole('button', { name: 'Delete Vigil' })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Delete Advent' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText(/Anyone using it will get the default, Vigil/)).toBeVisible()
    expect(deleted).toHaveLength(0)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(screen.getByText('Advent deleted')).toBeVisible()
    expect(deleted).toHaveLength(1)
  })

  it('keeps the name of a clone that is taken', async () => {
    const { screen } = await openList({ [`POST ${at()}/clone`]: () => problem(409, 'themes.name_taken') })
    await screen.getByRole('button', { name: 'Duplicate Advent' }).click()
    const name = screen.getByRole('dialog').getByLabelText('Name')
    await expect.element(name).toHaveValue('Advent (copy)')
    const duplicate = screen.getByRole('dialog').getByRole('button', { name: 'Duplicate' })
    await name.fill('')
    await duplicate.click()
    await expect.element(name).toHaveFocus()
    await name.fill('Vigil')
    await duplicate.click()
    await expect.element(name).toHaveAccessibleDescription('Sentence of themes.name_taken')
    await expect.element(name).toHaveValue('Vigil')
  })

  it('refuses a file that is none of a theme with a sentence, and opens one that is in the editor', async () => {
    const { screen, router } = await openList()
    const upload = async (text: string) =>
      await screen.getByLabelText('Import theme').upload(new File([text], 'theme.json'))
    await upload('<svg onload=alert(1)>')
    await expect.element(screen.getByText(/^This isn’t a theme file/)).toBeVisible()
    await upload(JSON.stringify({ colors: { ...colors, primary: 'red;}body{}' } }))
    await expect.element(screen.getByText(/is wrong: colors.primary/)).toBeVisible()
    expect(router.state.location.pathname).toBe('/admin/themes')
    await upload(serializeTheme(toDraft(advent)))
    await expect.poll(() => router.state.location.pathname).toBe('/admin/themes/new')
  })

  it('says why it could not be loaded', async () => {
    const { screen } = await openList({ 'GET /api/themes': () => problem(503, 'server.unavailable') })
    await expect.element(screen.getByText('Sentence of server.unavailable')).toBeVisible()
  })
})

describe('a file of a theme', () => {
  const file = (part: object) => JSON.stringify({ ...JSON.parse(serializeTheme(toDraft(advent))), ...part })

  it('brings back what was written to it', () => {
    const draft = toDraft(advent)
    expect(parseThemeFile(serializeTheme(draft)).draft).toEqual(draft)
  })

  it.each([
    ['nothing', '', null],
    ['no JSON', '{', null],
    ['a list', '[]', null],
    ['no colours', '{"name":"x"}', null],
    ['far too much', `{"colors":{},"name":"${'x'.repeat(MAX_FILE_LENGTH)}"}`, null],
    ['a key of its own', file({ css: '}body{' }), 'css'],
    ['a prototype', `{"colors":{"__proto__":{"a":1}}}`, 'colors.__proto__'],
    ['a colour that is none', file({ colors: { ...colors, accent: 'var(--x)' } }), 'colors.accent'],
    ['a colour too many', file({ colors: { ...colors, evil: '#000000' } }), 'colors.evil'],
    ['a font from anywhere', file({ font: { family: 'A', url: 'javascript:alert(1)' } }), 'font.url'],
    ['a font that breaks out', file({ font: { family: 'A";}', url: '' } }), 'font.family'],
    ['a size that is none', file({ typography: { fontSize: { base: 'calc(1px)' } } }), 'typography.fontSize.base'],
    ['a group in the wrong place', file({ ui: { fontSize: { base: '1rem' } } }), 'ui.fontSize'],
    ['a measure that is a group', file({ ui: { padding: { card: {} } } }), 'ui.padding.card'],
  ])('with %s is refused', (_, text, wrong) => {
    expect(parseThemeFile(text)).toEqual({ wrong })
  })
})

it('keeps the look that is pressed last while the site learns of it', async () => {
  let chosen = vigil.id
  const sent: string[] = []
  const learn = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const reads: string[] = []
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/settings': () => json([]),
    'GET /api/themes': async () => {
      reads.push(chosen)
      if (reads.length === 2) await answer.promise
      return json([vigil, advent].map((theme) => ({ ...theme, is_default: theme.id === chosen })))
    },
    'POST /api/themes/default': async ({ body }) => {
      const { themeId } = body as { themeId: string }
      sent.push(themeId)
      if (sent.length === 1) await learn.promise
      chosen = themeId
      return json(null)
    },
  })
  const { screen } = await renderPage(<LookQuestion onDone={() => {}} onLater={() => {}} onDraft={() => {}} />)
  const look = (name: string) => screen.getByRole('radio', { name: new RegExp(`^${name}`) })
  await look('Advent').click()
  await look('Vigil').click()
  await look('Advent').click()
  learn.resolve()
  await expect.poll(() => reads.length).toBe(2)
  await expect.element(look('Advent')).toBeChecked()
  answer.resolve()
  await expect.poll(() => sent).toEqual([advent.id, vigil.id, advent.id])
  await expect.poll(() => reads.length).toBe(4)
  await expect.element(look('Advent')).toBeChecked()
})
