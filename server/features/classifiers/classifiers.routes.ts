import { DEFAULT_MODEL } from '../../../contract/classifiers.ts'
import type { Context } from '../../context.ts'
import { Refusal, check } from '../../http/errors.ts'
import { type Handlers, opensTransaction } from '../../http/implement.ts'
import { addressKey } from '../../http/rate-limit.ts'
import { type Suggestion, suggest } from './classifiers.rules.ts'

/** Open calls that are being answered at one time; the next is asked to come back. */
const MOST_AT_ONCE = 8
const BUILT_IN = 'built-in'
let running = 0

async function classifyText(ctx: Context, text: string): Promise<Suggestion[]> {
  const { labels, scores } = ctx.classifier().classify(text)
  const known = await ctx.db.selectFrom('categories').select(['id', 'key', 'name', 'description']).execute()
  return suggest(
    labels.map((name) => ({ name, score: scores[name] })),
    known,
  )
}

export const classifiers = {
  // The text is neither stored nor logged.
  'classifiers.classify': opensTransaction(async ({ ctx, limits, input: { text }, exchange }) => {
    if (exchange) await limits.count('classified_of_address', addressKey(exchange.request.ip))
    check(text !== '', 'classifications.no_content')
    if (running >= MOST_AT_ONCE) throw new Refusal('server.unavailable', { retry_after: 1 })
    running += 1
    try {
      const categories = (await classifyText(ctx, text)).map(({ name, score }) => ({ name, score }))
      return { success: true, results: [{ categories }], predictions: categories }
    } finally {
      running -= 1
    }
  }),

  'classifiers.suggest': opensTransaction(async ({ ctx, limits, viewer, input: { text } }) => {
    await limits.count('suggestions_of_member', viewer.id)
    return { categories: await classifyText(ctx, text), language: ctx.classifier().detectLanguage(text) }
  }),

  'classifiers.models': ({ ctx }) => {
    const models = [
      { id: BUILT_IN, version: ctx.classifier().id, is_available: true, is_active: true },
      { id: DEFAULT_MODEL, version: null, is_available: false, is_active: false },
    ]
    return Promise.resolve({ default_model: DEFAULT_MODEL, active_model: BUILT_IN, models })
  },
} satisfies Handlers<'classifiers'>
