import { adIds, adsEnabled, type AdPlace } from './ads.ts'

/** Where an advertisement could stand. Without advertisements it is not in the page at all, and takes no room. */
export const AdSlot = ({ place = 'default' }: { place?: AdPlace }) =>
  adsEnabled() ? <aside data-ad={adIds[place]} /> : null
