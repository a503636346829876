/** Always false: pages load nothing from other sites, and readers are not tracked while they pray. */
export const adsEnabled = (): boolean => false

/** Number of list items between two advertisements. */
const SPACING = 6

/** True if an advertisement may follow this item of a list. `index` counts from 0. */
export const adAfter = (index: number): boolean => index % SPACING === SPACING - 1
