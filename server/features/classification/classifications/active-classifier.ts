import { type Layer, type SiteCategory, classifyForSite } from '../../../../classifier/runtime/classifier.ts'
import { RemoteError } from '../../../outgoing/service.ts'
import type { Context } from '../../../context.ts'
import { type ErrorCode } from '../../../../contract/errors.ts'
import type { Visibility } from '../../../../contract/prayers.ts'
import type { Publication } from '../../../db/schema.ts'
import { Refusal, check, toProblem } from '../../../http/errors.ts'
import { listKnown, readCorrections } from './corrections.ts'
import { readLearnedModel } from './learning.ts'
import {
  type DescribedCategory,
  type Prediction,
  matchCategories,
  siteCategories,
  maySendToClassifier,
  textOf,
  toPrediction,
} from './classifications.rules.ts'

/** The fields of a stored request that the classifier needs. */
interface ClassifiableText {
  title: string | null
  content: string
  visibility: Visibility
  publication: Publication
  is_guarded: boolean
}

/** The active classifier with the current categories. */
export interface PrayerClassifier {
  model_id: string
  categories: DescribedCategory[]
  /** Classifies by the built-in model and the learned corrections; never waits. */
  classifyBuiltIn(text: string): Prediction
  /** Classifies by the local model, if one is configured. @throws RemoteError */
  classifyLocal(text: string, signal?: AbortSignal): Promise<Prediction>
  /** Classifies by the service or the local model, if one is configured. @throws RemoteError */
  classify(prayer: ClassifiableText, signal?: AbortSignal): Promise<Prediction>
}

export const REMOTE = 'remote'

/** Reads the categories and the latest learned model. The result works without the database. */
export async function openPrayerClassifier(ctx: Context): Promise<PrayerClassifier> {
  const known = await listKnown(ctx.db)
  const learnedModel = await readLearnedModel(ctx)
  const categories = siteCategories(known)
  const own_id = learnedModel.model_id
  const classifyBuiltIn = (text: string): Prediction =>
    classifyWithLayer(ctx, learnedModel.layer, categories, own_id, text)
  const { remoteClassifier, localClassifier } = ctx
  // Corrections also change what a local model predicts, so its id includes the learned version.
  const local_id = `${localClassifier?.id ?? ''}${own_id.slice(ctx.classifier().id.length)}`
  const classifyLocal = async (text: string, signal?: AbortSignal): Promise<Prediction> => {
    if (!localClassifier) throw new RemoteError('unreachable')
    const state = { key: cacheKeyOf(learnedModel.key, known), categories, lessons: () => readCorrections(ctx) }
    const found = await localClassifier.classify(text, state, signal)
    return toPrediction(
      local_id,
      found.map(({ id, score }) => ({ category_id: id, confidence: score })),
    )
  }
  const isLocal = !remoteClassifier && localClassifier?.mayBecomeReady === true
  const model_id = remoteClassifier ? REMOTE : isLocal ? local_id : own_id
  return {
    model_id,
    categories: known,
    classifyBuiltIn,
    classifyLocal,
    classify: async (prayer, signal) => {
      const text = textOf(prayer)
      check(text.trim() !== '', 'classifications.no_content')
      if (isLocal) return await classifyLocal(text, signal)
      if (!remoteClassifier || !maySendToClassifier(ctx.config.classifier_sends, prayer))
        return { ...classifyBuiltIn(text), model_id }
      const { matches, unmatched } = matchCategories(await remoteClassifier.classify(text, signal), known)
      return toPrediction(model_id, matches, unmatched)
    },
  }
}

const cacheKeyOf = (learned: string, known: DescribedCategory[]): string => JSON.stringify([learned, known])

function classifyWithLayer(
  ctx: Context,
  layer: Layer,
  categories: SiteCategory[],
  model_id: string,
  text: string,
): Prediction {
  const found = classifyForSite(ctx.classifier(), layer, text, categories)
  const matches = found.flatMap(({ id, score }) => (id === null ? [] : [{ category_id: id, confidence: score }]))
  return toPrediction(model_id, matches, found.length - matches.length)
}

/** Turns an error of the service into a refusal, for the user who made the call. Returns any other error unchanged. */
export function toRefusal(error: unknown, { many = false } = {}): unknown {
  if (!(error instanceof RemoteError)) return error
  if (many) {
    const isAnswer = error.failure === 'server_error'
    return new Refusal(isAnswer ? 'classifications.server_returned' : 'classifications.failed_many', {
      values: { preview: '…', ...error.values },
    })
  }
  return new Refusal(codeOf(error), { values: error.values })
}

const codeOf = ({ failure }: RemoteError): ErrorCode => `classifications.${failure}`

/** Returns what went wrong with the service, as one sentence. */
export const faultSentence = (error: RemoteError): string =>
  toProblem({ code: codeOf(error), fields: undefined, values: error.values }).detail
