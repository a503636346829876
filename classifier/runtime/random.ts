/** Creates a seeded generator (mulberry32): the same seed gives the same numbers between 0 and 1 on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Shuffles in place (Fisher–Yates). */
export function shuffle(items: Uint32Array | number[], random: () => number): void {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1))
    const kept = items[index] ?? 0
    items[index] = items[other] ?? 0
    items[other] = kept
  }
}
