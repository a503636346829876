import type { CareCase } from '../../../../contract/cases.ts'
import type { Context } from '../../../context.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'
import type { Viewer } from '../../../http/session.ts'
import { addCaseEntry } from '../../community/prayers/care-cases.commands.ts'
import { lockPrayers } from '../../community/prayers/prayers.commands.ts'
import { readAlarmingPrayer } from '../review/review.queries.ts'
import {
  closeCase,
  markMessagesRead,
  offerCase,
  reopenAs,
  replyToTeam,
  takeCase,
  writeToAuthor,
} from './cases.commands.ts'
import { type CaseState, listCases, readCareCase, readCaseState, readOwnTalk } from './cases.queries.ts'
import { idsOf } from '../../../db/open.ts'

/** Generous: whoever is in danger may write as they breathe. */
const repliesOfAuthor = defineLimit('case_replies_of_author', 60, HOUR)

/** Locks a case that the viewer may know of until the transaction ends, and reads how it stands. */
async function lockCase(ctx: Context, viewer: Viewer, id: string): Promise<CaseState> {
  ensureFound(await readAlarmingPrayer(ctx, viewer, id), 'prayers.not_found')
  await lockPrayers(ctx.db, [id])
  return await readCaseState(ctx.db, id)
}

const lockOpenCase = async (ctx: Context, viewer: Viewer, id: string): Promise<CaseState> => {
  const state = await lockCase(ctx, viewer, id)
  check(state.closed_at === null, 'cases.closed')
  return state
}

const read = async (ctx: Context, viewer: Viewer, id: string): Promise<CareCase> =>
  ensureFound(await readCareCase(ctx, viewer, id), 'prayers.not_found')

export const cases = {
  'cases.list': ({ ctx, viewer }) => listCases(ctx, viewer),

  'cases.one': ({ ctx, viewer, input: { id } }) => read(ctx, viewer, id),

  'cases.take': async ({ ctx, viewer, input: { id } }) => {
    await takeCase(ctx, viewer, await lockOpenCase(ctx, viewer, id))
    return await read(ctx, viewer, id)
  },

  'cases.write': async ({ ctx, viewer, input: { id, content } }) => {
    await writeToAuthor(ctx, viewer, await lockOpenCase(ctx, viewer, id), content)
    return await read(ctx, viewer, id)
  },

  'cases.note': async ({ ctx, viewer, input: { id, content } }) => {
    await lockCase(ctx, viewer, id)
    await addCaseEntry(ctx, id, { act: 'note', user_id: viewer.id, content })
    return await read(ctx, viewer, id)
  },

  'cases.hand_over': async ({ ctx, viewer, input: { id, to } }) => {
    await offerCase(ctx, viewer, await lockOpenCase(ctx, viewer, id), to)
    return await read(ctx, viewer, id)
  },

  'cases.close': async ({ ctx, viewer, input: { id, outcome, message, look_again_on = null, last_word, version } }) => {
    const state = await lockOpenCase(ctx, viewer, id)
    check((state.last_word ?? undefined) === last_word, 'cases.something_new')
    if (typeof message === 'string') await writeToAuthor(ctx, viewer, state, message)
    await closeCase(ctx, viewer, state, { outcome, look_again_on, version })
    return await read(ctx, viewer, id)
  },

  'cases.reopen': async ({ ctx, viewer, input: { id } }) => {
    const { closed_at } = await lockCase(ctx, viewer, id)
    if (closed_at !== null) await reopenAs(ctx, viewer, id)
    return await read(ctx, viewer, id)
  },

  'cases.looked': async ({ ctx, viewer, input: { id } }) => {
    await lockCase(ctx, viewer, id)
    await ctx.db.updateTable('care_cases').set({ look_again_on: null }).where('prayer_request_id', '=', id).execute()
    return await read(ctx, viewer, id)
  },

  'cases.own': async ({ ctx, viewer, input: { id }, exchange }) => {
    const { talk } = await readOwnTalk(ctx, viewer, id)
    const unread = talk.messages.filter(({ by, read_at }) => by !== null && read_at === null)
    // A page that is rendered for them is not read yet.
    if (exchange && unread.length > 0) {
      await ctx.transaction((transaction) => markMessagesRead(transaction, idsOf(unread)))
    }
    return talk
  },

  'cases.reply': async ({ ctx, limits, viewer, input: { id, content } }) => {
    check((await readOwnTalk(ctx, viewer, id)).has_been_written_to, 'cases.no_case')
    await limits.count(repliesOfAuthor, viewer.id)
    await lockPrayers(ctx.db, [id])
    await replyToTeam(ctx, await readCaseState(ctx.db, id), content)
    return (await readOwnTalk(ctx, viewer, id)).talk
  },
} satisfies Handlers<'cases'>
