import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../contract/fields.ts'
import type { Render, Services } from '../contract/render.ts'
import type { Call } from '../contract/schemas.ts'
import { type Context, hasMailServer } from './context.ts'
import { listThemes } from './features/site/themes/themes.queries.ts'
import { styleSheet } from './features/site/themes/themes.rules.ts'
import { renderBusyPage } from './http/overload/busy-page.ts'
import { Refusal } from './http/errors.ts'
import type { Gate } from './http/overload/gate.ts'
import { assetHeaders, pageHeaders } from './http/headers.ts'
import { requestedCountry, requestedLanguage } from './http/language.ts'
import type { CacheableResponse, PageCache } from './http/cache/page-cache.ts'
import { type RateLimits, addressKey, memberCalls, visitorCalls } from './http/limits/rate-limit.ts'
import { logoAddress, readLogo } from './mail/logo.ts'
import { pageCookie } from './http/session-cookies.ts'
import { type Viewer, readPageViewer } from './http/session.ts'
import { readSetting } from './settings/settings.ts'

const root = path.join(import.meta.dirname, '..')
const client = path.join(root, 'build/client')

/** The page of help, whose address names the country of its numbers. */
const HELP_PATH = '/help-now'

/** Cache key beside the address: the language that the visitor's browser requests. */
export const pageVariant = (request: IncomingMessage): string => requestedLanguage(request.headers) ?? ''

/**
 * True when the browser has the cookie of a session, and its pages do not say that they signed out: they say it with a cookie
 * of their own, so that signing out without a connection ends the rendering too. A browser that clears what scripts store
 * clears that cookie as well, and keeps the session.
 */
export const isForMember = ({ headers }: IncomingMessage): boolean =>
  headers.cookie !== undefined &&
  /(?:^|; )(?:__Host-)?page=/.test(headers.cookie) &&
  !/(?:^|; )member=0(?:;|$)/.test(headers.cookie)

/** Returns the person as whom the page is rendered. Only documents are: nothing that another page could embed or read. */
async function readReader(ctx: Context, request: FastifyRequest): Promise<Viewer | null> {
  const { 'sec-fetch-dest': destination = 'document' } = request.headers
  if (destination !== 'document' || !isForMember(request.raw)) return null
  const cookie = pageCookie.read(ctx.config, request)
  return cookie === undefined ? null : await readPageViewer(ctx, cookie)
}

/** Returns what pages know of the external services: their names, and with `browser_services` also their keys. */
function pageServices({ config, translator, speech, remoteClassifier }: Context): Services {
  const { translation, browser_services } = config
  const { provider, url, key } = translation ?? {}
  return {
    translation: translator
      ? {
          service: translator.service,
          ...(browser_services &&
            provider &&
            url !== undefined && { direct: { provider, url, ...(key !== undefined && { key }) } }),
        }
      : null,
    ...(remoteClassifier?.service !== undefined && {
      classifier: { service: remoteClassifier.service, sends: config.classifier_sends },
    }),
    speech: speech
      ? { service: speech.service, ...(browser_services && config.speech && { direct: config.speech }) }
      : null,
  }
}

interface WebOptions {
  ctx: Context
  cache: PageCache
  limits: RateLimits
  gate: Gate
  callAs: (viewer: Viewer | null) => Call
}

async function loadRender(server: FastifyInstance, { config }: Context): Promise<() => Promise<Render>> {
  if (!config.development) {
    const bundle = path.join(root, 'build/server/index.js')
    if (!existsSync(bundle)) throw new Error('The web application is not built. Use npm start, which builds it.')
    const { render } = (await import(bundle)) as { render: Render }
    return () => Promise.resolve(render)
  }
  const [{ createServer }, { default: middie }] = await Promise.all([import('vite'), import('@fastify/middie')])
  const vite = await createServer({
    configLoader: 'native',
    root,
    server: { middlewareMode: true, hmr: { server: server.server } },
    appType: 'custom',
  })
  await server.register(middie)
  server.use(vite.middlewares)
  server.addHook('onClose', () => vite.close())
  return async () => ((await vite.ssrLoadModule('/web/ssr.ts')) as { render: Render }).render
}

