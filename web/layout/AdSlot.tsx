import type { AdPlace, AdSize } from './ads.ts'
import { adsEnabled } from './adRules.ts'
import { lazyPart } from './lazyPart.tsx'

const Ad = lazyPart(() => import('./Ad.tsx'))

/**
 * Marks a possible position of an advertisement. Renders nothing while advertisements are disabled, which they always
 * are; their code loads where a site's code enables them.
 */
export function AdSlot({ place = 'default', size }: { place?: AdPlace; size?: AdSize }) {
  if (!adsEnabled()) return null
  return <Ad place={place} size={size} />
}
