import { useEffect, useRef } from 'react'
import { useLocale } from 'use-intl'
import type { Language } from '../../../contract/fields.ts'
import type { Look, Me } from '../../../contract/users.ts'
import { call } from '../../api.ts'
import { chooseLanguage, takeUnkeptLanguage } from '../../language.ts'
import { loadMessages } from '../../messages.ts'
import { useSite } from '../../site.tsx'
import { toast } from '../../ui/Toast.tsx'
import { readStored, store, storeTheme, takeUnkept, type StoredKey } from '../themes/useStored.ts'

const members = [
  ['theme', 'theme_preference'],
  ['appearance', 'appearance'],
  ['text_size', 'text_size'],
] as const satisfies [StoredKey, keyof Look][]

async function tellNotKept(language: Language): Promise<void> {
  const { look } = (await loadMessages(language, 'profile')) as { look?: { not_kept?: string } }
  if (look?.not_kept !== undefined) toast(look.not_kept)
}

/**
 * Brings what the account says of looks and language to this browser, once, and afterwards keeps in the account what is
 * chosen here. What the account says nothing of stays as it is here. Shows nothing.
 */
export default function KeepPreferences({ user: { id, preferences } }: { user: Me }) {
  const language = useLocale()
  const { themes } = useSite()
  const kept = useRef<Partial<Look>>({ ...preferences })
  /** The language that is known here; null when one was chosen that is still to be kept. */
  const current = useRef<Language | null>(language)
  const late = useRef(false)
  const queue = useRef(Promise.resolve())

  useEffect(() => {
    const { theme_preference, appearance, text_size, preferred_language } = kept.current
    // What was chosen before this part of the program arrived is newer than the account.
    const unkept = takeUnkept()
    if (theme_preference && !unkept.has('theme')) storeTheme(theme_preference, themes)
    if (appearance && !unkept.has('appearance')) store('appearance', appearance)
    if (text_size && !unkept.has('text_size')) store('text_size', text_size)
    const isNewer = takeUnkeptLanguage()
    if (isNewer && preferred_language !== current.current) current.current = null
    // Without its words the page stays in the language that it has.
    else if (preferred_language && preferred_language !== current.current)
      void chooseLanguage(preferred_language, { by_hand: false }).catch(() => {})
    if (unkept.size > 0) late.current = true
  }, [themes])

  useEffect(() => {
    const saveAfter = async (earlier: Promise<void>, change: Partial<Look>) => {
      await earlier
      const { error } = await call('preferences.write', { id, ...change }, { keepalive: true, stay: true })
      if (!error) return
      for (const key of Object.keys(change) as (keyof Look)[]) delete kept.current[key]
      await tellNotKept(language)
    }
    const keep = (change: Partial<Look>) => {
      Object.assign(kept.current, change)
      // One after the other, so that the last choice is the one that stays.
      queue.current = saveAfter(queue.current, change)
    }
    const follow = () => {
      takeUnkept()
      const change: Partial<Look> = {}
      for (const [key, member] of members) {
        const value = readStored(key)
        if (value !== null && value !== kept.current[member]) Object.assign(change, { [member]: value })
      }
      if (Object.keys(change).length > 0) keep(change)
    }
    if (current.current !== language) {
      current.current = language
      takeUnkeptLanguage()
      if (kept.current.preferred_language !== language) keep({ preferred_language: language })
    }
    if (late.current) {
      late.current = false
      follow()
    }
    addEventListener('appearance', follow)
    return () => removeEventListener('appearance', follow)
  }, [id, language])

  return null
}
