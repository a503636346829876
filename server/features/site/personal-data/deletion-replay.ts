import type { ChangedPlace, Deletions, NarrowedPrayer, QuietChoice } from '../../../backups/deletions.ts'
import type { Context } from '../../../context.ts'
import { prayersWithoutReader } from '../../../db/open.ts'
import { setGetsSummary } from '../../community/group-summaries/group-summaries.commands.ts'
import { deleteGroup, lockGroup, recordRemoval, setMembership } from '../../community/groups/groups.commands.ts'
import { hasOtherOwner, readMembership } from '../../community/groups/groups.queries.ts'
import { isActiveMember } from '../../community/groups/groups.rules.ts'
import { deleteCases } from '../../community/prayers/care-cases.commands.ts'
import { deletePrayers, setPrayerPublication, updatePrayer } from '../../community/prayers/prayers.commands.ts'
import { ruledColumns, sharedColumns } from '../../community/prayers/prayers.rules.ts'
import { deleteUpdate, readPrayerOf } from '../../community/updates/updates.commands.ts'
import { writePreferences } from '../../identity/accounts/preferences.commands.ts'
import { withdrawCalendarLink } from '../../identity/sessions/earlier-access.commands.ts'
import { deletePerson, handOver } from './deletions.commands.ts'

const BATCH = 200
/** Any time in the past. */
const LONG_AGO = '2000-01-01T00:00:00.000Z'

/** Leaves a group to another owner, or to an heir if its owner no longer leads it. Returns false when there is nobody. */
const leaveToOthers = (ctx: Context, { group_id, user_id, after }: ChangedPlace): Promise<boolean> =>
  after?.role === 'leader' ? hasOtherOwner(ctx.db, group_id, user_id) : handOver(ctx, group_id, user_id)

/** Ends or changes a place in a group again. An owner without whom nobody would own the group keeps it. */
async function changePlace(ctx: Context, place: ChangedPlace): Promise<void> {
  const { group_id, user_id, after, was_removed } = place
  await lockGroup(ctx, group_id)
  const before = await readMembership(ctx.db, group_id, user_id)
  if (before?.role === 'owner' && isActiveMember(before) && !(await leaveToOthers(ctx, place))) return
  await setMembership(ctx, group_id, user_id, before, after ?? undefined)
  // Else an invitation from before would let them in.
  if (was_removed) await recordRemoval(ctx, group_id, user_id)
}

/** Lets a request be read by no more people than before going back. Its words are those of the backup. */
async function narrowPrayer(ctx: Context, { id, change }: NarrowedPrayer): Promise<void> {
  const row = await prayersWithoutReader(ctx.db)
    .select([...sharedColumns, ...ruledColumns])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await updatePrayer(ctx, { id: row.author_id }, row, change)
}

const repeatChoice = (ctx: Context, choice: QuietChoice): Promise<void> =>
  writePreferences(ctx, choice.user_id, {
    ...(choice.is_discreet && { is_discreet: true }),
    ...(choice.refuses_lines && { takes_lines: false }),
    ...(choice.paused_until !== null && { paused_until: choice.paused_until }),
    notices: Object.fromEntries(choice.stopped.map((kind) => [kind, 'off'])),
  })

/**
 * Repeats the deletions that were made between a backup and its restore. Deletes only the named requests of a user; the
 * others stay, anonymized. `with_case`: of the requests, those whose author may be in danger still. A deletion that was planned or taken
 * back meanwhile stays so, as do a role in a group, who may read a request at most, and what people switched off.
 */
export async function replayDeletions(root: Context, deletions: Deletions): Promise<void> {
  const { users, prayers, with_case = [], plans = [], readers = [], groups = [], places = [] } = deletions
  const { choices = [], summaries = [] } = deletions
  const { updates = [], narrowed = [], hidden = [], calendars = [], passkeys = [], invitations = [] } = deletions
  for (let start = 0; start < prayers.length; start += BATCH) {
    await root.transaction(async (ctx) => {
      const some = prayers.slice(start, start + BATCH)
      await deletePrayers(ctx, some)
      const ended = some.filter((id) => !with_case.includes(id))
      await deleteCases(ctx.db, ended)
    })
  }
  for (const id of updates) await root.transaction(async (ctx) => deleteUpdate(ctx, await readPrayerOf(ctx.db, id), id))
  for (const choice of choices) await root.transaction((ctx) => repeatChoice(ctx, choice))
  for (const { group_id, user_id } of summaries)
    await root.transaction((ctx) => setGetsSummary(ctx, group_id, user_id, false))
  for (const place of places) await root.transaction((ctx) => changePlace(ctx, place))
  for (const id of groups) await root.transaction((ctx) => deleteGroup(ctx, id, null))
  // After the groups: of what is held for danger in one that goes, the care team keeps the words.
  for (const prayer of narrowed) await root.transaction((ctx) => narrowPrayer(ctx, prayer))
  for (const id of hidden) await root.transaction((ctx) => setPrayerPublication(ctx, id, 'hidden', 'moderator'))
  for (const id of calendars) await root.transaction((ctx) => withdrawCalendarLink(ctx, id))
  const rows = [
    ['group_readers', readers],
    ['passkeys', passkeys],
    ['invitations', invitations],
    ['group_invites', invitations],
  ] as const
  for (const [table, ids] of rows) {
    for (let start = 0; start < ids.length; start += BATCH) {
      const some = ids.slice(start, start + BATCH)
      await root.transaction(({ db }) => db.deleteFrom(table).where('id', 'in', some).execute())
    }
  }
  for (const { id, ...plan } of plans)
    await root.transaction(({ db }) => db.updateTable('users').set(plan).where('id', '=', id).execute())
  for (const id of users) {
    await root.transaction(async (ctx) => {
      await ctx.db
        .updateTable('users')
        .set({ status: 'deleting', deletes_at: LONG_AGO, deletes_prayers: false })
        .where('id', '=', id)
        .execute()
      await deletePerson(ctx, id)
    })
  }
}
