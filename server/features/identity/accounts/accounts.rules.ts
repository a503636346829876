import type { Viewer } from '../../../http/session.ts'

/** A profile is changed by its owner and by administrators. */
export const mayEditProfile = (viewer: Viewer, id: string): boolean => viewer.id === id || viewer.role === 'admin'
