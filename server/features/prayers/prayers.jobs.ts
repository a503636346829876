import type { Context } from '../../context.ts'
import { now } from '../../context.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import { recountingCategories } from './prayers.queries.ts'

/**
 * Sorts a request into categories. Links that a person made stay as they are, and where there are any the classifier adds none.
 * Reads, decides and writes in one transaction, so it can never put an old text's categories on a new text.
 */
export const classifyPrayer =
  (root: Context): JobHandler =>
  async ({ id }) => {
    await root.transaction(async (ctx) => {
      const { db } = ctx
      const classifier = ctx.classifier()
      const prayer = await db
        .selectFrom('prayers')
        .select(['id', 'title', 'content', 'language', 'listed_at'])
        .where('id', '=', String(id))
        .where('publication', '!=', 'deleted')
        .executeTakeFirst()
      if (!prayer) return
      const text = [prayer.title, prayer.content].filter(Boolean).join('\n')
      const { labels, scores } = classifier.classify(text)
      const categories = await db
        .selectFrom('categories')
        .select(['id', 'key'])
        .where('key', 'in', [...labels, ''])
        .execute()
      const byKey = new Map(categories.map((category) => [category.key, category.id]))
      const links = labels.flatMap((label, position) => {
        const category_id = byKey.get(label)
        return category_id === undefined ? [] : [{ category_id, position, confidence: scores[label] }]
      })
      const at = now(ctx)
      await recountingCategories(db, prayer.id, async () => {
        const ofPeople = await db
          .selectFrom('prayer_categories')
          .select('category_id')
          .where('prayer_request_id', '=', prayer.id)
          .where('is_machine_generated', '=', false)
          .execute()
        if (ofPeople.length > 0) return
        await db.deleteFrom('prayer_categories').where('prayer_request_id', '=', prayer.id).execute()
        if (links.length === 0) return
        await db
          .insertInto('prayer_categories')
          .values(
            links.map((link) => ({
              ...link,
              prayer_request_id: prayer.id,
              is_machine_generated: true,
              listed_at: prayer.listed_at,
              created_at: at,
            })),
          )
          .execute()
      })
      const said = {
        model_id: classifier.id,
        labels: JSON.stringify(labels),
        scores: JSON.stringify(scores),
        classified_at: at,
      }
      await db
        .insertInto('classifications')
        .values({ prayer_request_id: prayer.id, ...said })
        .onConflict((conflict) => conflict.column('prayer_request_id').doUpdateSet(said))
        .execute()
      const language = prayer.language ?? classifier.detectLanguage(text)
      if (language !== prayer.language)
        await db.updateTable('prayers').set({ language }).where('id', '=', prayer.id).execute()
    })
  }

export const prayerJobs = (ctx: Context): Record<string, JobHandler> => ({ 'prayers.classify': classifyPrayer(ctx) })
