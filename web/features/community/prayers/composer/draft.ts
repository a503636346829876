import type { Language } from '../../../../../contract/fields.ts'
import type { Prayer, Visibility } from '../../../../../contract/prayers.ts'
import {
  type PrayerFlag,
  type PrayerLine,
  plainFieldNames,
  prayerFlags,
  prayerLines,
} from '../../../../../contract/prayers.values.ts'

const lineNames = Object.keys(prayerLines) as PrayerLine[]
type PlainFields = Record<PrayerFlag, boolean> & Record<PrayerLine, string>

/** What the form holds. */
export interface Draft extends PlainFields {
  content: string
  visibility: Visibility
  /** For the audience `group`: which ones. */
  group_ids: string[]
  is_anonymous: boolean
  language: Language | null
  categoryIds: string[]
  /** `yyyy-mm-dd`, or nothing. */
  date: string
  /** Whether the person it is about knows. Stays in the browser. */
  consent: 'known' | 'not_asked' | null
  /** Names this draft to the server, so that it is shared once, however often it is sent. */
  key?: { body: string; key: string }
}

const pickPlain = (draft: PlainFields) =>
  Object.fromEntries(plainFieldNames.map((name) => [name, draft[name]])) as PlainFields
/** Text fields hold no null. */
const withoutNull = (lines: Partial<Record<PrayerLine, string | null>>) =>
  Object.fromEntries(lineNames.map((name) => [name, lines[name] ?? ''])) as Record<PrayerLine, string>

/** What is sent of it. A date is the end of that day, UTC. */
export function toInput({ date, ...draft }: Draft) {
  const { content, visibility, is_anonymous, language, categoryIds } = draft
  const written = { ...pickPlain(draft), content, visibility, is_anonymous, language, categoryIds }
  return { ...written, expires_at: date === '' ? null : `${date}T23:59:59.999Z` }
}

export const emptyDraft: Draft = {
  ...prayerFlags,
  ...withoutNull({}),
  content: '',
  visibility: 'public',
  group_ids: [],
  is_anonymous: false,
  language: null,
  categoryIds: [],
  date: '',
  consent: null,
}

/** A request that its author edits. The machine's categories are not the author's choice. */
export function toDraft(prayer: Prayer): Draft {
  const { content, visibility, is_anonymous, language, group_id, expires_at, categories } = prayer
  return {
    ...emptyDraft,
    ...pickPlain({ ...prayer, ...withoutNull(prayer) }),
    content,
    visibility,
    is_anonymous,
    language,
    group_ids: group_id === null ? [] : [group_id],
    categoryIds: categories.filter((one) => !one.is_machine_generated).map((one) => one.id),
    date: expires_at?.slice(0, 'yyyy-mm-dd'.length) ?? '',
  }
}

const storageKey = (name: string): string => `draft:${name}`

/** What was written in this tab and not sent yet. */
export function readDraft(name: string): Partial<Draft> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(name)) ?? '{}') as Partial<Draft>
  } catch {
    return {}
  }
}

/** One text that was written in this tab and not sent yet. */
export const readDraftText = (name: string): string => (readDraft(name) as { text?: string }).text ?? ''
export const saveDraftText = (name: string, text: string): void =>
  saveDraft(name, text === '' ? null : ({ text } as unknown as Draft))

export function saveDraft(name: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(storageKey(name), JSON.stringify(draft))
    else sessionStorage.removeItem(storageKey(name))
  } catch {
    // Closed or full storage: the text is still in the form.
  }
}
