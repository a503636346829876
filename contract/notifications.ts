import { z } from 'zod'
import type { Schemas } from './define.ts'
import { notificationTypes } from './content.ts'

/** A message of the banner, with the specification's defaults filled in. `auto_hide_delay` is in milliseconds. */
export const ActiveNotification = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  type: z.enum(notificationTypes),
  dismissible: z.boolean(),
  auto_hide: z.boolean(),
  auto_hide_delay: z.int(),
})
export type ActiveNotification = z.infer<typeof ActiveNotification>

export const notifications = {
  /** Announcements to everybody and those to the caller, without those that the caller has read. Newest first. */
  'notifications.active': { input: z.strictObject({}), output: z.array(ActiveNotification), errors: [] },
} satisfies Schemas<'notifications'>
