import type { FastifyError } from 'fastify'
import type { z } from 'zod'
import {
  type ErrorCode,
  type FieldError,
  type Problem,
  errors,
  formerCodes,
  hints,
  retryAfterSeconds,
} from '../../contract/errors.ts'
import { UNREADABLE } from '../../contract/fields.ts'
import { NOT_AN_ADDRESS } from '../../contract/sessions.ts'
import { type AddressProblem, readAddress } from '../../contract/addresses.ts'
import { findUnreadable } from '../../contract/pasted.ts'
import type { Engine } from '../db/engine.ts'

interface RefusalDetails {
  fields?: FieldError[] | undefined
  retry_after?: number | undefined
  values?: Record<string, string> | undefined
}

/** An error of the contract's table. Thrown by handlers and rules; rolls the transaction back. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[] | undefined
  /** Seconds, for `Retry-After`. */
  readonly retry_after: number | undefined
  /** Values of the `{name}` placeholders in the English sentence. */
  readonly values: Record<string, string> | undefined

  constructor(code: ErrorCode, { fields, retry_after, values }: RefusalDetails = {}) {
    super(code)
    this.code = code
    this.fields = fields
    this.retry_after = retry_after
    this.values = values
  }
}

/** Throws a refusal unless the condition holds. */
export function check(condition: unknown, code: ErrorCode): asserts condition {
  if (!condition) throw new Refusal(code)
}

/** Returns the value; throws a refusal when it is undefined. */
export function ensureFound<Value>(value: Value | undefined, code: ErrorCode): Value {
  check(value !== undefined, code)
  return value
}

/** Returns what to do with a failed statement: a duplicate is refused with this code, any other error is thrown on. */
export const refuseDuplicate =
  ({ database }: { database: { engine: Engine } }, code: ErrorCode) =>
  (error: unknown): never => {
    throw database.engine.isDuplicate(error) ? new Refusal(code) : error
  }

/** Maximum size of an error's body. Bytes. */
const MAX_PROBLEM_BYTES = 4096
/** Leaves room for the other members. Code units. */
const MAX_SENTENCE_LENGTH = 600

/** Returns as many of the fields as fit beside the rest of the problem. */
function fittingFields(fields: FieldError[], problem: Problem): FieldError[] {
  let left = MAX_PROBLEM_BYTES - Buffer.byteLength(JSON.stringify({ ...problem, errors: [] }))
  const firstLeftOut = fields.findIndex((field) => (left -= Buffer.byteLength(JSON.stringify(field)) + 1) < 0)
  return firstLeftOut === -1 ? fields : fields.slice(0, firstLeftOut)
}

/**
 * Builds a problem document of RFC 9457 of at most 4 KB: of many fields it names the first. `type` is stable and need
 * not be reachable.
 */
export function toProblem({ code, fields, values }: Pick<Refusal, 'code' | 'fields'> & RefusalDetails): Problem {
  const [status, pattern] = errors[code]
  const sentence = pattern
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => values?.[name] ?? '')
    .trim()
    .slice(0, MAX_SENTENCE_LENGTH)
  const former = formerCodes[code]
  const sent = former ?? code
  const problem: Problem = {
    type: `urn:oremus:problem:${sent}`,
    title: sent,
    status,
    detail: sentence,
    code: sent,
    ...(former !== undefined && { alias: code }),
    ...(hints[code] !== undefined && { hint: hints[code] }),
  }
  return fields ? { ...problem, errors: fittingFields(fields, problem) } : problem
}

/** `application/*` accepts no text. */
const PROBLEM_TYPES = new Set(['application/*', 'application/json', 'application/problem+json'])

/**
 * True when `Accept` asks for JSON or a problem. A program that takes anything, or does not say, shows its reader the text
 * of the answer.
 */
function asksForProblem(accept = ''): boolean {
  return accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(
      ([type = '', ...weights]) => PROBLEM_TYPES.has(type) && !weights.some((weight) => /^q=0(?:\.0*)?$/.test(weight)),
    )
}

/** Returns the body of a refusal in the form that `Accept` asks for: the problem, or its sentence as text. */
export function refusalBody(problem: Problem, accept: string | undefined): { type: string; body: string } {
  return asksForProblem(accept)
    ? { type: 'application/problem+json; charset=utf-8', body: JSON.stringify(problem) }
    : { type: 'text/plain; charset=utf-8', body: [problem.detail, problem.hint].filter(Boolean).join(' ') }
}

const FASTIFY_ERROR_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'request.unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
}

/** Maps any thrown error to a refusal. An unexpected error becomes `server.failed`, whose cause is only logged. */
export function toRefusal(error: unknown, engine: Engine): Refusal {
  if (error instanceof Refusal) {
    const retry_after = error.retry_after ?? retryAfterSeconds[error.code]
    return retry_after === undefined
      ? error
      : new Refusal(error.code, { fields: error.fields, values: error.values, retry_after })
  }
  if (engine.isUnavailable(error)) return new Refusal('server.unavailable', { retry_after: 2 })
  if (engine.isUnstorable(error)) return new Refusal('request.invalid')
  const code = error instanceof Error && 'code' in error ? FASTIFY_ERROR_CODES[String(error.code)] : undefined
  if (code) return new Refusal(code)
  const status = (error as Partial<FastifyError> | null)?.statusCode
  // A client error detected by Fastify, such as broken JSON: it has a status and no code.
  if (error instanceof SyntaxError || (status !== undefined && status >= 400 && status < 500))
    return new Refusal('request.malformed')
  return new Refusal('server.failed')
}

