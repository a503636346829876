/** What a text should get and what it got: category keys, the main one first. */
export interface Outcome<Key extends string> {
  readonly expected: readonly Key[]
  readonly predicted: readonly Key[]
}

/** Shares between 0 and 1; 0 where there is nothing to divide by. */
export interface Measures {
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** How many texts carry the label, or how many labels there are in all. */
  readonly support: number
}

/** Precision, recall and F1 of one label. */
export function measureLabel<Key extends string>(outcomes: readonly Outcome<Key>[], label: Key): Measures {
  const wanted = outcomes.filter((outcome) => outcome.expected.includes(label)).length
  const found = outcomes.filter((outcome) => outcome.predicted.includes(label)).length
  const hits = outcomes.filter(
    (outcome) => outcome.expected.includes(label) && outcome.predicted.includes(label),
  ).length
  return toMeasures(hits, wanted, found)
}

/** Precision, recall and F1 over all labels of all texts counted alike. */
export function measureAll<Key extends string>(outcomes: readonly Outcome<Key>[]): Measures {
  let [hits, wanted, found] = [0, 0, 0]
  for (const outcome of outcomes) {
    hits += outcome.predicted.filter((label) => outcome.expected.includes(label)).length
    wanted += outcome.expected.length
    found += outcome.predicted.length
  }
  return toMeasures(hits, wanted, found)
}

/** The share of texts whose main label is right; of a text without a label, that none was given. */
export function mainAccuracy<Key extends string>(outcomes: readonly Outcome<Key>[]): number {
  return share(outcomes, ({ expected, predicted }) => expected[0] === predicted[0])
}

/** The share of texts with exactly the wanted labels, in any order. */
export function exactMatch<Key extends string>(outcomes: readonly Outcome<Key>[]): number {
  return share(outcomes, ({ expected, predicted }) => {
    return expected.length === predicted.length && expected.every((label) => predicted.includes(label))
  })
}

/** The share of outcomes for which `isRight` holds. */
export function share<Item>(items: readonly Item[], isRight: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(isRight).length / items.length
}

function toMeasures(hits: number, wanted: number, found: number): Measures {
  const precision = found === 0 ? 0 : hits / found
  const recall = wanted === 0 ? 0 : hits / wanted
  const f1 = wanted + found === 0 ? 0 : (2 * hits) / (wanted + found)
  return { precision, recall, f1, support: wanted }
}