/** Serves the built files of the browser's side: those named after their content by their folder, the others one by one. */
async function serveFiles(server: FastifyInstance, { config }: Context): Promise<void> {
  const serve = (cacheControl: (file: string) => string) => ({
    index: false as const,
    preCompressed: true,
    setHeaders: (reply: { header: (name: string, value: string) => unknown }, file: string) => {
      for (const [name, value] of Object.entries(assetHeaders(config))) reply.header(name, value)
      reply.header('cache-control', cacheControl(file))
    },
  })
  await server.register(fastifyStatic, {
    ...serve(() => 'public, max-age=31536000, immutable'),
    root: path.join(client, 'assets'),
    prefix: '/assets/',
    // Compressed copies are sent in place of the files, not as files.
    allowedPath: (file: string) => !/\.(br|gz)$/.test(file),
  })
  await server.register(fastifyStatic, {
    // A worker of the browser outlives pages: a new version takes its place as soon as somebody comes.
    ...serve((file) => (/\/sw\.js(\.(br|gz))?$/.test(file) ? 'no-cache' : 'public, max-age=300')),
    root: client,
    wildcard: false,
    globIgnore: ['assets/**', '.vite/**', '**/*.br', '**/*.gz'],
    decorateReply: false,
  })
}

/** The address of a style sheet of all themes, which changes with it. */
const addressOfStyles = (css: string): string =>
  `/theme.css?v=${createHash('sha256').update(css).digest('base64url').slice(0, 12)}`

const themeFacts = (themes: Awaited<ReturnType<typeof listThemes>>) => ({
  themes: themes.map(({ id, name }) => ({ id, name })),
  default_theme: (themes.find(({ is_default }) => is_default) ?? themes[0])?.id ?? '',
  theme_css: addressOfStyles(styleSheet(themes)),
})

async function readSiteFacts(ctx: Context) {
  const logo = await readLogo(ctx.db)
  return {
    ...themeFacts(await listThemes(ctx.db)),
    site_name: await ctx.siteName(),
    site_sentence: await readSetting(ctx, 'site_sentence'),
    logo: logo ? logoAddress(logo) : null,
    language: await readSetting(ctx, 'default_language'),
    sends_mail: await hasMailServer(ctx),
  }
}
type SiteFacts = Awaited<ReturnType<typeof readSiteFacts>>

/**
 * Reads what every page says of the site. Keeps it as last known, which lets pages show an error in the last known colours
 * while the database is unavailable.
 */
function siteReader(ctx: Context, cache: PageCache): { read: () => Promise<SiteFacts>; lastKnown: () => SiteFacts } {
  let last: SiteFacts = {
    ...themeFacts([]),
    site_name: ctx.config.site_name,
    site_sentence: '',
    logo: null,
    language: 'en',
    sends_mail: ctx.config.smtp_url !== undefined,
  }
  const read = async () => {
    try {
      last = await cache.fact('site', () => readSiteFacts(ctx))
    } catch (error) {
      if (!ctx.database.engine.isUnavailable(error)) throw error
    }
    return last
  }
  return { read, lastKnown: () => last }
}

/** Returns a function that renders a page as its reader sees it. */
function pageRenderer({ ctx, callAs }: WebOptions, render: () => Promise<Render>, readSite: () => Promise<SiteFacts>) {
  return async (
    url: string,
    asked: Language | undefined,
    viewer: Viewer | null,
    country?: string,
  ): Promise<CacheableResponse> => {
    const call = callAs(viewer)
    const { language: usual, ...site } = await readSite()
    const nonce = ctx.config.development ? undefined : randomBytes(16).toString('base64url')
    const origin = new URL(ctx.config.public_url).origin
    const response = await (
      await render()
    )(new Request(origin + url), {
      call,
      reader: viewer && (await call('sessions.current', {})).user,
      nonce,
      language: asked ?? usual,
      country,
      ...site,
      public_origin: origin,
      services: pageServices(ctx),
      diagnostics: ctx.config.diagnostics,
    })
    const headers = {
      ...Object.fromEntries(response.headers),
      ...pageHeaders(ctx.config, nonce),
      ...(viewer && { 'cache-control': 'private, no-store' }),
      // Requests are for people who pray, not for search engines, which take the site's own content only.
      ...(!/^\/content\/[^/?]+(?:\?|$)/.test(url) && { 'x-robots-tag': 'noindex' }),
    }
    return { status: response.status, headers, body: await response.text() }
  }
}

