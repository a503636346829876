import type { Example } from '../runtime/dataset.ts'
import { normalise } from '../runtime/normalise.ts'
import { createRandom, shuffle } from '../runtime/random.ts'

/**
 * Assigns each example a fold (0 to `foldCount` - 1). Spreads the examples of each language and main label evenly;
 * texts that differ only in case, accents, digits, spaces and punctuation share a fold.
 */
export function assignFolds(examples: readonly Example[], foldCount: number, seed: number): number[] {
  const random = createRandom(seed)
  const strata = new Map<string, number[]>()
  examples.forEach((example, index) => {
    const stratum = `${example.language} ${example.labels[0] ?? ''}`
    strata.set(stratum, [...(strata.get(stratum) ?? []), index])
  })
  const folds = examples.map(() => 0)
  const foldOfText = new Map<string, number>()
  let next = 0
  for (const stratum of strata.values()) {
    shuffle(stratum, random)
    for (const index of stratum) {
      const key = toComparable(examples[index]?.text ?? '')
      const known = foldOfText.get(key)
      folds[index] = known ?? next
      if (known !== undefined) continue
      foldOfText.set(key, next)
      next = (next + 1) % foldCount
    }
  }
  return folds
}

/** Returns the normalized letters, marks and digits of a text: equal for near-duplicates. */
export function toComparable(text: string): string {
  return normalise(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
}
