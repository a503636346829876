import { SignJWT, errors as joseErrors, jwtVerify } from 'jose'
import { sql } from 'kysely'
import type { Role } from '../../contract/users.ts'
import type { Access } from '../../contract/endpoints.ts'
import { hasRole, isStaff } from '../../contract/roles.ts'
import type { Context } from '../context.ts'
import { type Places, compiledOnce } from '../db/compiled.ts'
import { isEqualSecret } from '../secrets/secrets.ts'
import { readSetting, settings } from '../settings/settings.ts'
import { Refusal, check } from './errors.ts'
import { VerifiedTokens } from './verified-tokens.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/time.values.ts'

/** The person who sends the request; `null` is a visitor. The role is read from the database, never from the token. */
export interface Viewer {
  id: string
  role: Role
  session_id: string
  /** Time at which the password was last confirmed in this session. */
  confirmed_at: string
  /** True when the person has a higher role than `role`, which needs a second factor to take effect. */
  is_role_withheld?: boolean
}

export interface TokenClaims {
  user_id: string
  session_id: string
  jti: string
}

// Lifetimes and timeouts in milliseconds.
export const TOKEN_TTL_MS = 10 * MINUTE_MS
export const REFRESH_GRACE_MS = 30_000
export const CONFIRMATION_TTL_MS = 5 * MINUTE_MS
const ADMIN_IDLE_TIMEOUT_MS = DAY_MS / 2
/** `other_origin`: sessions of other sites' pages, which no cookie protects. */
export const MAX_SESSION_AGE_MS = { default: 90 * DAY_MS, admin: 7 * DAY_MS, other_origin: 7 * DAY_MS }

const ISSUER = 'oremus'
const ALGORITHM = 'HS256'
const TYPE = 'at+jwt'

/**
 * Signs a token. The same claims and time give the same token, so that a second tab gets the successor that the first
 * one got.
 */
export function signToken(
  { secrets }: Pick<Context, 'secrets'>,
  claims: TokenClaims,
  issued_at: Date,
): Promise<string> {
  const seconds = Math.floor(issued_at.getTime() / 1000)
  return new SignJWT({ sid: claims.session_id })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(ISSUER)
    .setSubject(claims.user_id)
    .setJti(claims.jti)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + TOKEN_TTL_MS / 1000)
    .sign(secrets.tokenKey)
}

/** Seconds. The clock of a machine may be put back by up to a day, which signs nobody out. */
const MAX_CLOCK_SKEW_S = 25 * 3600

/** True for the times of a token of this site: whole seconds, issued before now, valid no longer than one lifetime. */
export const isLifetime = (iat: unknown, exp: unknown, at: Date): boolean =>
  Number.isSafeInteger(iat) &&
  Number.isSafeInteger(exp) &&
  Number(iat) <= at.getTime() / 1000 + MAX_CLOCK_SKEW_S &&
  Number(exp) > Number(iat) &&
  Number(exp) - Number(iat) <= TOKEN_TTL_MS / 1000

const verified = new WeakMap<Context['secrets'], VerifiedTokens<TokenClaims>>()

/** The verified tokens of a site: those of another key are others. */
function tokensOf(secrets: Context['secrets']): VerifiedTokens<TokenClaims> {
  const tokens = verified.get(secrets) ?? new VerifiedTokens<TokenClaims>(isLifetime)
  verified.set(secrets, tokens)
  return tokens
}

/**
 * Returns the claims of a valid token. Rejects with `sessions.required` for any other, and for an expired one unless
 * that is allowed.
 */
export async function verifyToken(
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  token: string,
  { allow_expired = false } = {},
): Promise<TokenClaims> {
  const known = tokensOf(secrets)
  const found = known.find(token, clock())
  if (found) return found
  try {
    const { payload } = await jwtVerify(token, secrets.tokenKey, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: ISSUER,
      requiredClaims: ['sub', 'sid', 'jti', 'exp', 'iat'],
      currentDate: allow_expired ? new Date(0) : clock(),
    })
    const { sub, sid, jti, iat, exp } = payload
    check(isLifetime(iat, exp, clock()), 'sessions.required')
    check(typeof sub === 'string' && typeof sid === 'string' && typeof jti === 'string', 'sessions.required')
    const claims = { user_id: sub, session_id: sid, jti }
    if (!allow_expired) known.add(token, { iat: Number(iat), exp: Number(exp) }, claims)
    return claims
  } catch (error) {
    if (error instanceof joseErrors.JOSEError || error instanceof TypeError) throw new Refusal('sessions.required')
    throw error
  }
}

/** Returns the bearer token of a request; undefined when it has none. Ignores tokens in the URL. */
export function parseBearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  return /^Bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1] ?? ''
}

/** Returns the idle timeout of a session. `days`: the setting `session_days`. */
export const idleTimeoutMs = (role: Role, days: number): number =>
  role === 'admin' ? ADMIN_IDLE_TIMEOUT_MS : days * DAY_MS

