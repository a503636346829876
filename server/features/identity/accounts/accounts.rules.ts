import type { Viewer } from '../../../http/session.ts'

/** A profile is changed by its owner and by administrators. */
export const mayEditProfile = (viewer: Viewer, id: string): boolean => viewer.id === id || viewer.role === 'admin'

/** The part of the sign-up date that is public: the month, as 2026-05. */
export const joinedMonth = (created_at: string): string => created_at.slice(0, 'yyyy-mm'.length)
