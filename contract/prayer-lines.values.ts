/** Code points. */
export const MAX_LINE_LENGTH = 280
/**
 * Phrases that a person can leave under a request instead of words of their own. Their sentences are in
 * `messages/<lang>/lines.json`: each reader reads them in their own language.
 */
export const linePhrases = [
  'thinking_of_you',
  'not_alone',
  'prayed_now',
  'keep_praying',
  'with_you_today',
  'your_words_stayed',
  'one_day',
  'rest_tonight',
  'no_words',
  'peace_to_you',
  'god_knows_you',
  'carried',
  'thank_you_for_asking',
  'glad_with_you',
  'strength_for_tomorrow',
  'light_a_candle',
  'brokenhearted',
  'shepherd',
  'do_not_fear',
  'heavy_laden',
  'refuge',
  'new_every_morning',
  'peace_i_leave',
  'nothing_separates',
] as const
