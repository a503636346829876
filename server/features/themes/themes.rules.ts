import { controlBorder, derive } from './themes.color.ts'

type Colors = Record<string, string>

export interface StyledTheme {
  id: string
  is_default: boolean
  colors: Colors
  ui: Record<string, unknown>
}

/** The custom property of a colour key: `textPrimary` → `--color-text-primary`. */
export const propertyOf = (key: string): string =>
  `--color-${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

// Nothing that is not plainly a colour or a length reaches the style sheet, whatever the database holds.
const COLOR = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i
const LENGTH = /^\d{1,3}(\.\d{1,4})?(px|rem|em|%)$/
const ID = /^[\w-]{1,64}$/

function cardRadius(ui: Record<string, unknown>): string {
  const radius: unknown = (ui.borderRadius as Record<string, unknown> | undefined)?.card
  return typeof radius === 'string' && LENGTH.test(radius) ? `--radius-card:${radius};` : ''
}

const declarations = (colors: Colors, dark: boolean): string =>
  Object.entries({ ...colors, controlBorder: controlBorder(colors, dark) })
    .filter(([key, value]) => /^\w+$/.test(key) && COLOR.test(value))
    .map(([key, value]) => `${propertyOf(key)}:${value}`)
    .join(';')

let last: { from: string; css: string } | undefined

/** The custom properties of every theme, light and dark, as one style sheet. Every page asks for it, so the last one is kept. */
export function styleSheet(themes: StyledTheme[]): string {
  const from = JSON.stringify(themes)
  if (last?.from !== from) last = { from, css: build(themes) }
  return last.css
}

function build(themes: StyledTheme[]): string {
  return themes
    .filter(({ id }) => ID.test(id))
    .flatMap(({ id, is_default, colors, ui }) => {
      const light = is_default ? `:root,[data-theme="${id}"]` : `[data-theme="${id}"]`
      const dark = is_default ? `.dark,.dark[data-theme="${id}"]` : `.dark[data-theme="${id}"]`
      return [
        `${light}{color-scheme:light;${cardRadius(ui)}${declarations(colors, false)}}`,
        `${dark}{color-scheme:dark;${cardRadius(ui)}${declarations(derive(colors), true)}}`,
      ]
    })
    .join('\n')
}
