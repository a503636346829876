import type { Role } from '../../../contract/users.ts'
import type { Viewer } from '../../http/session.ts'
import { isStaff } from '../users/users.rules.ts'

/** A profile is changed by its person, and by administrators. */
export const mayEditProfile = (viewer: Viewer, id: string): boolean => viewer.id === id || viewer.role === 'admin'

/** Moderators suspend members; staff answer to administrators only. */
export const maySuspend = (viewer: Viewer, role: Role): boolean =>
  viewer.role === 'admin' || (viewer.role === 'moderator' && !isStaff(role))

/** What is told of when somebody came: the month, as 2026-05. */
export const joinedMonth = (created_at: string): string => created_at.slice(0, 'yyyy-mm'.length)
