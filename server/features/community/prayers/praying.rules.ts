import { DAY_MS } from '../../../../contract/time.values.ts'
import { PRAY_DIGEST_DELAY_MS, PRAY_UNDO_WINDOW_MS, type PrayerRow } from './prayers.rules.ts'

/** People who could have prayed, from which on nobody can be guessed; and the time in which they were here, in milliseconds. */
export const CROWD = 20
export const CROWD_WINDOW_MS = 2 * DAY_MS

/**
 * Time between a prayer and the notice to the author, in milliseconds. Who hears at once that somebody prayed may know who is
 * awake and at their phone: so they hear it later. The first prayer is told as soon as it cannot be undone where at
 * least `CROWD` others who may read the request were here lately, each of whom it may have been. Never of requests with extra privacy.
 * `readers`: those others, counted up to `CROWD`.
 */
export const prayedNoticeDelay = ({
  pray_count,
  is_guarded,
  readers,
}: Pick<PrayerRow, 'pray_count' | 'is_guarded'> & { readers: number }): number =>
  pray_count === 0 && !is_guarded && readers >= CROWD ? PRAY_UNDO_WINDOW_MS : PRAY_DIGEST_DELAY_MS
