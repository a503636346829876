import { useSyncExternalStore } from 'react'
import type { Language } from '../contract/fields.ts'
import type acts from '../messages/en/acts.json'
import type admin from '../messages/en/admin.json'
import type admin_pages from '../messages/en/admin_pages.json'
import type admin_look from '../messages/en/admin_look.json'
import type admin_requests from '../messages/en/admin_requests.json'
import type admin_site from '../messages/en/admin_site.json'
import type admin_record from '../messages/en/admin_record.json'
import type admin_today from '../messages/en/admin_today.json'
import type app from '../messages/en/app.json'
import type care from '../messages/en/care.json'
import type decisions from '../messages/en/decisions.json'
import type forms from '../messages/en/forms.json'
import type groups from '../messages/en/groups.json'
import type lines from '../messages/en/lines.json'
import type lists from '../messages/en/lists.json'
import type profile from '../messages/en/profile.json'
import type second_factors from '../messages/en/second_factors.json'
import type services from '../messages/en/services.json'
import type welcome from '../messages/en/welcome.json'
import type { Area, Catalogue } from './catalogues.ts'

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language
    Messages: typeof app &
      typeof admin &
      typeof admin_pages &
      typeof admin_look &
      typeof admin_requests &
      typeof decisions &
      typeof admin_site &
      typeof admin_today &
      typeof admin_record &
      typeof forms &
      typeof acts &
      typeof care &
      typeof groups &
      typeof lines &
      typeof lists &
      typeof profile &
      typeof second_factors &
      typeof services &
      typeof welcome
  }
}

const loaded = new Map<string, Catalogue>()
const loading = new Map<string, Promise<Catalogue>>()

/** Stores a catalogue under its language and area. */
export const cacheMessages = (language: string, area: Area, catalogue: Catalogue): void =>
  void loaded.set(`${language}/${area}`, catalogue)

/** Loads a catalogue once. Returns the same promise each time, so that a component may `use` it. */
export function loadMessages(language: string, area: Area): Promise<Catalogue> {
  const key = `${language}/${area}`
  const cached = loading.get(key)
  if (cached) return cached
  const promise = import('./catalogues.ts').then(async ({ loadCatalogue }) => {
    const catalogue = await loadCatalogue(language, area)
    loaded.set(key, catalogue)
    return catalogue
  })
  promise.then(
    // `use` reads these. It waits for a promise without them, even a fulfilled one, and what is shown around would vanish.
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    // A failed load may be retried.
    () => loading.delete(key),
  )
  loading.set(key, promise)
  return promise
}

/** Returns a loaded catalogue. */
export const getMessages = (language: string, area: Area): Catalogue | undefined => loaded.get(`${language}/${area}`)

let activeLanguage: Language | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the reader's language: the one chosen on this page, else the one from the server. */
export const useActiveLanguage = (fromServer: Language): Language =>
  useSyncExternalStore(
    subscribe,
    () => activeLanguage ?? fromServer,
    () => fromServer,
  )

/** Returns the language of the page's words, whatever a translator has made of them. In the browser only. */
export const pageLanguage = (): Language => document.documentElement.dataset['language'] as Language

/** Renders the page in a language whose messages are loaded: a part of `chooseLanguage`. */
export function setActiveLanguage(language: Language): void {
  activeLanguage = language
  for (const listener of listeners) listener()
}

/** Returns the areas requested so far, in any language. */
export const requestedAreas = (): Area[] => [...loading.keys()].map((key) => key.split('/')[1] as Area)
