import { check, ensureFound } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'
import { checkEmailVerified } from '../../identity/accounts/emails.queries.ts'
import { insertLine, takeBackLine } from './lines.commands.ts'
import { type LinesCursor, findLine, hasLeftLine, listLines } from './lines.queries.ts'
import { detectDanger } from './prayer-review.ts'
import { deletePrayers } from './prayers.commands.ts'
import { readPrayerRow, readPrayerRowToActOn } from './prayers.queries.ts'
import { takesLineOf } from './lines.rules.ts'

const PAGE_SIZE = 50

const linesOfMember = defineLimit('lines_of_member', 30, HOUR)
/** Counts the lines of one person to one author whom they know: with those of anonymous requests, it would tell whose they are. */
const linesToAuthor = defineLimit('lines_to_author', 5, 24 * HOUR)

/** A line that somebody who prayed leaves for the author. */
export const lines = {
  'prayers.lines': async ({ ctx, viewer, input: { cursor, pageSize = PAGE_SIZE, ...input } }) => {
    const { id } = await readPrayerRow(ctx.db, viewer, input.id)
    const opened = cursor === undefined ? undefined : (ctx.secrets.decryptCursor(cursor) as { lines?: LinesCursor })
    check(cursor === undefined || opened?.lines, 'request.invalid')
    const { items, next } = await listLines(ctx, viewer, id, { after: opened?.lines, pageSize })
    return { items, next_cursor: next ? ctx.secrets.encryptCursor({ lines: next }) : null }
  },

  'prayers.leave_line': async ({ ctx, limits, viewer, input: { id, content, phrase, is_signed = false } }) => {
    check((content === undefined) !== (phrase === undefined), 'request.invalid')
    // Words of danger are kept, never refused.
    const isDanger = content !== undefined && detectDanger(ctx, { title: null, content }).alert !== null
    if (!isDanger) await checkEmailVerified(ctx, viewer)
    const prayer = await readPrayerRowToActOn(ctx.db, viewer, id)
    check(takesLineOf(viewer, prayer), 'prayers.takes_no_lines')
    check(prayer.has_prayed, 'prayers.line_without_prayer')
    // Before it counts: who sends it again has left no other.
    check(!(await hasLeftLine(ctx.db, viewer.id, id)), 'prayers.line_left')
    if (!isDanger) await limits.count(linesOfMember, viewer.id, { code: 'prayers.too_many_lines' })
    if (!isDanger && !prayer.is_anonymous)
      await limits.count(linesToAuthor, `${viewer.id} ${prayer.author_id}`, { code: 'prayers.too_many_lines' })
    const made = await insertLine(ctx, viewer, prayer, { content, phrase, is_signed })
    check(made !== undefined, 'prayers.line_left')
    const line = ensureFound(await findLine(ctx, viewer, id, made.id), 'prayers.not_found')
    return { ...line, alert: made.alert, offers_help: made.is_quiet }
  },

  'prayers.delete_line': async ({ ctx, viewer, input: { id, lineId } }) => {
    // A person who reads the request no more, since it is private or they left its group, still takes their words back.
    const line = ensureFound(await findLine(ctx, viewer, id, lineId), 'prayers.not_found')
    if (line.is_mine) await takeBackLine(ctx, line.id)
    else await deletePrayers(ctx, [line.id])
    return { id: line.id }
  },
} satisfies Pick<Handlers<'prayers'>, 'prayers.lines' | 'prayers.leave_line' | 'prayers.delete_line'>
