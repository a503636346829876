import { sql } from 'kysely'
import type { ReadContext } from '../../../context.ts'
import type { Viewer } from '../../../http/session.ts'
import { shownTime, visibleTo } from '../../community/prayers/prayers.rules.ts'
import { readCareTeam } from '../../identity/users/care-team.ts'
import { seesCrises } from './review.rules.ts'

/**
 * Published requests that are perhaps about danger, each text of them once, that nobody of the care team has looked at: of those
 * that the viewer may read as anybody else may, for a guess opens nothing to them. Undefined for who does not see alerts.
 */
export async function selectQuietAlerts(ctx: ReadContext, viewer: Viewer) {
  if (!seesCrises(viewer, await readCareTeam(ctx))) return undefined
  return {
    query: ctx.db
      .selectFrom('quiet_alerts')
      .innerJoin('prayers', 'prayers.id', 'quiet_alerts.prayer_request_id')
      .leftJoin('prayer_updates as written', 'written.id', 'quiet_alerts.text_id')
      .where('prayers.publication', '=', sql.lit('published'))
      .where('prayers.author_id', 'is distinct from', viewer.id)
      .where(visibleTo(viewer))
      .where((query) =>
        query.or([query('written.id', 'is', null), query('written.publication', '=', sql.lit('published'))]),
      ),
  }
}

/** How many texts wait; none for who does not see alerts. */
export async function countQuietAlerts(ctx: ReadContext, viewer: Viewer): Promise<number> {
  const found = await selectQuietAlerts(ctx, viewer)
  const row = await found?.query
    .where('quiet_alerts.seen_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

/** The texts that wait, the longest waiting first by the time that is shown: between two others an anonymous one would tell its minute. */
export async function listQuietAlerts(ctx: ReadContext, viewer: Viewer, limit: number) {
  const found = await selectQuietAlerts(ctx, viewer)
  if (!found) return undefined
  const rows = await found.query
    .where('quiet_alerts.seen_at', 'is', null)
    .orderBy('quiet_alerts.found_at')
    .orderBy('quiet_alerts.text_id')
    .limit(limit)
    .select(['prayers.id', 'prayers.is_anonymous', 'prayers.title', 'prayers.content', 'quiet_alerts.found_at'])
    .select(['text_id', 'written.content as update_content'])
    .execute()
  return rows
    .map(({ is_anonymous, found_at, ...row }) => ({ ...row, since: shownTime(found_at, is_anonymous) }))
    .toSorted((one, other) => one.since.localeCompare(other.since) || one.text_id.localeCompare(other.text_id))
}
