import type { Prayer, PrayerUpdate } from '../../../../contract/prayers.ts'

/** What can be translated or read out: the words of a request, or of an update to it. */
export type SourceText = Pick<Prayer, 'title' | 'content' | 'language'> &
  ({ prayer_request_id: string; update_id?: never } | { update_id: string; prayer_request_id?: never })

export const toSourceText = ({ id, title, content, language }: Prayer, update?: PrayerUpdate): SourceText =>
  update
    ? { update_id: update.id, title: null, content: update.content, language: update.language }
    : { prayer_request_id: id, title, content, language }

/** Whether its words may be sent to a service; the server decides the same. */
export const mayUseExternalService = ({ visibility, publication, is_guarded }: Prayer): boolean =>
  visibility === 'public' && publication === 'published' && !is_guarded
