import type { Language } from '../../../../../contract/fields.ts'
import type { Visibility } from '../../../../../contract/prayers.ts'

/** What the form holds. */
export interface Draft {
  title: string
  content: string
  visibility: Visibility
  /** For the audience `group`: which ones. */
  group_ids: string[]
  is_anonymous: boolean
  is_urgent: boolean
  is_guarded: boolean
  about_other: boolean
  shows_pray_count: boolean
  language: Language | null
  categoryIds: string[]
  /** `yyyy-mm-dd`, or nothing. */
  date: string
  /** Whether the person it is about knows. Stays in the browser. */
  consent: 'known' | 'not_asked' | null
  /** Names this draft to the server, so that it is shared once, however often it is sent. */
  key?: { body: string; key: string }
}

/** What is sent of it. A date is the end of that day, UTC. */
export function toInput({ date, ...draft }: Draft) {
  const { title, content, visibility, is_anonymous, is_urgent, is_guarded, about_other, shows_pray_count } = draft
  const { language, categoryIds } = draft
  const written = { title, content, visibility, is_anonymous, is_urgent, is_guarded, about_other, shows_pray_count }
  return { ...written, language, categoryIds, expires_at: date === '' ? null : `${date}T23:59:59.999Z` }
}

export const emptyDraft: Draft = {
  title: '',
  content: '',
  visibility: 'public',
  group_ids: [],
  is_anonymous: false,
  is_urgent: false,
  is_guarded: false,
  about_other: false,
  shows_pray_count: true,
  language: null,
  categoryIds: [],
  date: '',
  consent: null,
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
