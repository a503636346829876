/** Positions of advertisements, with their numeric ids. */
export const adIds = { leaderboard: 101, top: 103, middle: 104, bottom: 105, sidebar: 106, default: 108 } as const
export type AdPlace = keyof typeof adIds

/** Width and height, in CSS pixels. */
export const adSizes = {
  leaderboard: [728, 90],
  banner: [320, 50],
  rectangle: [300, 250],
  sidebar: [160, 600],
} as const
export type AdSize = keyof typeof adSizes

/** The size of each position, unless another one is asked for. */
export const usualSizes = {
  leaderboard: 'leaderboard',
  top: 'banner',
  middle: 'rectangle',
  bottom: 'banner',
  sidebar: 'sidebar',
  default: 'rectangle',
} as const satisfies Record<AdPlace, AdSize>
