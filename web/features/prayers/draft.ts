import type { Visibility } from '../../../contract/prayers.ts'

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
}

const keyOf = (name: string): string => `draft:${name}`

/** What was written in this tab and not sent yet. */
export function readDraft(name: string): Partial<Draft> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}') as Partial<Draft>
  } catch {
    return {}
  }
}

/** One text that was written in this tab and not sent yet. */
export const readText = (name: string): string => (readDraft(name) as { text?: string }).text ?? ''
export const keepText = (name: string, text: string): void =>
  keepDraft(name, text === '' ? null : ({ text } as unknown as Draft))

export function keepDraft(name: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(name), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(name))
  } catch {
    // Closed or full storage: the text is still in the form.
  }
}
