import { z } from 'zod'
import { countEdits } from './spelling.ts'

/**
 * Members that decide who reads something, what it tells about a person, or whether it can be read at all; with other
 * words for them. Ignoring a misspelt one could show a text or a name to people whom its author had ruled out.
 */
const guardingMembers: Readonly<Record<string, readonly string[]>> = {
  visibility: ['audience', 'privacy', 'private', 'public', 'hidden', 'shared_with', 'visible_to'],
  group_id: ['circle', 'circle_id'],
  group_ids: [],
  is_anonymous: ['anonym', 'hide_author', 'hide_name', 'show_name'],
  is_guarded: ['sensitive', 'protected', 'at_risk'],
  is_listed: ['hidden', 'private', 'public', 'visibility'],
  joining: ['join', 'membership', 'join_policy'],
  posting: ['post', 'post_policy'],
  status: ['draft', 'archived'],
  published: ['public', 'visibility'],
  user_id: ['recipient', 'recipients', 'reader', 'to', 'person_id'],
  audience: ['visibility', 'recipients', 'roles'],
  shown_from: ['starts_at', 'show_from', 'from'],
  shown_until: ['ends_at', 'show_until', 'until', 'expires_at'],
  role: ['admin', 'rights', 'permissions'],
  email: ['mail', 'email_address'],
  translation_consent: ['consent'],
  speech_consent: ['consent'],
}

/** Longer names are no misspelling of any, and are not compared. */
const MAX_COMPARED_LENGTH = 40
/** Up to this length one letter may differ, in longer words two. */
const SHORT = 5

/** A name without case, signs and the question word: `isAnonymous`, `is-anonymous` and `anonymous` are one. */
const foldName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/^(is|has)(?=[a-z]{3})/, '')

interface FoldedGuard {
  folded: string
  words: Set<string>
}
const foldGuard = (guard: string): FoldedGuard => ({
  folded: foldName(guard),
  words: new Set((guardingMembers[guard] ?? []).map(foldName)),
})

/** True for a name that is none of the guards, but probably means one of them. */
function meansGuard(name: string, guards: readonly FoldedGuard[]): boolean {
  if (name.length > MAX_COMPARED_LENGTH) return false
  const given = foldName(name)
  return guards.some(({ folded, words }) => {
    const most = folded.length <= SHORT ? 1 : 2
    const isNear = Math.abs(given.length - folded.length) <= most && countEdits(given, folded) <= most
    return isNear || words.has(given)
  })
}

/**
 * The body of a call that writes an entity. It takes the entity as it was read: members that only the server sets, and
 * those that nobody knows, are ignored. Refused, as unknown, is what probably means a guarding member of this body.
 * `schema`: the members that can be written; `entity`: those that can be read; `others`: guarding members that this call
 * never writes.
 */
export const entityBody = <Schema extends z.ZodObject>(
  schema: Schema,
  entity: z.ZodObject,
  others: (keyof typeof guardingMembers)[] = [],
): z.ZodType<z.output<Schema>, z.input<Schema>> => {
  const known = new Set([...Object.keys(schema.shape), ...Object.keys(entity.shape)])
  const guards = [...Object.keys(schema.shape).filter((name) => name in guardingMembers), ...others].map(foldGuard)
  return z.preprocess((value, context) => {
    if (typeof value !== 'object' || value === null) return value
    const keys = Object.keys(value).filter((name) => !known.has(name) && meansGuard(name, guards))
    if (keys.length > 0) {
      context.addIssue({ code: 'unrecognized_keys', keys, input: value as Record<string, unknown> })
    }
    return value
  }, schema) as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>
}
