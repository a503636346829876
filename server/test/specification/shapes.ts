import { z } from 'zod'

// The entities of section 3 of the specification, with the members that it names. Others may be there too.

const flag = z.boolean()

/** Section 3 names the language and the theme. */
export const Preferences = z.looseObject({
  theme_preference: z.string().nullable(),
  preferred_language: z.enum(['en', 'es', 'fr', 'de', 'zh', 'ja', 'ko', 'ar', 'hi', 'pt']).nullable(),
})

export const Profile = z.looseObject({ display_name: z.string().min(1) })

export const User = z.looseObject({
  id: z.string().min(1),
  role: z.string().min(1),
  email: z.string().includes('@'),
  display_name: z.string().min(1),
  profile: Profile,
  preferences: Preferences,
})

export const Session = z.looseObject({ user: User, token: z.string().min(1) })

export const Category = z.looseObject({ id: z.string(), name: z.string().min(1), order: z.int() })

export const Link = z.looseObject({
  prayer_request_id: z.string(),
  category_id: z.string(),
  is_machine_generated: flag,
})

/** A request as lists carry it: without its updates. */
export const ListedPrayer = z.looseObject({
  id: z.guid(),
  content: z.string().min(1),
  categories: z.array(z.looseObject({ id: z.string(), name: z.string() })),
})
export const Prayer = ListedPrayer.extend({ updates: z.array(z.looseObject({ id: z.string(), content: z.string() })) })

export const ListedGroup = z.looseObject({ id: z.string(), name: z.string() })
export const Group = ListedGroup.extend({ prayers: z.array(ListedPrayer) })

export const Report = z.looseObject({ id: z.string(), status: z.string().min(1), report_type: z.string().min(1) })

export const Classification = z.looseObject({
  success: z.literal(true),
  error: z.string().nullish(),
  results: z.array(z.looseObject({ categories: z.array(z.looseObject({ name: z.string().min(1) })) })).min(1),
})
export const Predictions = Classification.extend({ predictions: z.array(z.looseObject({ name: z.string() })) })

export const colorKeys = `
  primary secondary accent background surface textPrimary textSecondary error success warning
  info headerBackground headerText buttonBackground buttonText buttonHover selectionBackground
  selectionText primaryLight primaryDark secondaryLight secondaryDark accentLight accentDark
  surfaceVariant cardBackground headingBackground textMuted textInverse errorLight errorDark
  successLight successDark warningLight warningDark infoLight infoDark border borderFocus shadow
`
  .trim()
  .split(/\s+/)

const textsOf = (...keys: string[]) => z.looseObject(Object.fromEntries(keys.map((key) => [key, z.string()])))
const numbersOf = (...keys: string[]) => z.looseObject(Object.fromEntries(keys.map((key) => [key, z.number()])))

const themed = {
  id: z.string(),
  name: z.string(),
  order: z.int(),
  is_default: flag,
  colors: z.looseObject(Object.fromEntries(colorKeys.map((key) => [key, z.string().startsWith('#')]))),
}
export const Theme = z.looseObject({
  ...themed,
  font: z.looseObject({}),
  typography: z.looseObject({}),
  ui: z.looseObject({}),
})

/** A theme with every part that section 3 names. */
export const FullTheme = z.looseObject({
  ...themed,
  font: textsOf('family', 'url'),
  typography: z.looseObject({
    fontFamily: textsOf('sans', 'serif', 'mono', 'display'),
    fontWeight: numbersOf('light', 'normal', 'medium', 'semibold', 'bold'),
    fontSize: textsOf('xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl'),
    lineHeight: numbersOf('tight', 'normal', 'relaxed'),
  }),
  ui: z.looseObject({
    borderRadius: textsOf('card'),
    padding: textsOf('card'),
    spacing: textsOf('headingMarginBottom', 'paragraphMarginBottom'),
  }),
})

export const Content = z.looseObject({
  id: z.string(),
  title: z.string(),
  slug: z.string().nullable(),
  content: z.string(),
  content_type: z.enum(['guide', 'help', 'legal', 'update', 'notification']),
  published: flag,
  featured: flag,
  metadata: z.looseObject({}),
})

export const Notification = Content.extend({
  content_type: z.literal('notification'),
  metadata: z.looseObject({ notification_type: z.string(), user_id: z.string(), is_read: flag }),
})

export const ActiveNotification = z.looseObject({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  type: z.enum(['info', 'warning', 'success', 'announcement']),
  dismissible: flag,
  auto_hide: flag,
  auto_hide_delay: z.int(),
})

/** A list that can grow. */
export const pageOf = <Item extends z.ZodType>(item: Item) => z.looseObject({ items: z.array(item), page: z.int() })
export const Anything = z.looseObject({})
