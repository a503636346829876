import { found } from '../../http/errors.ts'
import type { Handlers } from '../../http/implement.ts'
import { allCategories, categoryCounts, oneCategory } from './categories.queries.ts'

export const categories = {
  'categories.list': ({ ctx }) => allCategories(ctx.db),
  'categories.counts': ({ ctx }) => categoryCounts(ctx.db),
  'categories.one': async ({ ctx, input }) => found(await oneCategory(ctx.db, input.id), 'categories.not_found'),
} satisfies Handlers<'categories'>
