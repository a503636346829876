import { canBeAsked } from './browser.ts'
import { mayOffer } from './keptDevice.ts'

/** True where the offer is of use: it was never made on this device, and the browser can be asked. */
export const isOfferOpen = (): boolean => mayOffer() && canBeAsked()
