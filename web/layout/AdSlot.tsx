import { adIds, adsEnabled, type AdPlace } from './ads.ts'

/**
 * Marks a possible position of an advertisement. Renders nothing, and takes no room, while advertisements are disabled.
 */
export const AdSlot = ({ place = 'default' }: { place?: AdPlace }) =>
  adsEnabled() ? <aside data-ad={adIds[place]} /> : null
