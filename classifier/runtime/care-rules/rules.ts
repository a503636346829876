/**
 * Phrases of one language, in everyday spelling. `*` is a gap of a few words, `(a|b)` a choice, `(a|)` something that may be
 * left out, `~` at the end of a word any ending.
 */
export interface CareRules {
  /** Said of oneself. */
  readonly self: readonly string[]
  /** Said of another person. */
  readonly third: readonly string[]
  readonly home: readonly string[]
  /** Signs that mean danger only where the text is heavy: see `heavy`. */
  readonly weak: readonly string[]
  /** Sayings, Scripture and news that hold such words and mean no danger: taken out before anything is looked for. */
  readonly quiet: readonly string[]
  /** A sentence with one of these tells of trouble that is over. */
  readonly past: readonly string[]
}
