import type { Config } from '../config.ts'

/** docs/security/input.md, "Headers". Names are lower case, as Node sends them. */
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

type TransportConfig = Pick<Config, 'public_url' | 'hsts_subdomains'>

/** Other hosts below the site's may be without https, so only the operator includes them. */
const transportSecurity = ({ public_url, hsts_subdomains }: TransportConfig): Record<string, string> =>
  public_url.startsWith('https:')
    ? { 'strict-transport-security': `max-age=63072000${hsts_subdomains ? '; includeSubDomains' : ''}` }
    : {}

/** Headers of every response under /api and of other machine-readable responses. */
export const apiHeaders = (config: TransportConfig): Record<string, string> => ({
  ...commonHeaders,
  ...transportSecurity(config),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  vary: 'Authorization, Origin, Sec-Fetch-Site, Accept-Encoding',
})

type PageConfig = TransportConfig & Pick<Config, 'font_hosts' | 'browser_services' | 'translation' | 'speech'>

/** Origins of the services that pages call directly: none, unless the operator enabled it. */
const browserServices = ({ browser_services, translation, speech }: PageConfig): string[] =>
  browser_services
    ? [translation?.url, speech?.recognition_url, speech?.synthesis_url].flatMap((url) =>
        url === undefined ? [] : new URL(url).origin,
      )
    : []

/**
 * Headers of pages. Without a nonce (in development, where Vite adds its own scripts and styles) the policy is looser.
 */
export function pageHeaders(config: PageConfig, nonce: string | undefined): Record<string, string> {
  const own = nonce === undefined ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`
  return {
    ...commonHeaders,
    ...transportSecurity(config),
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${own}`,
      `style-src ${own}`,
      "img-src 'self' data:",
      ["font-src 'self'", ...config.font_hosts.map((host) => `https://${host}`)].join(' '),
      ["connect-src 'self'", ...(nonce === undefined ? ['ws:'] : []), ...browserServices(config)].join(' '),
      "manifest-src 'self'",
      "worker-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      ...(nonce === undefined ? [] : ["require-trusted-types-for 'script'", 'trusted-types app']),
      'report-to csp',
      'report-uri /csp-report',
    ].join('; '),
    'reporting-endpoints': 'csp="/csp-report"',
    'cross-origin-opener-policy': 'same-origin',
    // Navigation stays in the document that was loaded first, whose policy applies, so every page allows the
    // microphone: docs/decisions/0011.
    'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=(), browsing-topics=()',
    'x-frame-options': 'DENY',
    'x-dns-prefetch-control': 'off',
    // Revalidated each time, because a request may have been withdrawn; not `no-store`, so that Back is instant.
    'cache-control': 'no-cache',
    vary: 'Accept-Language, Cookie, Accept-Encoding',
  }
}

/** Headers of build files, whose names contain a hash of their contents. */
export const assetHeaders = (config: TransportConfig): Record<string, string> => ({
  ...commonHeaders,
  ...transportSecurity(config),
})

/** Headers of a page without scripts: only its style is allowed. `style`: the source in the security policy. */
export const documentHeaders = (config: PageConfig, style = "'self'"): Record<string, string> => ({
  ...pageHeaders(config, ''),
  'content-security-policy': `default-src 'none'; style-src ${style}; base-uri 'none'; frame-ancestors 'none'`,
})
