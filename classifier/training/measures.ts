/** Expected and predicted category keys of a text, the main one first. */
export interface Outcome<Key extends string> {
  readonly expected: readonly Key[]
  readonly predicted: readonly Key[]
}

/** Shares between 0 and 1; 0 where the divisor is 0. */
export interface Measures {
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** Number of texts with the label, or of labels in total. */
  readonly support: number
}

/** Returns precision, recall and F1 of one label. */
export function measureLabel<Key extends string>(outcomes: readonly Outcome<Key>[], label: Key): Measures {
  const wanted = outcomes.filter((outcome) => outcome.expected.includes(label)).length
  const found = outcomes.filter((outcome) => outcome.predicted.includes(label)).length
  const hits = outcomes.filter(
    (outcome) => outcome.expected.includes(label) && outcome.predicted.includes(label),
  ).length
  return toMeasures(hits, wanted, found)
}

/** Returns micro-averaged precision, recall and F1 over all labels of all texts. */
export function measureAll<Key extends string>(outcomes: readonly Outcome<Key>[]): Measures {
  let [hits, wanted, found] = [0, 0, 0]
  for (const outcome of outcomes) {
    hits += outcome.predicted.filter((label) => outcome.expected.includes(label)).length
    wanted += outcome.expected.length
    found += outcome.predicted.length
  }
  return toMeasures(hits, wanted, found)
}

/** Returns the share of texts whose main label is correct; for a text without a label, that none was predicted. */
export function mainAccuracy<Key extends string>(outcomes: readonly Outcome<Key>[]): number {
  return share(outcomes, ({ expected, predicted }) => expected[0] === predicted[0])
}

/** Returns the share of texts with exactly the wanted labels, in any order. */
export function exactMatch<Key extends string>(outcomes: readonly Outcome<Key>[]): number {
  return share(outcomes, ({ expected, predicted }) => {
    return expected.length === predicted.length && expected.every((label) => predicted.includes(label))
  })
}

/** Returns the share of outcomes for which `isRight` is true. */
export function share<Item>(items: readonly Item[], isRight: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(isRight).length / items.length
}

function toMeasures(hits: number, wanted: number, found: number): Measures {
  const precision = found === 0 ? 0 : hits / found
  const recall = wanted === 0 ? 0 : hits / wanted
  const f1 = wanted + found === 0 ? 0 : (2 * hits) / (wanted + found)
  return { precision, recall, f1, support: wanted }
}

export const percent = (part: number): string => `${(part * 100).toFixed(1)} %`
