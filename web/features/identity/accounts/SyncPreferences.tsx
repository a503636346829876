import { useEffect, useRef } from 'react'
import { useLocale } from 'use-intl'
import type { Language } from '../../../../contract/fields.ts'
import type { AppearancePreferences, Me } from '../../../../contract/users.ts'
import { call } from '../../../api.ts'
import { chooseLanguage, consumeUnsavedLanguage } from '../../../language.ts'
import { loadMessages } from '../../../messages.ts'
import { useSite } from '../../../site.tsx'
import { isOfAnother, isRenewalDue } from '../push-devices/keptDevice.ts'
import { endMessages } from '../sessions/endMessages.ts'
import { toast } from '../../../ui/Toast.tsx'
import {
  forgetLostTheme,
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
 * Applies the account's appearance and language to this browser once, and then saves every choice made here to the
 * account. Preferences that the account does not set stay as they are here. Renders nothing.
 */
export default function SyncPreferences({ user: { id, preferences } }: { user: Me }) {
  const language = useLocale()
  const { themes, default_theme } = useSite()
  const saved = useRef<Partial<AppearancePreferences>>({ ...preferences })
  /** The language known here; null when a language was chosen that is not saved yet. */
  const current = useRef<Language | null>(language)
  const late = useRef(false)
  const queue = useRef(Promise.resolve())

  useEffect(() => {
    const { theme_preference, appearance, text_size, preferred_language } = saved.current
    // Choices made before this module loaded are newer than the account.
    const unsavedKeys = consumeUnsavedKeys()
    forgetLostTheme(themes, default_theme)
    if (theme_preference && !unsavedKeys.has('theme')) storeTheme(theme_preference, themes)
    if (appearance && !unsavedKeys.has('appearance')) storePreference('appearance', appearance)
    if (text_size && !unsavedKeys.has('text_size')) storePreference('text_size', text_size)
    const isNewer = consumeUnsavedLanguage()
    if (isNewer && preferred_language !== current.current) current.current = null
    // The page stays in its language if the messages cannot be loaded.
    else if (preferred_language && preferred_language !== current.current)
      void chooseLanguage(preferred_language, { by_hand: false }).catch(() => {})
    if (unsavedKeys.size > 0) late.current = true
  }, [themes, default_theme])

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
      // Saves one after the other, so that the last choice wins.
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

  useEffect(() => {
    if (isRenewalDue(id)) void import('../push-devices/renew.ts').then(({ renew }) => renew(id)).catch(() => {})
    // Messages for another person are not for the one who is here now.
    if (isOfAnother(id)) void endMessages()
  }, [id])

  return null
}
