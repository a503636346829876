/** Where to go after signing in: a path of this site, or home. `//host` and `/\host` would lead elsewhere. */
export function returnPath(value: string | null): string {
  if (value === null || !/^\/(?![/\\])/.test(value)) return '/'
  try {
    const url = new URL(value, 'http://site.invalid')
    // Browsers drop tabs, line breaks and `..`, so what looks like a path can become an address.
    if (url.host !== 'site.invalid' || url.pathname.startsWith('//')) return '/'
    return url.pathname + url.search + url.hash
  } catch {
    return '/'
  }
}
