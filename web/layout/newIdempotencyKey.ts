/** Returns a key for one submission; retries reuse it. `randomUUID` exists in secure contexts only. */
export const newIdempotencyKey = (): string =>
  // oxlint-disable-next-line typescript/no-unnecessary-condition
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('')
