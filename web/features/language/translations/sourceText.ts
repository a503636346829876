import type { Prayer, PrayerUpdate } from '../../../../contract/prayers.ts'

/** Text that can be translated or read aloud: of a request, or of an update to it. */
export type SourceText = Pick<Prayer, 'title' | 'content' | 'language'> &
  ({ prayer_request_id: string; update_id?: never } | { update_id: string; prayer_request_id?: never })

export const toSourceText = ({ id, title, content, language }: Prayer, update?: PrayerUpdate): SourceText =>
  update
    ? { update_id: update.id, title: null, content: update.content, language: update.language }
    : { prayer_request_id: id, title, content, language }

/** True if the text may be sent to an external service; the server applies the same rule. */
export const mayUseExternalService = ({ visibility, publication, is_guarded }: Prayer): boolean =>
  visibility === 'public' && publication === 'published' && !is_guarded