/** Selects sessions with the fields of their person that decide whether the session is active. */
const selectSessions = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.current_jti',
      'sessions.previous_jti',
      'sessions.rotated_at',
      'sessions.binding_hash',
      'sessions.created_at',
      'sessions.expires_at',
      'sessions.last_seen_at',
      'sessions.revoked_at',
      'sessions.confirmed_at',
      'sessions.second_factor_at',
      'users.role',
      'users.status',
    ])
    // Reads the setting in the same statement, because it runs at every request.
    .select((query) =>
      query.selectFrom('settings').select('value').where('key', '=', sql.lit('session_days')).as('session_days'),
    )

const selectSession = compiledOnce((db, _shape: null, at: Places<{ id: string }>) =>
  selectSessions({ db }).where('sessions.id', '=', at.id),
)

export const fetchSession = async ({ db }: Pick<Context, 'db'>, id: string) =>
  (await selectSession(db, null, { id })).at(0)

export type SessionRow = NonNullable<Awaited<ReturnType<typeof fetchSession>>>

const parseSessionDays = (stored: unknown): number => {
  const parsed = settings.session_days.safeParse(stored ?? undefined)
  return parsed.success ? parsed.data : settings.session_days.parse(undefined)
}

/** True when a session may be used: not revoked, within its idle and absolute timeouts, its person active. */
export function isSessionActive(row: SessionRow, at: Date): boolean {
  const limits = row.role === 'admin' ? 'admin' : 'default'
  const age = (since: string): number => at.getTime() - Date.parse(since)
  return (
    row.revoked_at === null &&
    row.status === 'active' &&
    row.expires_at > at.toISOString() &&
    age(row.last_seen_at) < idleTimeoutMs(row.role, parseSessionDays(row.session_days)) &&
    age(row.created_at) < MAX_SESSION_AGE_MS[limits]
  )
}

/** True when a token's `jti` is accepted: the newest, or the previous one for a short time. */
export const isCurrentToken = (row: SessionRow, jti: string, at: Date): boolean =>
  jti === row.current_jti || (jti === row.previous_jti && at.getTime() - Date.parse(row.rotated_at) < REFRESH_GRACE_MS)

/**
 * Returns the person of a request. Read at each request, so that sign-out, suspension and a new role take effect at
 * once.
 */
export async function readViewer(context: Context, authorization: string | undefined): Promise<Viewer | null> {
  const token = parseBearerToken(authorization)
  if (token === undefined) return null
  const claims = await verifyToken(context, token)
  const row = await fetchSession(context, claims.session_id)
  const at = context.clock()
  check(
    row && row.user_id === claims.user_id && isSessionActive(row, at) && isCurrentToken(row, claims.jti, at),
    'sessions.required',
  )
  return await toViewer(context, row)
}

async function toViewer(context: Context, row: SessionRow): Promise<Viewer> {
  const { user_id, role, id: session_id, confirmed_at } = row
  if (isStaff(role) && row.second_factor_at === null && (await readSetting(context, 'staff_second_factor'))) {
    return { id: user_id, role: 'member', session_id, confirmed_at, is_role_withheld: true }
  }
  return { id: user_id, role, session_id, confirmed_at }
}

/** Value of the cookie that names a session for pages. */
export const signPageSession = ({ secrets }: Pick<Context, 'secrets'>, session_id: string): string =>
  `${session_id}.${secrets.signPageSession(session_id)}`

/** Returns the person as whom a page is rendered; null for a value that is forged, or of a session that has ended. */
export async function readPageViewer(context: Context, value: string): Promise<Viewer | null> {
  const [session_id = '', signature = ''] = value.split('.')
  if (!isEqualSecret(signature, context.secrets.signPageSession(session_id))) return null
  const row = await fetchSession(context, session_id)
  return row && isSessionActive(row, context.clock()) ? await toViewer(context, row) : null
}

/** Returns the people of the active ones among the sessions, by session. */
export async function fetchActiveViewers(context: Context, session_ids: string[]): Promise<Map<string, Viewer>> {
  const rows = await selectSessions(context).where('sessions.id', 'in', session_ids).execute()
  const at = context.clock()
  const active = rows.filter((row) => isSessionActive(row, at))
  return new Map(await Promise.all(active.map(async (row) => [row.id, await toViewer(context, row)] as const)))
}

/** Refuses a visitor with 401 and a person without the role with 403. */
export function checkAccess(access: Access, viewer: Viewer | null): void {
  if (access === 'visitor') return
  check(viewer, 'sessions.required')
  check(hasRole(viewer.role, access), viewer.is_role_withheld ? 'sessions.second_factor_required' : 'request.forbidden')
}

/** Step-up: refuses sensitive actions unless the password was confirmed within the last five minutes. */
export function checkRecentlyConfirmed({ clock }: Pick<Context, 'clock'>, viewer: Viewer): void {
  const age = clock().getTime() - Date.parse(viewer.confirmed_at)
  check(age < CONFIRMATION_TTL_MS, 'sessions.confirmation_needed')
}
