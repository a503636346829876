/**
 * True if the emails of a group may hold a request: its author let it in while the group's owner had words in them, and so knew whom they
 * reach. `was`: whether they may already; false for a request that is new in the group.
 */
export const isInSummary = (
  let_in: boolean | undefined,
  { was, has_words }: { was: boolean; has_words: boolean },
): boolean => (let_in === undefined ? was : let_in && (was || has_words))
