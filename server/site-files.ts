import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from './context.ts'
import { publishedAddresses } from './features/site/content/content.queries.ts'
import { assetHeaders } from './http/headers.ts'
import { type RateLimits, addressKey, visitorCalls } from './http/limits/rate-limit.ts'

/** Paths closed to search engines: everything except the site's own content, so also all that people write or do. */
const PRIVATE = [
  '/admin',
  '/api',
  '/groups',
  '/new-prayer',
  '/prayer-lists',
  '/prayers',
  '/profile',
  '/reset-password',
  '/setup',
  '/signin',
  '/signup',
  '/verify-email',
]

const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Allow: /content/',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')

const manifest = (name: string): object => ({
  id: '/',
  name,
  short_name: name,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f7f7f2',
  theme_color: '#f7f7f2',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
})

/**
 * Adds the files that describe the site to other programs: the web manifest, robots.txt and the sitemap of its
 * published content.
 */
export function addSiteFiles(server: FastifyInstance, ctx: Context, limits: RateLimits): void {
  const { config } = ctx
  const origin = new URL(config.public_url).origin
  const send = (reply: FastifyReply, type: string, body: string, cache = 'public, max-age=3600') =>
    reply
      .headers({ ...assetHeaders(config), 'cache-control': cache, 'content-type': `${type}; charset=utf-8` })
      .send(body)

  server.get('/manifest.webmanifest', async (request, reply) => {
    await limits.count(visitorCalls, addressKey(request.ip))
    return send(reply, 'application/manifest+json', JSON.stringify(manifest(await ctx.siteName())))
  })

  const rules = robots(origin)
  server.get('/robots.txt', (_request, reply) => send(reply, 'text/plain', rules))

  // Slugs are letters, digits and hyphens, so nothing needs escaping. A withdrawn page must disappear at once.
  server.get('/sitemap.xml', async (request, reply) => {
    await limits.count(visitorCalls, addressKey(request.ip))
    const pages = await publishedAddresses(ctx)
    const urls = pages.map(
      ({ slug, updated_at }) => `<url><loc>${origin}/content/${slug}</loc><lastmod>${updated_at}</lastmod></url>`,
    )
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
    return send(reply, 'application/xml', body, 'no-cache')
  })
}
