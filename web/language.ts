import type { Language } from '../contract/fields.ts'
import { directionOf } from '../contract/languages.ts'
import { requestedAreas, loadMessages, setActiveLanguage } from './messages.ts'
import { readToken } from './token.ts'

// Separate from `messages.ts`, because only menus that are opened later need it.

let hasUnsavedLanguage = false
/** Returns true once after a signed-in reader has chosen a language by hand that is not saved in their account yet. */
export function consumeUnsavedLanguage(): boolean {
  const wasUnsaved = hasUnsavedLanguage
  hasUnsavedLanguage = false
  return wasUnsaved
}

/** Switches the language of the page in place, and sets the cookie that the server reads for the next page. */
export async function chooseLanguage(language: Language, { by_hand = true } = {}): Promise<void> {
  hasUnsavedLanguage ||= by_hand && readToken() !== null
  document.cookie = `language=${language}; Path=/; SameSite=Lax; Max-Age=31536000`
  // Loads every catalogue in use before the switch; a missing one would leave the page without text.
  await Promise.all(['app' as const, ...requestedAreas()].map((area) => loadMessages(language, area)))
  const { documentElement: root } = document
  root.lang = language
  root.dir = directionOf(language)
  root.dataset['language'] = language
  setActiveLanguage(language)
}
