/** The country that a language tag names. Some systems give none that is one: `C`, `en_US.UTF-8`, an empty string. */
function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region
  } catch {
    return undefined
  }
}

/**
 * Returns the country of the browser's own language, or an empty string: the site never asks readers where they are.
 */
export const ownCountry = (): string => navigator.languages.map(regionOf).find((region) => region !== undefined) ?? ''

/** Returns the country in which most who write a language live; an empty string for no language. */
export const countryOf = (language: string | null): string =>
  language === null ? '' : (new Intl.Locale(language).maximize().region ?? '')