/** Renders the page of a server that has too much to do. */
function renderBusy(
  { config }: Context,
  { retry_after }: Refusal,
  { language, site_name }: { language: Language; site_name: string | undefined },
): CacheableResponse {
  const nonce = randomBytes(16).toString('base64url')
  return {
    status: 503,
    headers: {
      ...pageHeaders(config, nonce),
      'content-type': 'text/html; charset=utf-8',
      'retry-after': String(retry_after),
    },
    // Sent as bytes, so it is not compressed, which would cost more than the rest of it.
    body: Buffer.from(renderBusyPage({ language, site_name, nonce, retry_after })),
  }
}

/**
 * Serves the React application: built files, the themes' style sheet, and every page, rendered as its reader sees it.
 */
export async function mountWeb(server: FastifyInstance, options: WebOptions): Promise<void> {
  const { ctx, cache, limits, gate } = options
  if (!ctx.config.development) await serveFiles(server, ctx)
  const site = siteReader(ctx, cache)
  const renderPage = pageRenderer(options, await loadRender(server, ctx), site.read)
  const pendingRenders = new Map<string, { answer: Promise<CacheableResponse>; askers: FastifyRequest[] }>()

  const busyOrThrow = (language: Language | undefined, reader: Viewer | null) => (error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'server.unavailable')) throw error
    const known = site.lastKnown()
    return renderBusy(ctx, error, {
      language: language ?? known.language,
      site_name: reader ? undefined : known.site_name,
    })
  }

  /** Members' pages are rendered one by one, and kept nowhere. */
  const renderForMember = async (request: FastifyRequest, viewer: Viewer): Promise<CacheableResponse> => {
    await limits.count(memberCalls, viewer.id)
    const isGone = () => request.raw.socket.destroyed
    return await gate.run(
      () => renderPage(request.url, requestedLanguage(request.headers), viewer, requestedCountry(request.headers)),
      {
        isLong: true,
        isGone,
      },
    )
  }

  const servePage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const country = request.url === HELP_PATH ? requestedCountry(request.headers) : undefined
    if (country !== undefined) {
      // The answer differs from reader to reader.
      return reply.header('cache-control', 'no-store').redirect(`${HELP_PATH}?country=${country}`)
    }
    const { generation } = cache
    const language = requestedLanguage(request.headers)
    const reader = await readReader(ctx, request)
    if (reader) {
      const { status, headers, body } = await renderForMember(request, reader).catch(busyOrThrow(language, reader))
      return reply.code(status).headers(headers).send(body)
    }
    const page = cache.keyOf(request.raw) ?? `${language} ${request.url}`
    // Readers who request the same page at the same time share one rendering, but none that began before a change.
    const key = `${generation} ${page}`
    let rendering = pendingRenders.get(key)
    if (!rendering) {
      await limits.count(visitorCalls, addressKey(request.ip))
      const askers: FastifyRequest[] = []
      const isGone = () => askers.every(({ raw }) => raw.socket.destroyed)
      const answer = gate
        .run(() => renderPage(request.url, language, null), { isLong: true, isGone })
        .finally(() => pendingRenders.delete(key))
      rendering = { answer, askers }
      pendingRenders.set(key, rendering)
    }
    rendering.askers.push(request)
    const { status, headers, body } = await rendering.answer.catch(busyOrThrow(language, null))
    // The cache stores only addresses whose parameters the page reads.
    if (status === 200 && !ctx.config.development) cache.put(request.raw, { status, headers, body }, generation)
    return reply.code(status).headers(headers).send(body)
  }

  server.get('/theme.css', async (request, reply) => {
    // Read anew: it is kept for long under an address that another process may have just learned.
    const css = styleSheet(await listThemes(ctx.db))
    // A process of another version writes another sheet, which nobody may keep under this one's address.
    const isOfAddress = request.url === addressOfStyles(css)
    return reply
      .headers({
        ...assetHeaders(ctx.config),
        'cache-control': isOfAddress ? 'public, max-age=31536000, immutable' : 'no-cache',
        'content-type': 'text/css; charset=utf-8',
      })
      .send(css)
  })
  server.get('/api/*', { config: { isApi: true } }, (_request, reply) => reply.callNotFound())
  server.get('/*', servePage)
}
