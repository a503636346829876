import { useSyncExternalStore } from 'react'

/** What this browser keeps of how pages look; `theme.js` applies it, here and before every first paint. */
export type StoredKey = 'theme' | 'appearance' | 'text_size'

/** Null when nothing was chosen here, or storage is closed to the page. */
export function readStored(key: StoredKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function store(key: StoredKey, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Closed storage: the choice cannot be kept.
  }
  dispatchEvent(new Event('appearance'))
}

/** Chooses a theme of the site by its id or its name. What is none of them changes nothing. */
export function chooseTheme(idOrName: string, themes: { id: string; name: string }[]): void {
  const theme = themes.find(({ id, name }) => id === idOrName || name === idOrName)
  if (theme) store('theme', theme.id)
}

function subscribe(listener: () => void) {
  const events = ['appearance', 'storage'] as const
  for (const type of events) addEventListener(type, listener)
  return () => {
    for (const type of events) removeEventListener(type, listener)
  }
}

/** A stored choice, wherever it is made: in the menu, in the profile, in another tab, or on another device before. */
export function useStored(key: StoredKey, otherwise: string): [value: string, choose: (value: string) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => readStored(key) ?? otherwise,
    () => otherwise,
  )
  return [value, (next) => store(key, next)]
}
