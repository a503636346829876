import { z } from 'zod'
import { language, text } from './fields.ts'
import {
  roles,
  userStatuses,
  appearances,
  textSizes,
  MAX_DISPLAY_NAME_LENGTH,
  MAX_ABOUT_LENGTH,
} from './users.values.ts'

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

export const UserStatus = z.enum(userStatuses)
export type UserStatus = z.infer<typeof UserStatus>

export const displayName = text({ min: 1, max: MAX_DISPLAY_NAME_LENGTH, lines: false })
export const about = text({ min: 0, max: MAX_ABOUT_LENGTH })

/** A person as others see them. Never contains the email address. */
export const Person = z.object({ id: z.string(), display_name: z.string() })

/** A person's appearance settings; null: the default of their device and the site. */
export const AppearancePreferences = z.object({
  theme_preference: z.string().nullable(),
  preferred_language: language.nullable(),
  appearance: z.enum(appearances).nullable(),
  text_size: z.enum(textSizes).nullable(),
})
export type AppearancePreferences = z.infer<typeof AppearancePreferences>

/** The parts of a person that everybody signed in may see. `joined` is the month, as 2026-05. */
export const PublicProfile = Person.extend({ about: z.string(), joined: z.string() })
export type PublicProfile = z.infer<typeof PublicProfile>

/** A person as they see themselves. */
export const Me = Person.extend({
  email: z.string(),
  email_verified: z.boolean(),
  role: Role,
  /** The part that others see. */
  profile: PublicProfile,
  preferences: AppearancePreferences,
  /** True when pages bear a name and an icon that say nothing. */
  is_discreet: z.boolean(),
})
export type Me = z.infer<typeof Me>
