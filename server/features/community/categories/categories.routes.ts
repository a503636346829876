import { recordAudit } from '../../../audit/audit.ts'
import type { Context } from '../../../context.ts'
import { isUnchanged, pickChanges } from '../../../http/changes.ts'
import { check, ensureFound } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import type { Viewer } from '../../../http/session.ts'
import { lockAdmins } from '../../identity/users/users.queries.ts'
import { listCategories, categoryCounts, isCategoryNameTaken, findCategory } from './categories.queries.ts'
import { deleteCategory, insertCategory, lockPrayersOf, moveCategory, updateCategory } from './categories.commands.ts'

type Verb = 'create' | 'edit' | 'order' | 'delete'
const record = (ctx: Context, viewer: Viewer, act: Verb, id: string, detail: Record<string, unknown>) =>
  recordAudit(ctx, viewer.id, { action: `categories.${act}`, target_type: 'category', target_id: id, detail })

// Without the lock, two administrators would count the same categories and give one place or name twice.
export const categories = {
  'categories.list': ({ ctx }) => listCategories(ctx.db),
  'categories.counts': ({ ctx }) => categoryCounts(ctx.db),
  'categories.one': async ({ ctx, input }) => ensureFound(await findCategory(ctx.db, input.id), 'categories.not_found'),

  'categories.create': async ({ ctx, viewer, input }) => {
    await lockAdmins(ctx)
    check(!(await isCategoryNameTaken(ctx.db, input.name)), 'categories.name_taken')
    const category = await insertCategory(ctx, input)
    if (input.order !== undefined) await moveCategory(ctx, category, input.order)
    await record(ctx, viewer, 'create', category.id, { ...input })
    return ensureFound(await findCategory(ctx.db, category.id), 'categories.not_found')
  },

  'categories.edit': async ({ ctx, viewer, input: { id, ...change } }) => {
    await lockAdmins(ctx)
    const before = ensureFound(await findCategory(ctx.db, id), 'categories.not_found')
    const changes = pickChanges(before, change)
    if (isUnchanged(changes)) return before
    const { order, ...words } = changes
    if (words.name !== undefined) check(!(await isCategoryNameTaken(ctx.db, words.name, id)), 'categories.name_taken')
    if (!isUnchanged(words)) await updateCategory(ctx, id, words)
    if (order !== undefined) await moveCategory(ctx, before, order)
    await record(ctx, viewer, 'edit', id, changes)
    return ensureFound(await findCategory(ctx.db, id), 'categories.not_found')
  },

  'categories.order': async ({ ctx, viewer, input: { id, order } }) => {
    await lockAdmins(ctx)
    const category = ensureFound(await findCategory(ctx.db, id), 'categories.not_found')
    await moveCategory(ctx, category, order)
    await record(ctx, viewer, 'order', id, { order })
    return await listCategories(ctx.db)
  },

  'categories.delete': async ({ ctx, viewer, input: { id, move_to } }) => {
    // First, as everybody who changes one of them, or decides about it and then about the account of its author.
    await lockPrayersOf(ctx, id)
    await lockAdmins(ctx)
    const { name } = ensureFound(await findCategory(ctx.db, id), 'categories.not_found')
    if (move_to !== undefined) ensureFound(await findCategory(ctx.db, move_to), 'categories.not_found')
    await deleteCategory(ctx, id, move_to)
    await record(ctx, viewer, 'delete', id, { name, move_to: move_to ?? null })
    return { id }
  },
} satisfies Handlers<'categories'>
