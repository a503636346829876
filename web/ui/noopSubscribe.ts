/**
 * Subscribes to nothing: for `useSyncExternalStore` with values that never change and only differ between the server
 * and the browser.
 */
export const noopSubscribe = () => () => {}
