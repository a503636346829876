import type { Context } from '../../../context.ts'
import { mergeSearchIndex } from '../../../db/search.ts'
import type { JobHandlers, JobKind } from '../../../jobs/kinds.ts'
import { doneOnce, untilDone } from '../../../jobs/once.ts'
import {
  archiveQuietPrayers,
  promptExpectedPrayers,
  promptQuietPrayers,
  purgeDeletedPrayers,
  purgeDeletedUpdates,
} from './prayer-lifecycle.ts'
import { publishPrayed } from './prayer-events.ts'
import { reorderWaiting } from './praying.commands.ts'

/** A page at a time, each in a transaction of its own that begins where the one before ended, so that others can write between. */
const walk =
  <Cursor>(root: Context, page: (ctx: Context, after: Cursor | null) => Promise<Cursor | null>) =>
  async (): Promise<void> => {
    let after: Cursor | null = null
    do {
      const from: Cursor | null = after
      after = await root.transaction((ctx) => page(ctx, from))
    } while (after !== null)
  }

const purge = (root: Context) => async (): Promise<void> => {
  await untilDone(root, purgeDeletedPrayers)()
  await untilDone(root, purgeDeletedUpdates)()
  await root.transaction((ctx) => mergeSearchIndex(ctx.db))
}

// Classifying is done where the classifier is.
type PrayerJob = Exclude<Extract<JobKind, `prayers.${string}`>, 'prayers.classify'>

export const prayerJobs = (ctx: Context): JobHandlers<PrayerJob> => ({
  'prayers.order_waiting': walk(ctx, reorderWaiting),
  'prayers.ask_quiet': untilDone(ctx, promptQuietPrayers),
  'prayers.archive_quiet': untilDone(ctx, archiveQuietPrayers),
  'prayers.ask_expected': walk(ctx, promptExpectedPrayers),
  'prayers.purge_deleted': purge(ctx),
  'prayers.tell_prayed': doneOnce(ctx, publishPrayed),
})
