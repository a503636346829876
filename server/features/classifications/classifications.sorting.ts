import { type Layer, type SiteCategory, sort } from '../../../classifier/src/classifier.ts'
import { RemoteError } from '../../outgoing/service.ts'
import type { Context } from '../../context.ts'
import { type ErrorCode } from '../../../contract/errors.ts'
import { Refusal, check } from '../../http/errors.ts'
import { readLearned, readLessons } from './classifications.learning.ts'
import {
  type DescribedCategory,
  type Match,
  MOST_NAMED,
  matchCategories,
  siteCategories,
  textOf,
} from './classifications.rules.ts'

/** What is asked about: a request as it is stored. */
interface Text {
  title: string | null
  content: string
  visibility: string
  is_guarded: boolean
}

export interface Said {
  /** Whose opinion it is. */
  model_id: string
  matches: Match[]
  /** How many of its words mean no category here. */
  unmatched: number
}

/** Whoever sorts requests at the moment, with the categories that there are. */
export interface Sorter {
  model_id: string
  known: DescribedCategory[]
  /** Sorts by the built-in model and what the site has learned; never waits. */
  sortHere(text: string): Said
  /** Asks the model of a folder, where one is set. @throws RemoteError */
  sortLocally(text: string, signal?: AbortSignal): Promise<Said>
  /** Asks the service or the local model in its place, where one is set. @throws RemoteError */
  ask(prayer: Text, signal?: AbortSignal): Promise<Said>
}

export const REMOTE = 'remote'

/** What is written for oneself, or about people at risk, is sorted here and sent nowhere. */
const mayLeave = ({ visibility, is_guarded }: Text): boolean => visibility !== 'private' && !is_guarded

/** Reads the categories and the newest of what was learned. Everything after that works without the database. */
export async function openSorter(ctx: Context): Promise<Sorter> {
  const known = await ctx.db
    .selectFrom('categories')
    .select(['id', 'key', 'name', 'description'])
    .orderBy('order')
    .execute()
  const learned = await readLearned(ctx)
  const categories = siteCategories(known)
  const own_id = learned.model_id
  const sortHere = (text: string): Said => sortBy(ctx, learned.layer, categories, own_id, text)
  const { remote, local } = ctx
  // The lessons shape what a local model says, too: so its opinion is of today's.
  const local_id = `${local?.id ?? ''}${own_id.slice(ctx.classifier().id.length)}`
  const sortLocally = async (text: string, signal?: AbortSignal): Promise<Said> => {
    if (!local) throw new RemoteError('unreachable')
    const state = { key: keyOf(learned.key, known), categories, lessons: () => readLessons(ctx) }
    const found = await local.classify(text, state, signal)
    return {
      model_id: local_id,
      matches: found.map(({ id, score }) => ({ category_id: id, confidence: score })),
      unmatched: 0,
    }
  }
  const isLocal = !remote && local?.isHopeful === true
  const model_id = remote ? REMOTE : isLocal ? local_id : own_id
  return {
    model_id,
    known,
    sortHere,
    sortLocally,
    ask: async (prayer, signal) => {
      const text = textOf(prayer)
      check(text.trim() !== '', 'classifications.no_content')
      if (isLocal) return await sortLocally(text, signal)
      if (!remote || !mayLeave(prayer)) return { ...sortHere(text), model_id }
      return { model_id, ...matchCategories(await remote.classify(text, signal), known) }
    },
  }
}

const keyOf = (learned: string, known: DescribedCategory[]): string => JSON.stringify([learned, known])

function sortBy(ctx: Context, layer: Layer, categories: SiteCategory[], model_id: string, text: string): Said {
  const found = sort(ctx.classifier(), layer, text, categories)
  const matches = found.flatMap(({ id, score }) => (id === null ? [] : [{ category_id: id, confidence: score }]))
  return { model_id, matches: matches.slice(0, MOST_NAMED), unmatched: found.length - matches.length }
}

/** A failure of the service as a refusal, for the person who asked. Whatever else was thrown stays as it is. */
export function asRefusal(error: unknown, { many = false } = {}): unknown {
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
