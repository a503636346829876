import type { Language } from '../contract/fields.ts'
import { areasInUse, loadMessages, showIn } from './messages.ts'
import { readToken } from './token.ts'

// Apart from `messages.ts`, because only menus that are opened later need it.

let unkept = false
/** Whether somebody who is signed in has chosen a language by hand that is not kept with their account yet. True once. */
export function takeUnkeptLanguage(): boolean {
  const taken = unkept
  unkept = false
  return taken
}

/** Changes the words of the page in place, and tells the server by cookie for the next one. */
export async function chooseLanguage(language: Language, { by_hand = true } = {}): Promise<void> {
  unkept ||= by_hand && readToken() !== null
  document.cookie = `language=${language}; Path=/; SameSite=Lax; Max-Age=31536000`
  // What is on the page has to be there in the new language at once, or the page would be left without words.
  await Promise.all(['app' as const, ...areasInUse()].map((area) => loadMessages(language, area)))
  showIn(language)
}
