import { describe, expect, it } from 'vitest'
import forms from '../../../../messages/en/forms.json' with { type: 'json' }
import builtIn from '../../../db/seed-themes.json' with { type: 'json' }
import { type Palette, controlBorder, darker, deriveDarkPalette, toOklch, toRgb } from '../../../../contract/colors.ts'
import { suggestFix, listLowContrasts } from '../../../../contract/contrasts.ts'
import { builtInThemes } from '../../../../contract/themes.values.ts'
import { customPropertyOf } from '../../../../contract/tokens.ts'
import { styleSheet } from './themes.rules.ts'

describe('colours', () => {
  it.each([
    ['#3B82F6', [59, 130, 246]],
    ['#ffffff', [255, 255, 255]],
    ['#FFF', [0, 0, 0]],
    ['3B82F6', [0, 0, 0]],
    ['red', [0, 0, 0]],
    ['#3B82F6FF', [0, 0, 0]],
    ['', [0, 0, 0]],
  ])('%s is read as %o', (color, expected) => {
    expect(toRgb(color).map((value) => Math.round(value * 255))).toEqual(expected)
  })

  it('darkens by the factor of the specification', () => {
    expect(darker('#3B82F6')).toBe('#2F68C5')
    expect(darker('nonsense')).toBe('#000000')
  })

  it('makes the four dark overrides of the specification', () => {
    expect(deriveDarkPalette({})).toMatchObject({
      background: '#121212',
      surface: '#1F1F1F',
      textPrimary: '#E1E1E1',
      textSecondary: '#B0B0B0',
    })
  })

  it('derives Vigil’s dark palette as designed', () => {
    const vigil: Palette = builtIn[0]?.colors ?? {}
    expect(deriveDarkPalette(vigil)).toMatchObject({
      primary: '#96D4BA',
      primaryLight: '#143529',
      primaryDark: '#B9EBD6',
      buttonText: '#071A13',
      borderFocus: '#8EE2C3',
    })
    expect([controlBorder(vigil, false), controlBorder(deriveDarkPalette(vigil), true)]).toEqual(['#78867F', '#7C7C7C'])
  })
})

it('names the built-in themes as translators find them', () => {
  expect(builtIn.map(({ id }) => id)).toEqual(builtInThemes.map(({ key }) => key))
  const english = builtInThemes.flatMap(({ key, name, description }) => [
    [key, name],
    [`${key}_text`, description],
  ])
  expect(forms.themes).toEqual(Object.fromEntries(english))
})

describe('contrast of the built-in themes (WCAG 2.2 AA)', () => {
  it.each(builtIn.map(({ id, colors }) => [id, colors] as const))('%s, light and dark', (_, colors) => {
    expect(listLowContrasts(colors)).toEqual([])
  })

  it('finds words that cannot be read on their ground', () => {
    const colors = { ...builtIn[0]?.colors, textMuted: '#EEEEEE' }
    expect(listLowContrasts(colors)).toContainEqual(
      expect.objectContaining({ foreground: 'textMuted', background: 'surface', dark: false, minimum: 4.5 }),
    )
  })
})

describe('the fix of two colours that are too alike', () => {
  it.each([
    ['textMuted', '#B5BDB9', 'textMuted'],
    ['accent', '#E0B050', 'accent'],
    ['buttonText', '#1B5A45', 'buttonText'],
    ['headerBackground', '#555555', 'headerText'],
    ['borderFocus', '#F0F0F0', 'borderFocus'],
  ])('of %s as %s changes one colour until all its pairs can be read', (key, color, front) => {
    const colors: Palette = { ...builtIn[0]?.colors, [key]: color }
    const low = listLowContrasts(colors).find((pair) => pair.foreground === front && !pair.dark)
    if (!low) throw new Error('nothing to fix')
    const fix = suggestFix(colors, low)
    const after = listLowContrasts({ ...colors, ...(fix && { [fix.key]: fix.color }) })
    expect(after.filter((pair) => !pair.dark && (pair.foreground === front || pair.background === fix?.key))).toEqual(
      [],
    )
    expect(after.length).toBeLessThan(listLowContrasts(colors).length)
  })

  it('keeps the hue', () => {
    const colors: Palette = { ...builtIn[0]?.colors, accent: '#E0B050' }
    const [low] = listLowContrasts(colors).filter(({ foreground }) => foreground === 'accent')
    const hue = (value = ''): number => Math.round(toOklch(value)[2] / 4)
    expect(hue(low && suggestFix(colors, low)?.color)).toBe(hue('#E0B050'))
  })
})

