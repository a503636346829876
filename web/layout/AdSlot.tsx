import { adIds, adsEnabled, adSizes, usualSizes, type AdPlace, type AdSize } from './ads.ts'

/**
 * Marks a possible position of an advertisement. Renders nothing while advertisements are disabled, which they always
 * are; where a site's code enables them, the element bears its number and its size for that code, and stays hidden.
 */
export function AdSlot({ place = 'default', size = usualSizes[place] }: { place?: AdPlace; size?: AdSize }) {
  return adsEnabled() ? <aside hidden data-ad={adIds[place]} data-ad-size={adSizes[size].join('x')} /> : null
}
