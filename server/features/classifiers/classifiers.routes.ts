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

/** Which of those that are there is active. */
const activeModel = ({ remote, local }: Context): string => {
  if (remote) return REMOTE
  return local?.id !== undefined && local.isReady ? local.id : BUILT_IN
}

/**
 * The model that a client names, if it is there; else undefined. Whoever names the one that the specification takes for granted
 * takes what is active where that is not there.
 */
function modelNamed(ctx: Context, name: string | undefined): string | undefined {
  const { remote, local } = ctx
  const there = [BUILT_IN, ...(remote ? [REMOTE] : []), ...(local?.id !== undefined && local.isReady ? [local.id] : [])]
  if (name !== undefined && there.includes(name)) return name
  return name === undefined || name === DEFAULT_MODEL ? activeModel(ctx) : undefined
}

/** Sorts a text of which nothing is kept by one of the models; when it is not the built-in one and fails, that answers. */
async function classifyText(ctx: Context, text: string, model: string): Promise<Suggestion[]> {
  const sorter = await openSorter(ctx)
  const { known } = sorter
  try {
    if (model === REMOTE && ctx.remote) return suggest(await ctx.remote.classify(text), known)
    if (model !== BUILT_IN) return present((await sorter.sortLocally(text)).matches, known)
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
  }
  return present(sorter.sortHere(text).matches, known)
}

export const classifiers = {
  // The text is neither stored nor logged.
  'classifiers.classify': opensTransaction(async ({ ctx, limits, input: { text, model }, exchange }) => {
    if (exchange) await limits.count('classified_of_address', addressKey(exchange.request.ip))
    check(text !== '', 'classifications.no_content')
    const named = found(modelNamed(ctx, model), 'classifiers.unknown_model')
    if (running >= MOST_AT_ONCE) throw new Refusal('server.unavailable', { retry_after: 1 })
    running += 1
    try {
      const categories = (await classifyText(ctx, text, named)).map(({ name, score }) => ({ name, score }))
      return { success: true, results: [{ categories }], predictions: categories }
    } finally {
      running -= 1
    }
  }),

  'classifiers.suggest': opensTransaction(async ({ ctx, limits, viewer, input: { text } }) => {
    await limits.count('suggestions_of_member', viewer.id)
    // What somebody is still writing leaves the server for no service, and waits for no model that is slow.
    return { categories: await classifyText(ctx, text, BUILT_IN), language: ctx.classifier().detectLanguage(text) }
  }),

  'classifiers.models': async ({ ctx }) => {
    const { remote, local } = ctx
    const { model_id } = await readLearned(ctx)
    const active_model = activeModel(ctx)
    const model = (id: string, is_available: boolean, problem: string | null = null) => ({
      id,
      version: id === BUILT_IN ? model_id : null,
      is_available,
      is_active: id === active_model,
      problem,
    })
    const local_id = local?.id ?? DEFAULT_MODEL
    const models = [
      model(BUILT_IN, true),
      model(local_id, local?.isReady === true, local?.problem ?? null),
      ...(local_id === DEFAULT_MODEL ? [] : [model(DEFAULT_MODEL, false)]),
      ...(remote ? [model(REMOTE, !remote.isResting)] : []),
    ]
    return { default_model: DEFAULT_MODEL, active_model, models }
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
