import { openingQuestions, openingTasks } from '../../../../contract/settings.values.ts'
import type { DeskToday } from '../../../../contract/desk.ts'
import type { Context } from '../../../context.ts'
import { type Db, hasRow } from '../../../db/open.ts'
import type { Viewer } from '../../../http/session.ts'
import { hasSecondPlace } from '../../../settings/backup-place.ts'
import { readSetting } from '../../../settings/settings.ts'
import { readAlarmReach } from '../../care/alarms/alarms.queries.ts'
import { readCareTeam } from '../../identity/users/care-team.ts'
import { hasOthers } from '../../identity/users/users.queries.ts'

const hasInvited = (db: Db): Promise<boolean> => db.selectFrom('invitations').select('id').limit(1).$call(hasRow)

/** True when the imprint is no longer the one that every new site has. */
const hasImprint = (db: Db): Promise<boolean> =>
  db
    .selectFrom('content')
    .select('id')
    .where('slug', '=', 'imprint')
    .whereRef('updated_at', '!=', 'created_at')
    .limit(1)
    .$call(hasRow)

const hasAnnounced = (db: Db): Promise<boolean> =>
  db.selectFrom('content').select('id').where('content_type', '=', 'notification').limit(1).$call(hasRow)

/** Returns what a new site still lacks. A task is done when that is seen, or when an administrator has said so. */
export async function readOpening(ctx: Context, viewer: Viewer): Promise<DeskToday['opening']> {
  const { db } = ctx
  const said = await readSetting(ctx, 'opening')
  if (said.includes('list')) return null
  const seen: Record<(typeof openingTasks)[number], boolean> = {
    invite: (await hasInvited(db)) || (await hasOthers(db, viewer.id)),
    imprint: await hasImprint(db),
    care: (await readCareTeam(ctx)).staff.length > 1 && (await readAlarmReach(ctx)) === 'reachable',
    // On paper, which nobody sees from here.
    poster: false,
    announcement: await hasAnnounced(db),
    backups: await hasSecondPlace(ctx),
  }
  const questions = openingQuestions.filter((name) => !said.includes(name))
  const tasks = openingTasks.map((name) => ({ name, is_done: seen[name] || said.includes(name) }))
  return questions.length === 0 && tasks.every(({ is_done }) => is_done) ? null : { questions, tasks }
}
