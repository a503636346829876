import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config.ts'
import { hashSecret } from '../secrets/secrets.ts'

type OriginConfig = Pick<Config, 'cors_origins' | 'public_url'>

/**
 * Returns the origin of `CORS_ORIGINS` whose page sends the request; undefined for the site's own pages and for clients
 * that are not browsers. Such a page signs in with a bearer token alone: it neither gets nor uses cookies.
 */
export function otherOrigin(
  { cors_origins, public_url }: OriginConfig,
  headers: IncomingHttpHeaders,
): string | undefined {
  const { origin } = headers
  if (origin === undefined || headers['sec-fetch-site'] === 'same-origin') return undefined
  return cors_origins.includes(origin) && origin !== new URL(public_url).origin ? origin : undefined
}

/** Returns the value to which a session of another origin is bound, in place of a cookie: only pages of that origin refresh it. */
export const originBinding = (origin: string): string => hashSecret(`origin ${origin}`)
