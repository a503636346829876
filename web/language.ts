import type { Language } from '../contract/fields.ts'
import { requestedAreas, loadMessages, setActiveLanguage } from './messages.ts'
import { readToken } from './token.ts'

// Apart from `messages.ts`, because only menus that are opened later need it.

let hasUnsavedLanguage = false
/** Whether somebody who is signed in has chosen a language by hand that is not kept with their account yet. True once. */
export function consumeUnsavedLanguage(): boolean {
  const wasUnsaved = hasUnsavedLanguage
  hasUnsavedLanguage = false
  return wasUnsaved
}

/** Changes the words of the page in place, and tells the server by cookie for the next one. */
export async function chooseLanguage(language: Language, { by_hand = true } = {}): Promise<void> {
  hasUnsavedLanguage ||= by_hand && readToken() !== null
  document.cookie = `language=${language}; Path=/; SameSite=Lax; Max-Age=31536000`
  // What is on the page has to be there in the new language at once, or the page would be left without words.
  await Promise.all(['app' as const, ...requestedAreas()].map((area) => loadMessages(language, area)))
  setActiveLanguage(language)
}
