import { DEFAULT_MODEL } from '../../../contract/classifiers.ts'
import type { Context } from '../../context.ts'
import { recordAct } from '../../audit/audit.ts'
import { RemoteError } from '../../outgoing/service.ts'
import { Refusal, check, found } from '../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../http/implement.ts'
import { addressKey } from '../../http/rate-limit.ts'
import { listVersions, readLearned, stepBack } from '../classifications/classifications.learning.ts'
import { REMOTE, openSorter } from '../classifications/classifications.sorting.ts'
import { type Suggestion, present, suggest } from './classifiers.rules.ts'

/** Open calls that are being answered at one time; the next is asked to come back. */
const MOST_AT_ONCE = 8
const BUILT_IN = 'built-in'
let running = 0

/** Sorts a text of which nothing is kept. The service in place of the built-in model is asked where `isSent`; when it fails, this one answers. */
async function classifyText(ctx: Context, text: string, { isSent = false } = {}): Promise<Suggestion[]> {
  const sorter = await openSorter(ctx)
  const here = () => present(sorter.sortHere(text).matches, sorter.known)
  if (!isSent || !ctx.remote) return here()
  try {
    return suggest(await ctx.remote.classify(text), sorter.known)
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    return here()
  }
}

export const classifiers = {
  // The text is neither stored nor logged.
  'classifiers.classify': opensTransaction(async ({ ctx, limits, input: { text }, exchange }) => {
    if (exchange) await limits.count('classified_of_address', addressKey(exchange.request.ip))
    check(text !== '', 'classifications.no_content')
    if (running >= MOST_AT_ONCE) throw new Refusal('server.unavailable', { retry_after: 1 })
    running += 1
    try {
      const categories = (await classifyText(ctx, text, { isSent: true })).map(({ name, score }) => ({ name, score }))
      return { success: true, results: [{ categories }], predictions: categories }
    } finally {
      running -= 1
    }
  }),

  'classifiers.suggest': opensTransaction(async ({ ctx, limits, viewer, input: { text } }) => {
    await limits.count('suggestions_of_member', viewer.id)
    // What somebody is still writing leaves the server for no service.
    return { categories: await classifyText(ctx, text), language: ctx.classifier().detectLanguage(text) }
  }),

  'classifiers.models': async ({ ctx }) => {
    const { remote } = ctx
    const { model_id } = await readLearned(ctx)
    const models = [
      { id: BUILT_IN, version: model_id, is_available: true, is_active: !remote },
      { id: DEFAULT_MODEL, version: null, is_available: false, is_active: false },
      ...(remote ? [{ id: REMOTE, version: null, is_available: !remote.isResting, is_active: true }] : []),
    ]
    return { default_model: DEFAULT_MODEL, active_model: remote ? REMOTE : BUILT_IN, models }
  },

  'classifiers.versions': async ({ ctx }) => ({
    base_id: ctx.classifier().id,
    items: await listVersions(ctx.db),
  }),

  'classifiers.step_back': async ({ ctx, viewer }) => {
    const { from, until } = found(await stepBack(ctx), 'classifiers.nothing_learned')
    await recordAct(ctx, viewer.id, {
      action: 'classifiers.step_back',
      target_type: 'classifier_version',
      target_id: from,
      detail: { until },
    })
    const versions = await listVersions(ctx.db)
    return { active: versions.find(({ is_active }) => is_active) ?? null }
  },
} satisfies Handlers<'classifiers'>
