import { useEffect, useRef } from 'react'
import { useLocale } from 'use-intl'
import type { Language } from '../../../../contract/fields.ts'
import type { AppearancePreferences, Me } from '../../../../contract/users.ts'
import { call } from '../../../api.ts'
import { chooseLanguage, consumeUnsavedLanguage } from '../../../language.ts'
import { loadMessages } from '../../../messages.ts'
import { useSite } from '../../../site.tsx'
import { toast } from '../../../ui/Toast.tsx'
import {
  readPreference,
  storePreference,
  storeTheme,
  consumeUnsavedKeys,
  type PreferenceKey,
} from '../../../useStoredPreference.ts'

const lookFields = [
  ['theme', 'theme_preference'],
  ['appearance', 'appearance'],
  ['text_size', 'text_size'],
] as const satisfies [PreferenceKey, keyof AppearancePreferences][]

async function showNotSavedToast(language: Language): Promise<void> {
  const { look } = (await loadMessages(language, 'profile')) as { look?: { not_kept?: string } }
  if (look?.not_kept !== undefined) toast(look.not_kept)
}

/**
 * Brings what the account says of looks and language to this browser, once, and afterwards keeps in the account what is
 * chosen here. What the account says nothing of stays as it is here. Shows nothing.
 */
export default function SyncPreferences({ user: { id, preferences } }: { user: Me }) {
  const language = useLocale()
  const { themes } = useSite()
  const saved = useRef<Partial<AppearancePreferences>>({ ...preferences })
  /** The language that is known here; null when one was chosen that is still to be kept. */
  const current = useRef<Language | null>(language)
  const late = useRef(false)
  const queue = useRef(Promise.resolve())

  useEffect(() => {
    const { theme_preference, appearance, text_size, preferred_language } = saved.current
    // What was chosen before this part of the program arrived is newer than the account.
    const unsavedKeys = consumeUnsavedKeys()
    if (theme_preference && !unsavedKeys.has('theme')) storeTheme(theme_preference, themes)
    if (appearance && !unsavedKeys.has('appearance')) storePreference('appearance', appearance)
    if (text_size && !unsavedKeys.has('text_size')) storePreference('text_size', text_size)
    const isNewer = consumeUnsavedLanguage()
    if (isNewer && preferred_language !== current.current) current.current = null
    // Without its words the page stays in the language that it has.
    else if (preferred_language && preferred_language !== current.current)
      void chooseLanguage(preferred_language, { by_hand: false }).catch(() => {})
    if (unsavedKeys.size > 0) late.current = true
  }, [themes])

  useEffect(() => {
    const saveAfter = async (earlier: Promise<void>, change: Partial<AppearancePreferences>) => {
      await earlier
      const { error } = await call(
        'preferences.write',
        { id, ...change },
        { keepalive: true, ignoreUnauthorized: true },
      )
      if (!error) return
      for (const key of Object.keys(change) as (keyof AppearancePreferences)[]) delete saved.current[key]
      await showNotSavedToast(language)
    }
    const enqueueSave = (change: Partial<AppearancePreferences>) => {
      Object.assign(saved.current, change)
      // One after the other, so that the last choice is the one that stays.
      queue.current = saveAfter(queue.current, change)
    }
    const syncChanges = () => {
      consumeUnsavedKeys()
      const change: Partial<AppearancePreferences> = {}
      for (const [key, member] of lookFields) {
        const value = readPreference(key)
        if (value !== null && value !== saved.current[member]) Object.assign(change, { [member]: value })
      }
      if (Object.keys(change).length > 0) enqueueSave(change)
    }
    if (current.current !== language) {
      current.current = language
      consumeUnsavedLanguage()
      if (saved.current.preferred_language !== language) enqueueSave({ preferred_language: language })
    }
    if (late.current) {
      late.current = false
      syncChanges()
    }
    addEventListener('appearance', syncChanges)
    return () => removeEventListener('appearance', syncChanges)
  }, [id, language])

  return null
}
