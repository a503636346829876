import { z } from 'zod'
import { migratedColors, optionalColors, requiredColors } from './colors.ts'
import type { Schemas } from './define.ts'
import { entityBody } from './entities.ts'
import { byId, color, idOnly, text, themeChoice, time, uuid } from './fields.ts'
import {
  MAX_THEME_NAME_LENGTH,
  MAX_THEME_DESCRIPTION_LENGTH,
  MAX_FONT_FAMILY_LENGTH,
  MAX_FONT_URL_LENGTH,
} from './themes.values.ts'
import { COLOR, FONT_URL, LENGTH } from './tokens.ts'

// Nothing that is not plainly a colour, a length or a name comes near a style sheet.
const colorWithAlpha = z.string().regex(COLOR)
const length = z.string().regex(LENGTH)
const lineHeight = z.number().min(0.8).max(3)
const weight = z.int().min(100).max(900)
/** Font names in order of preference: "Iowan Old Style, Georgia, serif". Quotes around names are removed. */
const families = z
  .string()
  .max(MAX_FONT_FAMILY_LENGTH)
  .transform((value) => value.replaceAll(/["']/g, ''))
  .pipe(z.string().regex(/^[A-Za-z0-9-][A-Za-z0-9 -]{0,39}(, ?[A-Za-z0-9-][A-Za-z0-9 -]{0,39})*$/))
/** A file of the site, or of a host that the operator allows. The server never fetches it. */
const fontUrl = z.string().max(MAX_FONT_URL_LENGTH).regex(FONT_URL)

const shape = <Keys extends readonly string[], Value>(keys: Keys, value: z.ZodType<Value>) =>
  z.strictObject(
    Object.fromEntries(keys.map((key) => [key, value.optional()])) as Record<
      Keys[number],
      z.ZodOptional<z.ZodType<Value>>
    >,
  )

export const Colors = z.preprocess(
  (value) => (typeof value === 'object' && value !== null ? { ...migratedColors, ...value } : value),
  z.strictObject({
    ...(Object.fromEntries(requiredColors.map((key) => [key, color])) as Record<
      (typeof requiredColors)[number],
      typeof color
    >),
    shadow: colorWithAlpha,
    ...(Object.fromEntries(optionalColors.map((key) => [key, color.optional()])) as Record<
      (typeof optionalColors)[number],
      z.ZodOptional<typeof color>
    >),
  }),
)
const Font = z.strictObject({
  family: z.union([z.literal(''), families]).optional(),
  url: z.union([z.literal(''), fontUrl]).optional(),
})
export const Typography = z.strictObject({
  fontFamily: shape(['sans', 'serif', 'mono', 'display'] as const, families).optional(),
  fontWeight: shape(['light', 'normal', 'medium', 'semibold', 'bold'] as const, weight).optional(),
  fontSize: shape(['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl'] as const, length).optional(),
  lineHeight: shape(['tight', 'normal', 'relaxed'] as const, lineHeight).optional(),
})
const Measures = z.strictObject({
  borderRadius: shape(['card'] as const, length).optional(),
  padding: shape(['card'] as const, length).optional(),
  spacing: shape(['headingMarginBottom', 'paragraphMarginBottom'] as const, length).optional(),
})

/** A palette and its measures. Themes saved before the header and button colours existed get defaults for them. */
export const Theme = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  order: z.int(),
  is_default: z.boolean(),
  colors: z.record(z.string(), z.string()),
  font: z.record(z.string(), z.string()),
  typography: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number()]))),
  ui: z.record(z.string(), z.record(z.string(), z.string())),
  /** Time of the last change of its name, description, colours or measures, but not of its position. */
  updated_at: time,
})
export type Theme = z.infer<typeof Theme>

/** A theme that was saved. `warnings`: pairs of colours that are hard to read and were saved all the same, by member. */
const SavedTheme = Theme.extend({ warnings: z.array(z.object({ path: z.string(), detail: z.string() })) })

const name = text({ min: 1, max: MAX_THEME_NAME_LENGTH, lines: false })
const order = z.int().min(0).max(10_000)
const writable = {
  name,
  description: z.union([z.literal(''), text({ min: 1, max: MAX_THEME_DESCRIPTION_LENGTH, lines: false })]),
  colors: Colors,
  font: Font,
  typography: Typography,
  ui: Measures,
  /** Its place among all; a theme that is there moves behind it. */
  order,
  /** True makes it the default. The default theme itself stays it until another one becomes it. */
  is_default: z.boolean(),
  /** Saves colours with too little contrast. Recorded in the audit log. */
  allow_low_contrast: z.boolean(),
}
const unsaved = ['themes.name_taken', 'themes.low_contrast', 'themes.foreign_font'] as const

export const themes = {
  'themes.list': { input: z.strictObject({}), output: z.array(Theme), errors: [] },
  'themes.default': { input: z.strictObject({}), output: Theme, errors: ['themes.not_found'] },
  /** By id or by name, ignoring case. */
  'themes.one': { input: z.strictObject({ id: themeChoice }), output: Theme, errors: ['themes.not_found'] },
  'themes.create': {
    input: entityBody(z.object(writable).partial().required({ name: true, colors: true }), Theme),
    output: SavedTheme,
    errors: unsaved,
  },
  'themes.edit': {
    input: entityBody(
      z
        .object({
          ...writable,
          id: uuid,
          /**
           * The `updated_at` of the edited version: when somebody has saved since, the change is refused instead of
           * overwriting theirs.
           */
          updated_at: time,
        })
        .partial()
        .required({ id: true }),
      Theme,
    ),
    output: SavedTheme,
    errors: ['themes.not_found', 'themes.changed', 'themes.is_default', ...unsaved],
  },
  'themes.delete': { input: byId, output: idOnly, errors: ['themes.not_found', 'themes.is_default'] },
  'themes.clone': {
    input: z.strictObject({ id: uuid, new_name: name }),
    output: Theme,
    errors: ['themes.not_found', 'themes.name_taken'],
  },
  'themes.set_default': {
    input: z.strictObject({ themeId: themeChoice }),
    output: Theme,
    errors: ['themes.not_found'],
  },
  'themes.set_order': {
    input: entityBody(z.object({ id: uuid, order }), Theme),
    output: Theme,
    errors: ['themes.not_found'],
  },
  'themes.set_orders': {
    input: z.strictObject({
      orders: z
        .array(z.strictObject({ id: uuid, order }))
        .min(1)
        .max(200),
    }),
    output: z.array(Theme),
    errors: ['themes.not_found'],
  },
  'themes.default_setting': {
    input: z.strictObject({}),
    output: z.object({ value: z.string().nullable() }),
    errors: [],
  },
  /** Sets the default theme, by id or name. */
  'themes.set_default_setting': {
    input: z.strictObject({ value: themeChoice }),
    output: z.object({ value: z.string() }),
    errors: ['themes.not_found'],
  },
} satisfies Schemas<'themes'>
