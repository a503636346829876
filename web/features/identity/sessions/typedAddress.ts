let typed = ''

/**
 * Keeps the address that somebody types on a page that signs in, for the next such page: in memory only, so that it is in no
 * storage and no address, and gone with the tab.
 */
export const keepAddress = (address: string): void => void (typed = address)
export const readAddress = (): string => typed
export const forgetAddress = (): void => keepAddress('')
