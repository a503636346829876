/** Bounds the number of keys that live for one window each, without a timer for any of them. */
export class NewKeys {
  readonly #window_ms: number
  #window = 0
  /** New keys of the current window, and of the one before, which may still live. */
  #now = 0
  #before = 0

  /** `duration`: how long a key lives, in seconds. */
  constructor(duration: number) {
    this.#window_ms = duration * 1000
  }

  add(at: number): void {
    this.#advance(at)
    this.#now += 1
  }

  /** Returns at least as many as there are. */
  count(at: number): number {
    this.#advance(at)
    return this.#now + this.#before
  }

  #advance(at: number): void {
    const window = Math.floor(at / this.#window_ms)
    if (window <= this.#window) return
    this.#before = window === this.#window + 1 ? this.#now : 0
    this.#now = 0
    this.#window = window
  }
}
