import { adIds, adSizes, usualSizes, type AdPlace, type AdSize } from './ads.ts'

/** Element for an advertisement: it bears its number and its size for a site's code, and stays hidden. */
export default function Ad({ place, size = usualSizes[place] }: { place: AdPlace; size?: AdSize | undefined }) {
  return <aside hidden data-ad={adIds[place]} data-ad-size={adSizes[size].join('x')} />
}
