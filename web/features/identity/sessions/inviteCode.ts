const STORAGE_KEY = 'group-invite'

/** Stores the code of an invitation in the session storage of this tab while the invited person signs in. */
export function saveInviteCode(code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(STORAGE_KEY)
    else sessionStorage.setItem(STORAGE_KEY, code)
  } catch {
    // Storage is unavailable: a signed-in reader does not need it.
  }
}

export function readInviteCode(): string {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? ''
  } catch {
    return ''
  }
}

/** Adds the code to the path of an invitation: who confirms their address or waits for approval returns in another tab. */
export function withInviteCode(path: string): string {
  const code = readInviteCode()
  return path === '/groups/join' && code !== '' ? `${path}#${encodeURIComponent(code)}` : path
}

/** Extracts the code from text that was typed or pasted: the code alone, or the whole link. */
export const parseInviteCode = (text: string): string => (text.split('#').at(-1) ?? '').trim()
