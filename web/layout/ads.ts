/** The places where an advertisement could stand, with the numbers that name them. */
export const adIds = { leaderboard: 101, top: 103, middle: 104, bottom: 105, sidebar: 106, default: 108 } as const
export type AdPlace = keyof typeof adIds

/** Width and height. CSS pixels. */
export const adSizes = {
  leaderboard: [728, 90],
  banner: [320, 50],
  rectangle: [300, 250],
  sidebar: [160, 600],
} as const

/** Never: a page loads nothing from other sites, and nobody is followed while praying. */
export const adsEnabled = (): boolean => false

/** Items of a long list from one advertisement to the next. */
const SPACING = 6

/** Whether one may stand after an item of a list. `index` counts from 0. */
export const adAfter = (index: number): boolean => index % SPACING === SPACING - 1