const addressSentences: Record<AddressProblem, string> = {
  empty: 'Enter an email address, like name@example.org.',
  no_at: 'An email address has an @, like name@example.org.',
  space: 'There’s a space in this address. Please take it out.',
  many_at: 'An email address has only one @.',
  no_name: 'Something is missing before the @, like name@example.org.',
  no_ending: 'The ending of the address is missing, like .org in name@example.org.',
  dots: 'There’s a dot too many in this address.',
  sign: 'An email address can’t have “{sign}” there.',
  domain: 'What’s behind the @ isn’t right. Please check it.',
  too_long: 'This address is too long.',
}

const fieldErrorMessages: Record<FieldError['code'], (field: FieldError, value?: unknown) => string> = {
  required: () => 'Please fill this in.',
  too_short: ({ minimum }) => `Use at least ${minimum} characters.`,
  too_long: ({ maximum }) => `Use at most ${maximum} characters.`,
  not_allowed: () => 'Please choose one of the values offered here.',
  passed: () => 'This day has passed. Choose today or a later day.',
  unreadable: (_, value) => {
    const found = typeof value === 'string' ? findUnreadable(value) : undefined
    return found
      ? `The last sign in “${found.near}” can’t be saved. Please write it again.`
      : 'Some characters can’t be saved. Please retype this.'
  },
  not_an_address: (_, value) => {
    const read = readAddress(typeof value === 'string' ? value : '')
    return addressSentences[read.problem ?? 'empty'].replace('{sign}', () => ('sign' in read ? (read.sign ?? '') : ''))
  },
  wrong_type: () => 'This needs a different kind of value.',
  unknown_member: () => 'This field doesn’t exist here.',
  repeated: () => 'Give this only once.',
}

/** Rules of an id, a time or a colour, for which nothing is offered to choose from. */
const MISFORMED = 'This isn’t written as it must be.'

/** The refusal of one member of the input, with the sentence of its kind. */
export const refuseMember = (path: string, code: 'not_allowed' | 'passed'): Refusal => {
  const field = { path, code, detail: '' }
  return new Refusal('request.invalid', { fields: [{ ...field, detail: fieldErrorMessages[code](field) }] })
}

const valueAt = (input: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  )

function describeIssue(issue: z.core.$ZodIssue, input: unknown): Omit<FieldError, 'path' | 'detail'> {
  const value = valueAt(input, issue.path)
  if (value === undefined) return { code: 'required' }
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' ? { code: 'too_short', minimum: Number(issue.minimum) } : { code: 'not_allowed' }
    case 'too_big':
      return issue.origin === 'string' ? { code: 'too_long', maximum: Number(issue.maximum) } : { code: 'not_allowed' }
    case 'custom':
      if (issue.message === NOT_AN_ADDRESS) return { code: 'not_an_address' }
      return { code: issue.message === UNREADABLE ? 'unreadable' : 'not_allowed' }
    case 'invalid_type':
      return { code: Array.isArray(value) ? 'repeated' : 'wrong_type' }
    default:
      return { code: Array.isArray(value) ? 'repeated' : 'not_allowed' }
  }
}

const SPECIFIC_ISSUE_CODES = new Set(['custom', 'too_small', 'too_big'])

/** For a value that matches no member of a union, returns the issues of the closest member. */
function closestUnionIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const branch = issue.errors.find((issues) => issues.some(({ code }) => SPECIFIC_ISSUE_CODES.has(code)))
  return branch?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue]
}

/** Longest name of a member in an answer, and how many unknown ones are named. */
const MAX_PATH_LENGTH = 100
const MAX_NAMED_MEMBERS = 10

const joinPath = (path: PropertyKey[]): string => path.map(String).join('.').slice(0, MAX_PATH_LENGTH)

/** Returns one error for all unknown members, at the first of them, with the names of the first ten. */
function unknownMembersError(names: string[]): FieldError[] {
  const [path] = names
  if (path === undefined) return []
  const named = names.slice(0, MAX_NAMED_MEMBERS).join(', ')
  const detail =
    names.length === 1
      ? fieldErrorMessages.unknown_member({ path, code: 'unknown_member', detail: '' })
      : `These fields don’t exist here: ${named}${names.length > MAX_NAMED_MEMBERS ? ', …' : ''}`
  return [{ path, code: 'unknown_member', detail }]
}

/** Returns the errors of the input by member; unknown members share one. Of the input it repeats a few words at most. */
export function toFieldErrors(error: z.ZodError, input: unknown): FieldError[] {
  const issues = error.issues.flatMap(closestUnionIssues)
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => joinPath([...issue.path, key])) : [],
  )
  const others = issues
    .filter(({ code }) => code !== 'unrecognized_keys')
    .map((issue) => {
      const field = { path: joinPath(issue.path), detail: '', ...describeIssue(issue, input) }
      const isMisformed = field.code === 'not_allowed' && issue.code === 'invalid_format'
      const detail = isMisformed ? MISFORMED : fieldErrorMessages[field.code](field, valueAt(input, issue.path))
      return { ...field, detail }
    })
  return [...others, ...unknownMembersError(unknown)]
}
