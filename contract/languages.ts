import type { Language } from './fields.ts'

/** The languages of the interface with their own names, in the order of the menu. No import of zod. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  zh: '中文',
  ja: '日本語',
  ko: '한국어',
  ar: 'العربية',
  hi: 'हिन्दी',
  pt: 'Português',
}

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(languageNames, value)

/**
 * Returns the locale for `Intl`. English puts the day first and the month in words, which no reader takes for another day: pages are
 * the same for all who read English, whatever their region. Arabic gets the digits of today's CLDR also where an older one has others.
 */
export function localeOf(language: string): string {
  if (language === 'en') return 'en-GB'
  return language === 'ar' ? 'ar-u-nu-latn' : language
}

export const directionOf = (language: Language): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr')

/** The name of somebody who has given none. It is stored in the language of their sign-up, and shown in the reader's. */
export const namelessNames: Record<Language, string> = {
  en: 'A member',
  es: 'Miembro',
  fr: 'Membre',
  de: 'Ein Mitglied',
  zh: '一位成员',
  ja: 'メンバー',
  ko: '회원',
  ar: 'عضو',
  hi: 'एक सदस्य',
  pt: 'Membro',
}

/** True for the name of somebody who has given none, in whatever language they signed up. */
export const isNameless = (display_name: string): boolean => Object.values(namelessNames).includes(display_name)

/** A name as a reader of the language sees it. */
export const nameFor = (display_name: string, language: Language): string =>
  isNameless(display_name) ? namelessNames[language] : display_name
