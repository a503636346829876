import type { AuditEntry } from '../../../../contract/audit.ts'
import {
  actsWithOutcome,
  auditActions,
  settingsOfText,
  settingsWithChoices,
} from '../../../../contract/audit.values.ts'
import type { Language } from '../../../../contract/fields.ts'
import { isLanguage, languageNames, localeOf, nameFor } from '../../../../contract/languages.ts'
import type record from '../../../../messages/en/admin_record.json'
import type site from '../../../../messages/en/admin_site.json'
import type app from '../../../../messages/en/app.json'
import { builtInNames } from '../../../db/seed.ts'
import { readMessages } from '../../../messages.ts'

type Words = typeof record & Pick<typeof site, 'people' | 'site_settings'> & Pick<typeof app, 'categories'>

const loadWords = (language: Language): Words => ({
  ...readMessages<typeof site>(language, 'admin_site'),
  ...readMessages<typeof record>(language, 'admin_record'),
  categories: readMessages<typeof app>(language, 'app').categories,
})

const wordOf = (words: Record<string, unknown>, key: string): string | undefined => {
  const word = Object.hasOwn(words, key) ? words[key] : undefined
  return typeof word === 'string' ? word : undefined
}

const quote = ({ acts }: Words, name: string): string => acts.quoted.replace('{name}', () => name)

/** A category that came with the site, in words; any other by its name. */
function sayCategory({ categories }: Words, name: string): string {
  const key = [...builtInNames].find(([, one]) => one === name)?.[0]
  return (key === undefined ? undefined : wordOf(categories, key)) ?? name
}

/** A value before or after an act, in words. */
function sayValue(words: Words, { action, subject }: AuditEntry, value: string, zone: string): string {
  const setting = action === 'settings.write' ? (subject?.name ?? '') : ''
  if (value === '') return words.acts.value.empty
  if (action === 'classifications.change_links') return sayCategory(words, value)
  if ((action === 'backups.restore' || action === 'backups.download') && isTime(value)) return formatTime(value, zone)
  if (settingsOfText.includes(setting)) return quote(words, value)
  if (settingsWithChoices.includes(setting)) return wordOf(words.site_settings, `${setting}_${value}`) ?? value
  if (setting === 'default_language') return isLanguage(value) ? languageNames[value] : value
  const word = wordOf(words.people, `role_${value}`)
  if (action === 'accounts.set_role' && word !== undefined) return word
  const outcome = actsWithOutcome.some((one) => one === action) ? wordOf(words.acts.value, value) : undefined
  return outcome ?? (action === 'content.edit' ? quote(words, value) : value)
}

const isTime = (value: string): boolean => !Number.isNaN(Date.parse(value))

/** A time as a spreadsheet reads it: `2026-05-20 14:00:00`, in a time zone. */
export const formatTime = (time: string, zone: string): string =>
  Temporal.Instant.from(time).toZonedDateTimeISO(zone).toPlainDateTime().round('second').toString().replace('T', ' ')

/** Returns what an act of the log says in a language: who did what to what, and what came of it. */
export function sayAct(act: AuditEntry, language: Language, zone = 'UTC'): string {
  const { action, actor, actor_id, subject, from, to } = act
  const words = loadWords(language)
  const { acts, site_settings } = words
  const known = auditActions.find((one) => one === action)
  const sentence = known === undefined ? undefined : wordOf(acts.say, known.replace('.', '_'))
  const who = actor ? nameFor(actor.display_name, language) : actor_id === null ? 'Oremus' : acts.left
  if (sentence === undefined) return `${who}: ${action}`
  const kind = subject?.kind ?? 'request'
  const named =
    kind === 'setting'
      ? wordOf(site_settings, subject?.name ?? '')
      : subject?.name && (kind === 'category' ? sayCategory(words, subject.name) : nameFor(subject.name, language))
  const say = (one: string): string => sayValue(words, act, one, zone)
  const after = to.length === 0 ? acts.no_category : new Intl.ListFormat(localeOf(language)).format(to.map(say))
  const values: Record<string, string> = {
    who,
    what: (kind === 'request' && named ? quote(words, named) : named) ?? (kind === 'user' ? acts.someone : acts[kind]),
    from: from === null ? '' : say(from),
    to: after,
  }
  const outcome = to.length > 0 && known !== undefined && actsWithOutcome.includes(known)
  const more = outcome ? [from === null ? acts.decision : acts.from_to] : []
  return [sentence, ...more].map((one) => fill(one, values)).join(' ')
}

/** Fills the places of a sentence. A name that ends with a full stop brings that of the sentence along. */
const fill = (sentence: string, values: Record<string, string>): string =>
  sentence.replaceAll(/\{(\w+)\}([.。।]?)/g, (_, name: string, stop: string) => {
    const value = values[name] ?? ''
    return /[.。।]$/u.test(value) ? value : value + stop
  })

/** The heads of the columns of the log as a file, whose times are in a time zone. */
export function columnsOf(language: Language, zone: string): string[] {
  const { acts } = loadWords(language)
  return [`${acts.when} (${zone})`, acts.who_head, acts.what_head, acts.why_head]
}
