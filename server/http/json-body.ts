import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { type Refusal, check } from './errors.ts'

const BYTE_ORDER_MARK = '\uFEFF'
const QUOTE = 34
const COLON = 58
const BACKSLASH = 92

/** Returns the index of the quote that ends the text that begins at `start`. The whole must be valid JSON. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let backslashes = 0
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
}

/** Counts the members that valid JSON writes: each has one colon outside of texts. Linear. */
function countWrittenMembers(json: string): number {
  let members = 0
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index)
    if (code === QUOTE) index = endOfText(json, index)
    else if (code === COLON) members += 1
  }
  return members
}

/** Values in one list or object. A schema looks at each, and says what is wrong with each, before it counts them. */
const MAX_PARTS = 10_000

/**
 * Counts the members of a parsed value, in which the last of several with one name is left. Without recursion. Rejects one
 * of too many parts.
 */
function countMembers(value: unknown): number {
  let members = 0
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const parts: unknown[] = Array.isArray(next) ? next : Object.values(next)
    if (!Array.isArray(next)) members += parts.length
    check(parts.length <= MAX_PARTS, 'request.too_large')
    for (const part of parts) if (typeof part === 'object' && part !== null) open.push(part)
  }
  return members
}

/** True when an object of the JSON names a member twice, however it is escaped: other programs may read the other one. */
const hasRepeatedMember = (json: string, value: unknown): boolean => countWrittenMembers(json) !== countMembers(value)

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i

/**
 * Reads bodies of JSON so that they have one meaning only: UTF-8 without a byte order mark, each member once, none of
 * the prototype. A body without a byte is `{}`. Rejects with problems that say what to change.
 */
export function addJsonBodies(app: FastifyInstance): void {
  // Fastify's parser, which refuses members of prototypes.
  const parseSafely = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1]
    check(charset === undefined || /^utf-?8$/i.test(charset), 'request.unsupported_media_type')
    const bytes = body as Buffer
    if (bytes.length === 0) return done(null, {})
    check(isUtf8(bytes), 'request.not_utf8')
    const json = bytes.toString('utf8')
    check(!json.startsWith(BYTE_ORDER_MARK), 'request.not_utf8')
    // oxlint-disable-next-line typescript/no-floating-promises -- it answers through the callback
    parseSafely(request, json, (error, value?: unknown) => {
      if (error) return done(error)
      try {
        check(!hasRepeatedMember(json, value), 'request.repeated_member')
      } catch (refusal) {
        return done(refusal as Refusal)
      }
      done(null, value)
    })
  })
}
