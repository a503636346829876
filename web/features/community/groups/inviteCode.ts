const STORAGE_KEY = 'group-invite'

/** The code of an invitation, kept in this tab alone while its bearer signs in. */
export function saveInviteCode(code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(STORAGE_KEY)
    else sessionStorage.setItem(STORAGE_KEY, code)
  } catch {
    // Closed storage: who is signed in already does not need it.
  }
}

export function readInviteCode(): string {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? ''
  } catch {
    return ''
  }
}

/** What somebody typed or pasted: the code alone, or the whole link. */
export const parseInviteCode = (text: string): string => (text.split('#').at(-1) ?? '').trim()
