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
