import { describe, expect, it } from 'vitest'
import builtIn from '../../db/seed-themes.json' with { type: 'json' }
import { type Palette, contrast, controlBorder, derive, toRgb } from './themes.color.ts'
import { propertyOf, styleSheet } from './themes.rules.ts'

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

  it('makes the four dark overrides of the specification', () => {
    expect(derive({})).toMatchObject({
      background: '#121212',
      surface: '#1F1F1F',
      textPrimary: '#E1E1E1',
      textSecondary: '#B0B0B0',
    })
  })

  it('derives Vigil’s dark palette as designed', () => {
    const vigil: Palette = builtIn[0]?.colors ?? {}
    expect(derive(vigil)).toMatchObject({
      primary: '#96D4BA',
      primaryLight: '#143529',
      primaryDark: '#B9EBD6',
      buttonText: '#071A13',
      borderFocus: '#8EE2C3',
    })
    expect([controlBorder(vigil, false), controlBorder(derive(vigil), true)]).toEqual(['#78867F', '#7C7C7C'])
  })
})

describe('contrast of the built-in themes (WCAG 2.2 AA)', () => {
  const grounds = ['background', 'surface', 'cardBackground', 'surfaceVariant', 'headingBackground']
  const families = ['primary', 'secondary', 'accent', 'error', 'success', 'warning', 'info']
  const text: [string, string, number][] = [
    ...grounds.flatMap((ground) =>
      ['textPrimary', 'textSecondary', 'textMuted'].map((key): [string, string, number] => [key, ground, 4.5]),
    ),
    ...families.flatMap((family): [string, string, number][] => [
      [family, 'background', 4.5],
      [family, 'cardBackground', 4.5],
      [family, 'surfaceVariant', 4.5],
      [`${family}Dark`, `${family}Light`, 4.5],
      ['textPrimary', `${family}Light`, 4.5],
      ['textSecondary', `${family}Light`, 4.5],
      [family, `${family}Light`, 3],
    ]),
    ['headerText', 'headerBackground', 4.5],
    ['buttonText', 'buttonBackground', 4.5],
    ['buttonText', 'buttonHover', 4.5],
    ['selectionText', 'selectionBackground', 4.5],
    ['textInverse', 'primary', 4.5],
    ['textInverse', 'error', 4.5],
    ['borderFocus', 'background', 3],
    ['borderFocus', 'surface', 3],
    ['borderFocus', 'surfaceVariant', 3],
    ['controlBorder', 'background', 3],
    ['controlBorder', 'surface', 3],
    ['controlBorder', 'surfaceVariant', 3],
  ]
  it.each(builtIn.flatMap((theme) => [false, true].map((dark) => [theme.name, dark, theme.colors] as const)))(
    '%s, dark: %s',
    (_, dark, colors) => {
      const base: Palette = dark ? derive(colors) : { ...colors }
      const palette: Palette = { ...base, controlBorder: controlBorder(base, dark) }
      const failing = text.filter(([one, other, least]) => contrast(palette[one] ?? '', palette[other] ?? '') < least)
      expect(failing).toEqual([])
    },
  )
})

describe('the style sheet', () => {
  const theme = {
    id: 't1',
    is_default: true,
    colors: { textPrimary: '#16241E', background: '#F7F7F2' },
    ui: { borderRadius: { card: '1rem' } },
  }

  it('has every colour of a theme, light and dark', () => {
    const css = styleSheet([theme])
    expect(css).toContain(':root,[data-theme="t1"]{color-scheme:light;--radius-card:1rem;--color-text-primary:#16241E;')
    expect(css).toContain('.dark,.dark[data-theme="t1"]{color-scheme:dark;')
    expect(propertyOf('buttonHover')).toBe('--color-button-hover')
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
    expect(css.match(/[{}]/g)).toHaveLength(4)
  })

  it('leaves out a theme, or a key, whose name is no name', () => {
    expect(styleSheet([{ ...theme, id: '"]{}' }])).toBe('')
    expect(styleSheet([{ ...theme, colors: { 'x:y;z': '#16241E' } }])).not.toContain('x:y')
  })
})
