import type { DescribedCategory, KnownCategory, Match, LabelScore } from './classifications.rules.ts'
import { THRESHOLD, findMeant } from './classifications.rules.ts'

export interface Suggestion {
  id: string
  name: string
  score: number
}

/**
 * A classifier's labels as the site's categories: by key or name, else by the description of a category without a key.
 * Each category once; leaves out labels without a category, and those below the threshold.
 */
export function suggest(labelScores: LabelScore[], known: DescribedCategory[]): Suggestion[] {
  const found = new Map<string, Suggestion>()
  for (const { name, score } of labelScores) {
    if (score < THRESHOLD) continue
    const category = findMeant(name, known)
    if (category && !found.has(category.id)) found.set(category.id, { id: category.id, name: category.name, score })
  }
  return [...found.values()]
}

/** A prediction with the current names of its categories. */
export function toSuggestions(matches: Match[], known: KnownCategory[]): Suggestion[] {
  const names = new Map(known.map(({ id, name }) => [id, name]))
  return matches.map(({ category_id, confidence }) => ({
    id: category_id,
    name: names.get(category_id) ?? '',
    score: confidence,
  }))
}
