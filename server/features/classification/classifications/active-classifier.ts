import type { Selectable } from 'kysely'
import { classifyForSite } from '../../../../classifier/runtime/classifier.ts'
import { RemoteError } from '../../../outgoing/service.ts'
import type { Context } from '../../../context.ts'
import { type ErrorCode } from '../../../../contract/errors.ts'
import type { Schema } from '../../../db/schema.ts'
import { Refusal, check, toProblem } from '../../../http/errors.ts'
import { listKnown, readCorrections } from './corrections.ts'
import { readLearnedModel } from './learning.ts'
import {
  type Prediction,
  matchCategories,
  siteCategories,
  maySendToClassifier,
  textOf,
  toPrediction,
} from './classifications.rules.ts'

/** The fields of a stored request that the classifier needs. */
type ClassifiableText = Pick<
  Selectable<Schema['prayers']>,
  'title' | 'content' | 'visibility' | 'publication' | 'is_guarded'
>

export const REMOTE = 'remote'

/** Opens the active classifier with the current categories and the latest learned model. It works without the database. */
export async function openPrayerClassifier(ctx: Context) {
  const categories = await listKnown(ctx.db)
  const ofSite = siteCategories(categories)
  const { layer, key, model_id: own_id } = await readLearnedModel(ctx)
  const { remoteClassifier, localClassifier } = ctx
  /** Classifies by the built-in model and the learned corrections; never waits. */
  const classifyBuiltIn = (text: string): Prediction => {
    const found = classifyForSite(ctx.classifier(), layer, text, ofSite)
    const matches = found.flatMap(({ id, score }) => (id === null ? [] : [{ category_id: id, confidence: score }]))
    return toPrediction(own_id, matches, found.length - matches.length)
  }
  // Corrections also change what a local model predicts, so its id includes the learned version.
  const local_id = `${localClassifier?.id ?? ''}${own_id.slice(ctx.classifier().id.length)}`
  /** Classifies by the local model, if one is configured. @throws RemoteError */
  const classifyLocal = async (text: string, signal?: AbortSignal): Promise<Prediction> => {
    if (!localClassifier) throw new RemoteError('unreachable')
    const cache_key = JSON.stringify([key, categories])
    const state = { key: cache_key, categories: ofSite, lessons: async () => (await readCorrections(ctx)).corrections }
    const found = await localClassifier.classify(text, state, signal)
    return toPrediction(
      local_id,
      found.map(({ id, score }) => ({ category_id: id, confidence: score })),
    )
  }
  const isLocal = !remoteClassifier && localClassifier?.mayBecomeReady === true
  const model_id = remoteClassifier ? REMOTE : isLocal ? local_id : own_id
  /** Classifies by the service or the local model, if one is configured. @throws RemoteError */
  const classify = async (prayer: ClassifiableText, signal?: AbortSignal): Promise<Prediction> => {
    const text = textOf(prayer)
    check(text.trim() !== '', 'classifications.no_content')
    if (isLocal) return await classifyLocal(text, signal)
    if (!remoteClassifier || !maySendToClassifier(ctx.config.classifier_sends, prayer))
      return { ...classifyBuiltIn(text), model_id }
    const { matches, unmatched } = matchCategories(await remoteClassifier.classify(text, signal), categories)
    return toPrediction(model_id, matches, unmatched)
  }
  return { model_id, categories, classifyBuiltIn, classifyLocal, classify }
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
