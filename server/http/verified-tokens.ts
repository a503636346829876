/** Times of a token, in seconds since 1970. */
interface Lifetime {
  iat: number
  exp: number
}

/** About 600 bytes each. */
const MAX_TOKENS = 10_000

/**
 * Remembers what verified tokens say, so that the signature of each is computed once and not at every request. What may
 * change is read every time: whether its session is active, and what the clock says.
 */
export class VerifiedTokens<Claims> {
  readonly #known = new Map<string, Lifetime & { claims: Claims }>()
  readonly #isValid: (iat: number, exp: number, at: Date) => boolean

  /** `isValid`: whether a token with these times is valid at this one. */
  constructor(isValid: (iat: number, exp: number, at: Date) => boolean) {
    this.#isValid = isValid
  }

  /** Returns the claims of a known token that is valid at this time. */
  find(token: string, at: Date): Claims | undefined {
    const known = this.#known.get(token)
    if (!known) return undefined
    if (known.exp > at.getTime() / 1000 && this.#isValid(known.iat, known.exp, at)) return known.claims
    this.#known.delete(token)
    return undefined
  }

  /** Adds a verified token; the one that was added first makes room. */
  add(token: string, { iat, exp }: Lifetime, claims: Claims): void {
    if (this.#known.size >= MAX_TOKENS) this.#known.delete(this.#known.keys().next().value ?? '')
    this.#known.set(token, { iat, exp, claims })
  }

  get size(): number {
    return this.#known.size
  }
}
