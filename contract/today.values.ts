/** Why a request comes to a person today, in the order in which it comes. */
export const todayReasons = ['day', 'list', 'following', 'group', 'waiting'] as const
export type TodayReason = (typeof todayReasons)[number]

/** How many requests a person is given on a day. */
export const MIN_TODAY = 3
export const MAX_TODAY = 15
export const DEFAULT_TODAY = 7
