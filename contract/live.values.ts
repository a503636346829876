/**
 * Commits can be in another order than their times: replays of missed events overlap by this much, so that they are sent twice rather than
 * never. Milliseconds.
 */
export const REPLAY_OVERLAP_MS = 10_000
