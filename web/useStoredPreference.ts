import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'
import { readToken } from './token.ts'

/** Appearance preferences stored in this browser; `early.js` applies them, on a change and before every first paint. */
export type PreferenceKey = 'theme' | 'appearance' | 'text_size'

/** Returns null when nothing was chosen, or storage is blocked. */
export const readPreference = (key: PreferenceKey): string | null => readStored(key)

const unsavedKeys = new Set<PreferenceKey>()
/**
 * Returns the choices that a signed-in reader made by hand and that are not saved in the account yet. Returns each
 * choice once.
 */
export function consumeUnsavedKeys(): Set<PreferenceKey> {
  const taken = new Set(unsavedKeys)
  unsavedKeys.clear()
  return taken
}

/** Stores a value from elsewhere, such as the account. It is not kept where storage is blocked. */
export function storePreference(key: PreferenceKey, value: string): void {
  writeStored(key, value)
  dispatchEvent(new Event('appearance'))
}

function choosePreference(key: PreferenceKey, value: string): void {
  if (readToken() !== null) unsavedKeys.add(key)
  storePreference(key, value)
}

type Themes = { id: string; name: string }[]
const findTheme = (idOrName: string, themes: Themes) =>
  themes.find(({ id, name }) => id === idOrName || name === idOrName)

/** Chooses a theme of the site by its id or its name; does nothing when there is no such theme. */
export function chooseTheme(idOrName: string, themes: Themes): void {
  const theme = findTheme(idOrName, themes)
  if (theme) choosePreference('theme', theme.id)
}

/** Does the same for a theme that was saved elsewhere. */
export function storeTheme(id: string, themes: Themes): void {
  if (findTheme(id, themes)) storePreference('theme', id)
}

/** Forgets a stored theme that the site no longer has: the page looks as the site does, and the server would refuse it. */
export function forgetLostTheme(themes: Themes, default_theme: string): void {
  const stored = readPreference('theme')
  // Without themes the site itself could not be read.
  if (stored === null || themes.length === 0 || findTheme(stored, themes)) return
  writeStored('theme', null)
  document.documentElement.dataset['theme'] = default_theme
  dispatchEvent(new Event('appearance'))
}

function subscribe(listener: () => void) {
  const events = ['appearance', 'storage'] as const
  for (const type of events) addEventListener(type, listener)
  return () => {
    for (const type of events) removeEventListener(type, listener)
  }
}

/** A stored choice and its setter. Follows changes from the menu, the profile, another tab, or another device. */
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
