import { isSignInPage } from '../../../api.ts'

/**
 * Returns the path to open after signing in: a path of this site, or `/`. `//host` and `/\host` would lead to another
 * host; a page that signs in leads to where it returns itself.
 */
export function returnPath(value: string | null): string {
  if (value === null || !/^\/(?![/\\])/.test(value)) return '/'
  try {
    const url = new URL(value, 'http://site.invalid')
    // Browsers remove tabs, line breaks and `..`, so what looks like a path can become a URL of another host.
    if (url.host !== 'site.invalid' || url.pathname.startsWith('//')) return '/'
    if (isSignInPage(url.pathname)) return returnPath(url.searchParams.get('return'))
    return url.pathname + url.search + url.hash
  } catch {
    return '/'
  }
}
