import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languages } from '../contract/fields.ts'
import type { Context } from './context.ts'
import { publishedAddresses } from './features/site/content/content.queries.ts'
import { type Logo, logoAddress, readLogo } from './mail/logo.ts'
import { plainNameOf } from './mail/words.ts'
import { OFFLINE_STYLE_SOURCE, renderOfflinePage } from './offline-page.ts'
import { assetHeaders, documentHeaders } from './http/headers.ts'
import { requestedCountry } from './http/language.ts'
import { type RateLimits, addressKey, visitorCalls } from './http/limits/rate-limit.ts'

/** Paths closed to search engines: everything except the site's own content, so also all that people write or do. */
const PRIVATE = [
  '/admin',
  '/answered',
  '/api',
  '/groups',
  '/i-prayed',
  '/new-prayer',
  '/on-it',
  '/prayer-lists',
  '/prayers',
  '/profile',
  '/reset-password',
  '/setup',
  '/signin',
  '/signup',
  '/stop-emails',
  '/stop-summary',
  '/summary-by-email',
  '/verify-email',
  '/welcome',
]

/** Contains the form; asks for signing in first. */
const CHANGE_PASSWORD_PAGE = '/profile?tab=account'

const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Allow: /content/',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')

/** The time for which a copy of security.txt holds: RFC 9116 advises less than a year. Milliseconds. */
const CONTACT_TTL_MS = 180 * 24 * 3_600_000

/** RFC 9116. The time is cut to the day, so that a copy may be compared. */
function securityText(contact: string, origin: string, at: Date): string {
  const expires = new Date(at.getTime() + CONTACT_TTL_MS).toISOString().slice(0, 10)
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}T00:00:00.000Z`,
    ...(origin.startsWith('https:') ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
    '',
  ].join('\n')
}

/** Icons of a site without a logo. */
const ARCH = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
]

const iconOf = (logo: Logo): object => ({
  src: logoAddress(logo),
  sizes: `${logo.side}x${logo.side}`,
  type: 'image/png',
  purpose: 'any',
})

const manifest = (name: string, icons: object[]): object => ({
  id: '/',
  name,
  short_name: name,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f7f7f2',
  theme_color: '#f7f7f2',
  icons,
})

/** For somebody in discreet mode: says nothing of the site. */
const plainManifest = (language: Language): object =>
  manifest(plainNameOf(language), [
    { src: '/plain-192.png', sizes: '192x192', type: 'image/png', purpose: 'any maskable' },
    { src: '/plain-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    { src: '/plain.svg', sizes: 'any', type: 'image/svg+xml' },
  ])

/** Returns the language that the address names, or English. */
const languageOf = ({ query }: FastifyRequest): Language =>
  languages.find((one) => one === (query as Record<string, unknown>)['language']) ?? 'en'

/**
 * Adds the files that describe the site to other programs: the web manifest, the logo, robots.txt, the sitemap of its published
 * content, where weaknesses are reported, where a password is changed, and the page that browsers keep.
 */
export function addSiteFiles(server: FastifyInstance, ctx: Context, limits: RateLimits): void {
  const { config } = ctx
  const originNow = (): string => new URL(config.public_url).origin
  const send = (reply: FastifyReply, type: string, body: string, cache = 'public, max-age=3600') =>
    reply
      .headers({ ...assetHeaders(config), 'cache-control': cache, 'content-type': `${type}; charset=utf-8` })
      .send(body)

  // Every browser in a hall asks for these once, over one address: they are not counted among what visitors call there.
  server.get('/manifest.webmanifest', async (_request, reply) => {
    const logo = await readLogo(ctx.db)
    return send(
      reply,
      'application/manifest+json',
      JSON.stringify(manifest(await ctx.siteName(), logo ? [iconOf(logo)] : ARCH)),
    )
  })

  // An earlier logo is not served: whoever removed it wants it gone.
  server.get<{ Params: { file: string } }>('/logo/:file', async (request, reply) => {
    const logo = await readLogo(ctx.db)
    if (!logo || logoAddress(logo) !== `/logo/${request.params.file}`) return reply.callNotFound()
    return reply
      .headers({
        ...assetHeaders(config),
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'image/png',
      })
      .send(logo.png)
  })

  server.get('/plain.webmanifest', (request, reply) =>
    send(reply, 'application/manifest+json', JSON.stringify(plainManifest(languageOf(request)))),
  )

  // The browser keeps it for when nothing can be reached. It takes no query, and is not counted either.
  server.get('/offline', (request, reply) =>
    reply
      .headers({
        ...documentHeaders(config, OFFLINE_STYLE_SOURCE),
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
      .send(renderOfflinePage(languageOf(request), requestedCountry(request.headers))),
  )

  server.get('/robots.txt', (_request, reply) => send(reply, 'text/plain', robots(originNow())))

  server.get('/.well-known/security.txt', (_request, reply) =>
    config.security_contact === undefined
      ? reply.callNotFound()
      : send(reply, 'text/plain', securityText(config.security_contact, originNow(), ctx.clock())),
  )

  // Password managers ask for it: https://w3c.github.io/webappsec-change-password-url/
  server.get('/.well-known/change-password', (_request, reply) =>
    reply.headers({ ...assetHeaders(config), 'cache-control': 'no-store' }).redirect(CHANGE_PASSWORD_PAGE, 302),
  )

  // Slugs are letters, digits and hyphens, so nothing needs escaping. A withdrawn page must disappear at once.
  server.get('/sitemap.xml', async (request, reply) => {
    await limits.count(visitorCalls, addressKey(request.ip))
    const pages = await publishedAddresses(ctx)
    const origin = originNow()
    const urls = pages.map(
      ({ slug, updated_at }) => `<url><loc>${origin}/content/${slug}</loc><lastmod>${updated_at}</lastmod></url>`,
    )
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
    return send(reply, 'application/xml', body, 'no-cache')
  })
}
