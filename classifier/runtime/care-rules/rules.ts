/**
 * Phrases of one language, in everyday spelling. `*` is a gap of a few words, `(a|b)` an alternative, `(a|)` an
 * optional part, `~` at the end of a word any ending, `(?<=(^|\\n) )` the beginning of a sentence.
 */
export interface CareRules {
  /** Danger to the author. */
  readonly self: readonly string[]
  /** Danger to another person. */
  readonly third: readonly string[]
  readonly home: readonly string[]
  /** Signs that count only when the text is about a heavy topic: see `heavy`. */
  readonly weak: readonly string[]
  /** Idioms, Scripture and news with the same words but no danger: removed before the search. */
  readonly quiet: readonly string[]
  /** Phrases that mark a sentence as describing past trouble. */
  readonly past: readonly string[]
}
