import { readStored, writeStored } from './storage.ts'

/** Storage key of the session's token. */
export const TOKEN_KEY = 'auth_token'

/** Returns the stored token, or null. Storage can be blocked (private windows): then nobody is signed in. */
export const readToken = (): string | null => readStored(TOKEN_KEY)

/** Claims of a token; empty for one that cannot be read. They decide nothing: the server checks every token. */
export function parseToken(token: string): { sub?: string; sid?: string; iat?: number; exp?: number } {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(payload)) as ReturnType<typeof parseToken>
  } catch {
    return {}
  }
}

/** Returns the id of the person who is signed in, or null. */
export const readUserId = (): string | null => parseToken(readToken() ?? '').sub ?? null

/**
 * Tells the server whether somebody is signed in here: see `isForMember` there. A browser that clears what scripts store
 * leaves neither.
 */
function markMember(is_member: boolean): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `member=${is_member ? 1 : 0}; path=/; samesite=lax; max-age=${90 * 24 * 3600}${secure}`
}

const hasSignedOut = (): boolean => /(?:^|; )member=0(?:;|$)/.test(document.cookie)

/** True when the page was rendered for a member whose token the browser has cleared: the cookies give it back. */
export const hasLostToken = (): boolean =>
  document.documentElement.hasAttribute('data-signed-in') && readToken() === null && !hasSignedOut()

/** Stores the token, or removes it when null, and switches the header, which the style sheet shows, at once. */
export function writeToken(token: string | null): void {
  // First, so that no other page takes a token that is removed for one that was lost.
  if (token === null) markMember(false)
  // Where storage is blocked nobody can be signed in.
  writeStored(TOKEN_KEY, token)
  const is_member = readToken() !== null
  document.documentElement.toggleAttribute('data-signed-in', is_member)
  markMember(is_member)
}

const ENDING_KEY = 'ending_tokens'

/** Returns the tokens of the sessions that were signed out of here, until the server has ended them. */
export const readEndingTokens = (): string[] => readStored(ENDING_KEY)?.split(' ') ?? []

/** Keeps the token of a session that the server has yet to end, or removes it when the server has. */
export function markEnding(token: string, is_ending: boolean): void {
  const tokens = readEndingTokens().filter((other) => other !== token)
  if (is_ending) tokens.push(token)
  writeStored(ENDING_KEY, tokens.length === 0 ? null : tokens.join(' '))
}
