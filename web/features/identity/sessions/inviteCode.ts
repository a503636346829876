import { readStored, writeStored } from '../../../storage.ts'
import { withoutEndSigns } from './useFragment.ts'

const STORAGE_KEY = 'group-invite'

/**
 * Stores the code of an invitation in the session storage of this tab while the invited person signs in. A signed-in
 * reader does not need it.
 */
export const saveInviteCode = (code: string | null): boolean => writeStored(STORAGE_KEY, code, 'sessionStorage')

export const readInviteCode = (): string => readStored(STORAGE_KEY, 'sessionStorage') ?? ''

/** Adds the code to the path of an invitation: who confirms their address or waits for approval returns in another tab. */
export function withInviteCode(path: string): string {
  const code = readInviteCode()
  return path === '/groups/join' && code !== '' ? `${path}#${encodeURIComponent(code)}` : path
}

/** Extracts the code from text that was typed or pasted: the code alone, or the whole link. */
export const parseInviteCode = (text: string): string => withoutEndSigns((text.split('#').at(-1) ?? '').trim())
