import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Context } from '../context.ts'

/** A word that stands in one request only: wherever it turns up, that request was seen. */
const CANARY = /canary-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

interface Seen {
  canary: string
  /** Null: a visitor. */
  user_id: string | null
  where: string
  /** What stands around the word: the smallest object of the answer that holds it. */
  around: string
}

/** Remembers what left a test's server, to be searched at its end for what nobody should have been told. */
export class Sweep {
  readonly #seen: Seen[] = []
  #log = ''

  /** Where the server's log goes, at its most talkative. */
  readonly log = { write: (line: string): void => void (this.#log += line) }

  answer(where: string, authorization: string | null | undefined, text: string): void {
    const user_id = subjectOf(authorization)
    for (const canary of new Set(text.match(CANARY)))
      this.#seen.push({ canary, user_id, where, around: surroundings(text, canary) })
  }

  /** Every leak of what was seen, as a sentence. */
  async leaks(ctx: Context): Promise<string[]> {
    return [...(await this.#fromAnswers(ctx)), ...(await this.#fromLog(ctx)), ...fromMail(ctx)]
  }

  async #fromAnswers({ db }: Context): Promise<string[]> {
    if (this.#seen.length === 0) return []
    const prayers = await db.selectFrom('prayers').selectAll().execute()
    const people = new Map((await db.selectFrom('users').selectAll().execute()).map((user) => [user.id, user]))
    const members = new Set(
      (await db.selectFrom('memberships').selectAll().execute()).map(
        ({ group_id, user_id }) => `${group_id} ${user_id}`,
      ),
    )
    const reported = new Set(
      (await db.selectFrom('reports').selectAll().execute()).map(({ prayer_request_id }) => prayer_request_id),
    )
    const byCanary = new Map(
      prayers.flatMap((prayer) => (prayer.content.match(CANARY) ?? []).map((canary) => [canary, prayer])),
    )
    const leaks: string[] = []
    for (const { canary, user_id, where, around } of this.#seen) {
      const prayer = byCanary.get(canary)
      // What was changed may have been read by those who could read it before.
      if (!prayer || prayer.updated_at !== prayer.created_at || user_id === prayer.author_id) continue
      const role = people.get(user_id ?? '')?.role ?? 'visitor'
      const isTeam = ['care', 'moderator', 'admin'].includes(role)
      const mayRead =
        prayer.visibility === 'public' ||
        (prayer.visibility === 'members' && user_id !== null) ||
        (prayer.visibility === 'group' && members.has(`${prayer.group_id} ${user_id}`)) ||
        (prayer.visibility === 'team' && isTeam) ||
        (isTeam && reported.has(prayer.id))
      if (!mayRead) leaks.push(`${where} showed a request for "${prayer.visibility}" to ${role} ${user_id}`)
      const author = people.get(prayer.author_id ?? '')
      if (!prayer.is_anonymous || !author) continue
      const tells = [author.id, author.email, author.display_name].find((word) => around.includes(word))
      if (tells !== undefined) leaks.push(`${where} told ${role} ${user_id} who wrote an anonymous request: ${tells}`)
    }
    return leaks
  }

  async #fromLog({ db }: Context): Promise<string[]> {
    if (this.#log === '') return []
    const leaks: string[] = []
    const tell = (what: string, index: number): void =>
      void leaks.push(`The log holds ${what}: ${this.#log.slice(Math.max(0, index - 100), index + 100)}`)
    for (const [what, pattern] of FORBIDDEN_IN_LOG) {
      const index = this.#log.search(pattern)
      if (index >= 0) tell(what, index)
    }
    for (const { email } of await db.selectFrom('users').select('email').execute()) {
      const index = this.#log.indexOf(email)
      if (index >= 0) tell('an email address', index)
    }
    return leaks
  }
}

const FORBIDDEN_IN_LOG: [what: string, pattern: RegExp][] = [
  ['words of a request', new RegExp(CANARY.source)],
  ['a token', /eyJ[\w-]{10,}\.[\w-]{10,}\./],
  ['the hash of a password', /\$argon2/],
]

function fromMail({ config }: Context): string[] {
  const folder = path.join(config.data_dir, 'mail')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => new RegExp(CANARY.source).test(readFileSync(path.join(folder, file), 'utf8')))
    .map((file) => `The mail ${file} holds words of a request`)
}

/** Whose token it is, whether or not it is genuine. */
function subjectOf(authorization: string | null | undefined): string | null {
  const payload = authorization?.split('.')[1]
  if (payload === undefined) return null
  try {
    return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: string }).sub ?? null
  } catch {
    return null
  }
}

/** The smallest object or list of a JSON answer in which the word stands; the whole text of any other answer. */
function surroundings(text: string, word: string): string {
  let smallest = text
  try {
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value !== 'object' || value === null) return value
      const json = JSON.stringify(value)
      if (json.includes(word) && json.length < smallest.length) smallest = json
      return value
    })
  } catch {
    // Not JSON.
  }
  return smallest
}
