import { z } from 'zod'
import { language, text } from './fields.ts'

/**
 * `limited`: may read and pray; posts are held for review. `care`: the care team. Each role includes the previous ones.
 */
export const roles = ['limited', 'member', 'care', 'moderator', 'admin'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** `pending`: waits for approval. `deleting`: the deletion can still be cancelled. */
export const userStatuses = ['active', 'pending', 'suspended', 'deleting'] as const
export const UserStatus = z.enum(userStatuses)
export type UserStatus = z.infer<typeof UserStatus>

export const displayName = text({ min: 1, max: 60, lines: false })
export const about = text({ min: 0, max: 400 })

/** A person as others see them. Never contains the email address. */
export const Person = z.object({ id: z.string(), display_name: z.string() })

export const appearances = ['light', 'dark', 'system'] as const
export const textSizes = ['small', 'normal', 'large'] as const

/** A person's appearance settings; null: the default of their device and the site. */
export const AppearancePreferences = z.object({
  theme_preference: z.string().nullable(),
  preferred_language: language.nullable(),
  appearance: z.enum(appearances).nullable(),
  text_size: z.enum(textSizes).nullable(),
})
export type AppearancePreferences = z.infer<typeof AppearancePreferences>

/** A person as they see themselves. */
export const Me = Person.extend({
  email: z.string(),
  email_verified: z.boolean(),
  role: Role,
  preferences: AppearancePreferences,
})
export type Me = z.infer<typeof Me>
