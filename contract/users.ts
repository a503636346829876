import { z } from 'zod'
import { language } from './fields.ts'

/** `limited`: reads and prays, posts are held. `care`: the pastoral team. Each later one may do more. */
export const roles = ['limited', 'member', 'care', 'moderator', 'admin'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** A person as others see them. Never carries the email address. */
export const Person = z.object({ id: z.string(), display_name: z.string() })

/** A person as they see themselves. */
export const Me = Person.extend({
  email: z.string(),
  email_verified: z.boolean(),
  role: Role,
  preferences: z.object({ theme_preference: z.string().nullable(), preferred_language: language.nullable() }),
})
export type Me = z.infer<typeof Me>
