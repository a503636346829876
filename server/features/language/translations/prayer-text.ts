import type { Language } from '../../../../contract/fields.ts'
import type { Db } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'

/** The text of a request, or of an update to it, that a reader wants translated or read out. */
export interface PrayerText {
  prayer_request_id: string
  update_id: string | null
  title: string | null
  content: string
  language: Language | null
  may_send: boolean
}

/** Reads a text that the viewer may read; refuses as for one that does not exist. The community area implements it. */
export type ReadPrayerText = (
  db: Db,
  viewer: Viewer | null,
  target: { prayer_request_id?: string | undefined; update_id?: string | undefined },
) => Promise<PrayerText>
