import { recordAudit } from '../../../audit/audit.ts'
import { type Context, hasMailServer } from '../../../context.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'
import type { Viewer } from '../../../http/session.ts'
import { openSummaryStopLink, openSummaryYesLink } from '../../../mail/notice-links.ts'
import { isInReach } from '../../../mail/transport.ts'
import { userById } from '../../identity/users/users.queries.ts'
import { checkMember } from '../groups/group-access.ts'
import { lockGroup } from '../groups/groups.commands.ts'
import { isActiveMember, mayEditGroup, mayManageGroup } from '../groups/groups.rules.ts'
import {
  addReader,
  chooseTimes,
  confirmReader,
  newAddresses,
  removeReader,
  setGetsSummary,
  setHasWords,
  stopSummary,
} from './group-summaries.commands.ts'
import { listReaders, readSummary } from './group-summaries.queries.ts'
import { isYoung } from './group-summaries.rules.ts'

/** Addresses that are asked: a parish list in a few days, and a bound for who would write to strangers by way of the site. */
const asksOfGroup = defineLimit('summary_asks_of_group', 100, 24 * HOUR)
const asksOfPerson = defineLimit('summary_asks_of_person', 200, 24 * HOUR)
/** A new person asks a few; all who are new together ask not many people of one parish, school or provider. */
const asksOfYoungPerson = defineLimit('summary_asks_of_young_person', 10, 24 * HOUR)
const youngAsksOfDomain = defineLimit('young_summary_asks_of_domain', 50, 24 * HOUR)

type Verb = 'change_words' | 'add_readers' | 'remove_reader'
const record = (ctx: Context, viewer: Viewer, verb: Verb, id: string, detail = {}): Promise<void> =>
  recordAudit(ctx, viewer.id, { action: `group_summaries.${verb}`, target_type: 'group', target_id: id, detail })

export const groupSummaries = {
  'group_summaries.read': async ({ ctx, viewer, input: { id } }) => {
    await checkMember(ctx, viewer, id, isActiveMember)
    return await readSummary(ctx, id, viewer.id)
  },

  'group_summaries.choose': async ({ ctx, viewer, input: { id, has_words, ...times } }) => {
    await lockGroup(ctx, id)
    await checkMember(ctx, viewer, id, mayEditGroup)
    await chooseTimes(ctx, id, times)
    if (has_words !== undefined && (await setHasWords(ctx, id, has_words)))
      await record(ctx, viewer, 'change_words', id, { has_words })
    return await readSummary(ctx, id, viewer.id)
  },

  'group_summaries.take': async ({ ctx, viewer, input: { id, gets_summary } }) => {
    await checkMember(ctx, viewer, id, isActiveMember)
    await setGetsSummary(ctx, id, viewer.id, gets_summary)
    return await readSummary(ctx, id, viewer.id)
  },

  'group_summaries.readers': async ({ ctx, viewer, input: { id } }) => {
    await checkMember(ctx, viewer, id, mayManageGroup)
    return await listReaders(ctx.db, id)
  },

  // The mail server is asked outside a transaction: it may be slow.
  'group_summaries.add_readers': opensTransaction(async ({ ctx: root, once, limits, viewer, input }) => {
    const { id, emails, language } = input
    await checkMember(root, viewer, id, mayManageGroup)
    check(await isInReach(await root.mailRoute(), emails), 'sessions.email_out_of_reach')
    return await once(async (ctx) => {
      await lockGroup(ctx, id)
      await checkMember(ctx, viewer, id, mayManageGroup)
      check(await hasMailServer(ctx), 'group_summaries.no_mail')
      const added = await newAddresses(ctx, id, emails)
      check(added !== undefined, 'group_summaries.too_many')
      const account = ensureFound(await userById(ctx.db, viewer.id), 'sessions.required')
      const is_young = isYoung(account, ctx.clock())
      for (const email of added) {
        if (is_young) {
          await limits.count(asksOfYoungPerson, viewer.id)
          await limits.count(youngAsksOfDomain, email.slice(email.lastIndexOf('@') + 1))
        }
        await limits.count(asksOfGroup, id)
        await limits.count(asksOfPerson, viewer.id)
        await addReader(ctx, { group_id: id, email, language, added_by: viewer.id })
      }
      if (added.length > 0) await record(ctx, viewer, 'add_readers', id, { count: added.length })
      return await listReaders(ctx.db, id)
    })
  }),

  'group_summaries.remove_reader': async ({ ctx, viewer, input: { id, readerId } }) => {
    await checkMember(ctx, viewer, id, mayManageGroup)
    check(await removeReader(ctx, id, readerId), 'group_summaries.no_reader')
    await record(ctx, viewer, 'remove_reader', id)
    return { id: readerId }
  },

  'group_summaries.confirm': async ({ ctx, input: { token } }) => {
    const link = openSummaryYesLink(ctx, token)
    const group_name = link && (await confirmReader(ctx, link))
    check(group_name !== undefined, 'group_summaries.dead_link')
    return { group_name }
  },

  'group_summaries.stop': async ({ ctx, input: { token } }) => {
    const link = openSummaryStopLink(ctx, token)
    check(link !== undefined, 'group_summaries.dead_link')
    // One answer, also to a second press: nothing comes any more.
    await stopSummary(ctx, link)
    return { is_stopped: true }
  },
} satisfies Handlers<'group_summaries'>
