const KEY = 'group-invite'

/** The code of an invitation, kept in this tab alone while its bearer signs in. */
export function keepCode(code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, code)
  } catch {
    // Closed storage: who is signed in already does not need it.
  }
}

export function readCode(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** What somebody typed or pasted: the code alone, or the whole link. */
export const codeIn = (text: string): string => (text.split('#').at(-1) ?? '').trim()
