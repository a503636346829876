/**
 * Returns the country of the browser's own language, or an empty string: the site never asks readers where they are.
 */
export function ownCountry(): string {
  for (const tag of navigator.languages) {
    const { region } = new Intl.Locale(tag)
    if (region !== undefined) return region
  }
  return ''
}

/** Returns the country in which most who write a language live; an empty string for no language. */
export const countryOf = (language: string | null): string =>
  language === null ? '' : (new Intl.Locale(language).maximize().region ?? '')
