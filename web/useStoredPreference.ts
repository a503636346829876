import { useSyncExternalStore } from 'react'
import { readToken } from './token.ts'

/** What this browser keeps of how pages look; `theme.js` applies it, here and before every first paint. */
export type PreferenceKey = 'theme' | 'appearance' | 'text_size'

/** Null when nothing was chosen here, or storage is closed to the page. */
export function readPreference(key: PreferenceKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const unsavedKeys = new Set<PreferenceKey>()
/** What somebody who is signed in has chosen by hand, and is not kept with their account yet. Each choice is given once. */
export function consumeUnsavedKeys(): Set<PreferenceKey> {
  const taken = new Set(unsavedKeys)
  unsavedKeys.clear()
  return taken
}

/** Keeps a value that comes from elsewhere, such as the account. */
export function storePreference(key: PreferenceKey, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Closed storage: the choice cannot be kept.
  }
  dispatchEvent(new Event('appearance'))
}

function choosePreference(key: PreferenceKey, value: string): void {
  if (readToken() !== null) unsavedKeys.add(key)
  storePreference(key, value)
}

type Themes = { id: string; name: string }[]
const findTheme = (idOrName: string, themes: Themes) =>
  themes.find(({ id, name }) => id === idOrName || name === idOrName)

/** Chooses a theme of the site by its id or its name. What is none of them changes nothing. */
export function chooseTheme(idOrName: string, themes: Themes): void {
  const theme = findTheme(idOrName, themes)
  if (theme) choosePreference('theme', theme.id)
}

/** The same for a theme that was kept elsewhere. */
export function storeTheme(id: string, themes: Themes): void {
  if (findTheme(id, themes)) storePreference('theme', id)
}

function subscribe(listener: () => void) {
  const events = ['appearance', 'storage'] as const
  for (const type of events) addEventListener(type, listener)
  return () => {
    for (const type of events) removeEventListener(type, listener)
  }
}

/** A stored choice, wherever it is made: in the menu, in the profile, in another tab, or on another device before. */
export function useStoredPreference(
  key: PreferenceKey,
  fallback: string,
): [value: string, choose: (value: string) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => readPreference(key) ?? fallback,
    () => fallback,
  )
  return [value, (next) => choosePreference(key, next)]
}
