/** For `useSyncExternalStore` of what never changes, and only differs between the server and the browser. */
export const noopSubscribe = () => () => {}
