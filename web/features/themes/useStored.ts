import { useSyncExternalStore } from 'react'
import { readToken } from '../../token.ts'

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

const unkept = new Set<StoredKey>()
/** What somebody who is signed in has chosen by hand, and is not kept with their account yet. Each choice is given once. */
export function takeUnkept(): Set<StoredKey> {
  const taken = new Set(unkept)
  unkept.clear()
  return taken
}

/** Keeps a value that comes from elsewhere, such as the account. */
export function store(key: StoredKey, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Closed storage: the choice cannot be kept.
  }
  dispatchEvent(new Event('appearance'))
}

function choose(key: StoredKey, value: string): void {
  if (readToken() !== null) unkept.add(key)
  store(key, value)
}

type Themes = { id: string; name: string }[]
const themeOf = (idOrName: string, themes: Themes) =>
  themes.find(({ id, name }) => id === idOrName || name === idOrName)

/** Chooses a theme of the site by its id or its name. What is none of them changes nothing. */
export function chooseTheme(idOrName: string, themes: Themes): void {
  const theme = themeOf(idOrName, themes)
  if (theme) choose('theme', theme.id)
}

/** The same for a theme that was kept elsewhere. */
export function storeTheme(id: string, themes: Themes): void {
  if (themeOf(id, themes)) store('theme', id)
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
  return [value, (next) => choose(key, next)]
}
