import { type Layer, type SiteCategory, classifyForSite } from '../../../../classifier/runtime/classifier.ts'
import { RemoteError } from '../../../outgoing/service.ts'
import type { Context } from '../../../context.ts'
import { type ErrorCode } from '../../../../contract/errors.ts'
import { Refusal, check } from '../../../http/errors.ts'
import { readLearnedModel, readCorrections } from './learning.ts'
import {
  type DescribedCategory,
  type Match,
  MAX_MATCHES,
  matchCategories,
  siteCategories,
  textOf,
} from './classifications.rules.ts'

/** What is asked about: a request as it is stored. */
interface ClassifiableText {
  title: string | null
  content: string
  visibility: string
  is_guarded: boolean
}

export interface Prediction {
  /** Whose opinion it is. */
  model_id: string
  matches: Match[]
  /** How many of its words mean no category here. */
  unmatched: number
}

/** Whoever sorts requests at the moment, with the categories that there are. */
export interface PrayerClassifier {
  model_id: string
  categories: DescribedCategory[]
  /** Sorts by the built-in model and what the site has learned; never waits. */
  classifyBuiltIn(text: string): Prediction
  /** Asks the model of a folder, where one is set. @throws RemoteError */
  classifyLocal(text: string, signal?: AbortSignal): Promise<Prediction>
  /** Asks the service or the local model in its place, where one is set. @throws RemoteError */
  classify(prayer: ClassifiableText, signal?: AbortSignal): Promise<Prediction>
}

export const REMOTE = 'remote'

/** What is written for oneself, or about people at risk, is sorted here and sent nowhere. */
const maySendToRemote = ({ visibility, is_guarded }: ClassifiableText): boolean =>
  visibility !== 'private' && !is_guarded

/** Reads the categories and the newest of what was learned. Everything after that works without the database. */
export async function openPrayerClassifier(ctx: Context): Promise<PrayerClassifier> {
  const known = await ctx.db
    .selectFrom('categories')
    .select(['id', 'key', 'name', 'description'])
    .orderBy('order')
    .execute()
  const learnedModel = await readLearnedModel(ctx)
  const categories = siteCategories(known)
  const own_id = learnedModel.model_id
  const classifyBuiltIn = (text: string): Prediction =>
    classifyWithLayer(ctx, learnedModel.layer, categories, own_id, text)
  const { remoteClassifier, localClassifier } = ctx
  // The lessons shape what a local model says, too: so its opinion is of today's.
  const local_id = `${localClassifier?.id ?? ''}${own_id.slice(ctx.classifier().id.length)}`
  const classifyLocal = async (text: string, signal?: AbortSignal): Promise<Prediction> => {
    if (!localClassifier) throw new RemoteError('unreachable')
    const state = { key: cacheKeyOf(learnedModel.key, known), categories, lessons: () => readCorrections(ctx) }
    const found = await localClassifier.classify(text, state, signal)
    return {
      model_id: local_id,
      matches: found.map(({ id, score }) => ({ category_id: id, confidence: score })),
      unmatched: 0,
    }
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
      if (!remoteClassifier || !maySendToRemote(prayer)) return { ...classifyBuiltIn(text), model_id }
      return { model_id, ...matchCategories(await remoteClassifier.classify(text, signal), known) }
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
  return { model_id, matches: matches.slice(0, MAX_MATCHES), unmatched: found.length - matches.length }
}

/** A failure of the service as a refusal, for the person who asked. Whatever else was thrown stays as it is. */
export function toRefusal(error: unknown, { many = false } = {}): unknown {
  if (!(error instanceof RemoteError)) return error
  if (many) {
    const isAnswer = error.failure === 'server_error'
    return new Refusal(isAnswer ? 'classifications.server_returned' : 'classifications.failed_many', {
      values: error.values,
    })
  }
  const code: ErrorCode = `classifications.${error.failure}`
  return new Refusal(code, { values: error.values })
}
