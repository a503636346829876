import { DEFAULT_MODEL } from '../../../../contract/models.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../audit/audit.ts'
import { RemoteError } from '../../../outgoing/service.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../../http/implement.ts'
import { addressKey, MINUTE, defineLimit } from '../../../http/limits/rate-limit.ts'
import { limitConcurrency } from '../../../http/overload/concurrency.ts'
import { listVersions, readLearnedModel, rollBackVersion } from './learning.ts'
import { REMOTE, faultSentence, openPrayerClassifier } from './active-classifier.ts'
import { type Suggestion, toSuggestions, suggest } from './models.rules.ts'

const classifiedOfAddress = defineLimit('classified_of_address', 10, MINUTE)
const suggestionsOfMember = defineLimit('suggestions_of_member', 600, 10 * MINUTE, { kept: false })

const classifyConcurrently = limitConcurrency(8)
const BUILT_IN = 'built-in'

/** The models that can answer, the active one first. */
const usableModels = ({ remoteClassifier, localClassifier }: Context): string[] => [
  ...(remoteClassifier ? [REMOTE] : []),
  ...(localClassifier?.id !== undefined && localClassifier.isReady ? [localClassifier.id] : []),
  BUILT_IN,
]

/**
 * The model that a client names, if it is available; else undefined. Clients may always name `DEFAULT_MODEL`: where it
 * is not available, the active model is used.
 */
function resolveModel(ctx: Context, name: string | undefined): string | undefined {
  const usable = usableModels(ctx)
  if (name !== undefined && usable.includes(name)) return name
  return name === undefined || name === DEFAULT_MODEL ? usable[0] : undefined
}

interface Answer {
  /** The model that answered. */
  model: string
  suggestions: Suggestion[]
  /** Why it was not the chosen one, if that failed. */
  error?: string
}

/** The configured local model, where it should answer and cannot: it has a fault, or is still being loaded. */
const isLocalMissing = ({ remoteClassifier, localClassifier }: Context, name: string | undefined): boolean =>
  name !== BUILT_IN && !remoteClassifier && localClassifier !== undefined && !localClassifier.isReady

/** Classifies a text that is not stored. When the service or the local model fails, the built-in one answers. */
async function classifyText(ctx: Context, text: string, model: string): Promise<Answer> {
  const prayerClassifier = await openPrayerClassifier(ctx)
  const { categories } = prayerClassifier
  let error: string | undefined
  try {
    if (model === REMOTE && ctx.remoteClassifier)
      return { model, suggestions: suggest(await ctx.remoteClassifier.classify(text), categories) }
    if (model !== BUILT_IN) {
      const { matches } = await prayerClassifier.classifyLocal(text)
      return { model, suggestions: toSuggestions(matches, categories) }
    }
  } catch (failure) {
    if (!(failure instanceof RemoteError)) throw failure
    error = faultSentence(failure)
  }
  const suggestions = toSuggestions(prayerClassifier.classifyBuiltIn(text).matches, categories)
  return { model: BUILT_IN, suggestions, ...(error !== undefined && { error }) }
}

const NO_MODEL = 'No folder with this model is set. MODEL_DIR names one.'
const LOADING = 'The model is being loaded.'

export const models = {
  // The text is neither stored nor logged.
  'models.classify': opensTransaction(async ({ ctx, limits, input: { text, model }, exchange }) => {
    if (exchange) await limits.count(classifiedOfAddress, addressKey(exchange.request.ip))
    check(text !== '', 'classifications.no_content')
    const named = ensureFound(resolveModel(ctx, model), 'classifiers.unknown_model')
    const answer = await classifyConcurrently(() => classifyText(ctx, text, named))
    const categories = answer.suggestions.map(({ name, score }) => ({ name, score }))
    const error = isLocalMissing(ctx, model) ? faultSentence(new RemoteError('unreachable')) : answer.error
    return {
      success: true,
      model: answer.model,
      results: [{ categories }],
      predictions: categories,
      ...(error !== undefined && { error }),
    }
  }),

  'models.suggest': opensTransaction(async ({ ctx, limits, viewer, input: { text } }) => {
    await limits.count(suggestionsOfMember, viewer.id)
    // A draft is not sent to a service and does not wait for a slow model.
    const { suggestions } = await classifyText(ctx, text, BUILT_IN)
    const classifier = ctx.classifier()
    return {
      categories: suggestions,
      language: classifier.detectLanguage(text),
      offers_help: classifier.classify(text).alert !== null,
    }
  }),

  'models.models': async ({ ctx }) => {
    const { remoteClassifier, localClassifier } = ctx
    const { model_id } = await readLearnedModel(ctx)
    const [active_model = BUILT_IN] = usableModels(ctx)
    const model = (id: string, is_available: boolean, problem: string | null = null) => ({
      id,
      version: id === BUILT_IN ? model_id : null,
      is_available,
      is_active: id === active_model,
      problem,
    })
    const local_id = localClassifier?.id ?? DEFAULT_MODEL
    const isReady = localClassifier?.isReady === true
    const localProblem = localClassifier ? (localClassifier.problem ?? (isReady ? null : LOADING)) : NO_MODEL
    const fault = remoteClassifier?.fault
    const choices = [
      model(BUILT_IN, true),
      model(local_id, isReady, localProblem),
      ...(local_id === DEFAULT_MODEL ? [] : [model(DEFAULT_MODEL, false, NO_MODEL)]),
      ...(remoteClassifier ? [model(REMOTE, !fault, fault ? faultSentence(fault) : null)] : []),
    ]
    return { default_model: DEFAULT_MODEL, active_model, models: choices }
  },

  'models.versions': async ({ ctx }) => ({
    base_id: ctx.classifier().id,
    items: await listVersions(ctx.db),
  }),

  'models.step_back': async ({ ctx, viewer }) => {
    const { from, until } = ensureFound(await rollBackVersion(ctx), 'classifiers.nothing_learned')
    await recordAudit(ctx, viewer.id, {
      action: 'classifiers.step_back',
      target_type: 'classifier_version',
      target_id: from,
      detail: { until },
    })
    const versions = await listVersions(ctx.db)
    return { active: versions.find(({ is_active }) => is_active) ?? null }
  },
} satisfies Handlers<'models'>