describe('the style sheet', () => {
  const theme = {
    id: 't1',
    is_default: true,
    colors: { textPrimary: '#16241E', background: '#F7F7F2' },
    font: {},
    typography: {},
    ui: { borderRadius: { card: '1rem' } },
  }

  it('has every colour of a theme, light and dark', () => {
    const css = styleSheet([theme])
    expect(css).toContain(':root,[data-theme="t1"]{color-scheme:light;--radius-card:1rem;--color-text-primary:#16241E;')
    // On paper, which stays white, no browser prints the dark ground.
    expect(css).toContain('@media screen{.dark,.dark[data-theme="t1"]{color-scheme:dark;')
    expect(customPropertyOf('buttonHover')).toBe('--color-button-hover')
  })

  it.each([
    'red;}body{background:url(//x)}',
    '#fff}',
    String.raw`\3c`,
    'url(javascript:x)',
    'var(--x)',
    '</style><script>',
    '#16241E;x:y',
    '@import "x"',
    '#16241E\n}',
  ])('lets no colour through that is not one: %s', (hostile) => {
    const css = styleSheet([
      { ...theme, colors: { ...theme.colors, primary: hostile }, ui: { borderRadius: { card: hostile } } },
    ])
    expect(css).not.toContain(hostile)
    expect(css).not.toMatch(/url|script|import|var\(|radius/)
    expect(css.match(/[{}]/g)).toHaveLength(6)
  })

  it('turns fonts, sizes and measures into properties, with names quoted anew', () => {
    const css = styleSheet([
      {
        ...theme,
        font: { family: 'Gentium Plus', url: '/fonts/gentium.woff2' },
        typography: {
          fontFamily: { serif: 'Iowan Old Style, Georgia, serif', mono: "ui-monospace, 'Cascadia Mono'" },
          fontWeight: { bold: 650 },
          fontSize: { '2xl': '1.6rem' },
          lineHeight: { tight: 1.2 },
        },
        ui: { padding: { card: '2rem' }, spacing: { headingMarginBottom: '1em', paragraphMarginBottom: '12px' } },
      },
    ])
    for (const part of [
      '@font-face{font-family:"Gentium Plus";src:url("/fonts/gentium.woff2")format("woff2");font-display:swap}',
      '--font-sans:"Gentium Plus",',
      '--font-serif:"Iowan Old Style","Georgia",serif',
      '--font-mono:ui-monospace,"Cascadia Mono"',
      '--weight-bold:650',
      '--text-2xl:1.6rem',
      '--leading-tight:1.2',
      '--padding-card:2rem',
      '--space-heading:1em',
      '--space-paragraph:12px',
    ]) {
      expect(css).toContain(part)
    }
  })

  it.each([
    'x;}body{',
    'url(//evil)',
    'expression(1)',
    '<style>',
    String.raw`\3c`,
    'attr(x)',
    'a\nb',
    'var(--x)',
    '/*',
  ])('lets no font or measure through that is not one: %s', (hostile) => {
    const css = styleSheet([
      {
        ...theme,
        font: { family: hostile, url: hostile },
        typography: {
          fontFamily: { sans: hostile },
          fontWeight: { bold: hostile },
          fontSize: { xs: hostile },
          lineHeight: { tight: hostile },
        },
        ui: { padding: { card: hostile }, spacing: { headingMarginBottom: hostile } },
      },
    ])
    expect(css).not.toContain(hostile)
    expect(css).not.toMatch(/url|expression|attr|var\(|font|text-xs|leading|weight/)
  })

  it('leaves out a theme, or a key, whose name is no name', () => {
    expect(styleSheet([{ ...theme, id: '"]{}' }])).toBe('')
    expect(styleSheet([{ ...theme, colors: { 'x:y;z': '#16241E' } }])).not.toContain('x:y')
  })
})
