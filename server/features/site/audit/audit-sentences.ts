import { readFileSync } from 'node:fs'
import type { AuditEntry } from '../../../../contract/audit.ts'
import { auditActions } from '../../../../contract/audit.values.ts'
import type { Language } from '../../../../contract/fields.ts'
import { nameFor } from '../../../../contract/languages.ts'
import type record from '../../../../messages/en/admin_record.json'
import type site from '../../../../messages/en/admin_site.json'

type Words = typeof record & Pick<typeof site, 'people' | 'site_settings'>

const cache = new Map<Language, Words>()
function loadWords(language: Language): Words {
  let words = cache.get(language)
  if (!words) {
    const read = (area: string): unknown =>
      JSON.parse(readFileSync(new URL(`../../../../messages/${language}/${area}.json`, import.meta.url), 'utf8'))
    words = { ...(read('admin_site') as typeof site), ...(read('admin_record') as typeof record) }
    cache.set(language, words)
  }
  return words
}

const wordOf = (words: Record<string, unknown>, key: string): string | undefined => {
  const word = Object.hasOwn(words, key) ? words[key] : undefined
  return typeof word === 'string' ? word : undefined
}

/** What an act of the log says in a language: who did what to what. */
export function sayAct({ action, actor, actor_id, subject, from, to }: AuditEntry, language: Language): string {
  const { acts, people, site_settings } = loadWords(language)
  const known = auditActions.find((one) => one === action)
  const sentence = known === undefined ? undefined : wordOf(acts.say, known.replace('.', '_'))
  const who = actor ? nameFor(actor.display_name, language) : actor_id === null ? 'Oremus' : acts.left
  if (sentence === undefined) return `${who}: ${action}`
  const kind = subject?.kind ?? 'request'
  const named =
    kind === 'setting' ? wordOf(site_settings, subject?.name ?? '') : subject?.name && nameFor(subject.name, language)
  const role = (one: string): string => wordOf(people, `role_${one}`) ?? one
  const after = to.length === 0 ? acts.no_category : new Intl.ListFormat(language).format(to.map(role))
  const values: Record<string, string> = {
    who,
    what: named ?? (kind === 'user' ? acts.someone : acts[kind]),
    from: role(from ?? ''),
    to: after,
  }
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** The heads of the columns of the log as a file. */
export function columnsOf(language: Language): string[] {
  const { acts } = loadWords(language)
  return [acts.when, acts.who_head, acts.what_head, acts.why_head]
}
