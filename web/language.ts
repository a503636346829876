import type { Language } from '../contract/fields.ts'
import { areasInUse, loadMessages, showIn } from './messages.ts'

// Apart from `messages.ts`, because only menus that are opened later need it.

/** Changes the words of the page in place, and tells the server by cookie for the next one. */
export async function chooseLanguage(language: Language): Promise<void> {
  document.cookie = `language=${language}; Path=/; SameSite=Lax; Max-Age=31536000`
  // What is on the page has to be there in the new language at once, or the page would be left without words.
  await Promise.all(['app' as const, ...areasInUse()].map((area) => loadMessages(language, area)))
  showIn(language)
}
