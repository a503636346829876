import { isLanguage, languageNames } from '../contract/languages.ts'

/**
 * `app`: texts of any page. `forms`: writing, editing, signing in. `errors`: the server's error messages, in languages
 * other than English. The others belong to parts of the site that most visits never open.
 */
export type Area =
  | 'app'
  | 'forms'
  | 'errors'
  | 'acts'
  | 'second_factors'
  | 'admin'
  | 'admin_pages'
  | 'admin_look'
  | 'admin_site'
  | 'admin_record'
  | 'admin_today'
  | 'profile'
  | 'groups'
  | 'lists'
  | 'care'
  | 'decisions'
  | 'lines'
  | 'admin_requests'
  | 'services'
  | 'welcome'
export type Catalogue = Record<string, unknown>

// Separate from `messages.ts`, because a page that stays in one language never needs the list of files.
const catalogueFiles = import.meta.glob<Catalogue>(['../messages/*/*.json', '!../messages/*/{mail,offline}.json'], {
  import: 'default',
})
const cataloguePath = (language: string, area: Area): string => `../messages/${language}/${area}.json`

/** Languages that have messages, in the order of the menu. */
export const availableLanguages = Object.keys(languageNames)
  .filter(isLanguage)
  .filter((language) => cataloguePath(language, 'app') in catalogueFiles)

/** Loads a catalogue; an absent one is empty. English has no `errors`, because the server's messages are in English. */
export const loadCatalogue = async (language: string, area: Area): Promise<Catalogue> =>
  (await catalogueFiles[cataloguePath(language, area)]?.()) ?? {}
