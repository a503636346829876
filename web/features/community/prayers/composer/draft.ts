import type { FieldError } from '../../../../../contract/errors.ts'
import type { Language } from '../../../../../contract/fields.ts'
import type { Prayer, Visibility, WrittenPrayer } from '../../../../../contract/prayers.ts'
import {
  DAY_END,
  MAX_CONTENT_LENGTH,
  MAX_TITLE_LENGTH,
  MIN_CONTENT_LENGTH,
  type PrayerFlag,
  type PrayerLine,
  lineNames,
  plainFieldNames,
  prayerFlags,
} from '../../../../../contract/prayers.values.ts'
import { readStoredDraft, storeDraft } from '../../../../storedDraft.ts'
import type { Attempt } from '../../../../layout/useEndpointMutation.ts'

type PlainFields = Record<PrayerFlag, boolean> & Record<PrayerLine, string>

/** Values of the form. */
export interface Draft extends PlainFields {
  content: string
  visibility: Visibility
  /** Ids of the chosen groups, for the audience `group`. */
  group_ids: string[]
  is_anonymous: boolean
  /** False: the emails of these groups leave it out. */
  in_summary: boolean
  language: Language | null
  categoryIds: string[]
  /** `yyyy-mm-dd`, or empty. */
  date: string
  /** States if the person that the request is about knows of it. Stays in the browser. */
  consent: 'known' | 'not_asked' | null
  /** The `updated_at` of the request when editing began. */
  version?: string
  /** The `categoryIds` of the request when editing began: those that were not changed here are not sent. */
  begun_with?: string[]
  /** Idempotency key with the body it belongs to, so that the draft is shared once, however often it is sent. */
  key?: Attempt | null
}

/** The length of a text that is shared, in code points. */
export const LIMITS = {
  title: { minimum: 0, maximum: MAX_TITLE_LENGTH },
  content: { minimum: MIN_CONTENT_LENGTH, maximum: MAX_CONTENT_LENGTH },
} as const
/** Problems of fields by name. */
export type Problems = Partial<Record<string, Pick<FieldError, 'code' | 'minimum' | 'maximum'>>>

const pickPlain = (draft: PlainFields) =>
  Object.fromEntries(plainFieldNames.map((name) => [name, draft[name]])) as PlainFields
/** Replaces null by an empty string, because text fields have no null. */
const withoutNull = (lines: Partial<Record<PrayerLine, string | null>>) =>
  Object.fromEntries(lineNames.map((name) => [name, lines[name] ?? ''])) as Record<PrayerLine, string>

/** Converts a draft to the input of the endpoint. */
export function toInput({ date, ...draft }: Draft) {
  const { content, visibility, is_anonymous, in_summary, language, categoryIds } = draft
  const written = { ...pickPlain(draft), content, visibility, is_anonymous, in_summary, language, categoryIds }
  return { ...written, expires_at: date === '' ? null : date + DAY_END }
}

export const emptyDraft: Draft = {
  ...prayerFlags,
  ...withoutNull({}),
  content: '',
  visibility: 'members',
  group_ids: [],
  is_anonymous: false,
  in_summary: true,
  language: null,
  categoryIds: [],
  date: '',
  consent: null,
}

/**
 * Converts a request to the draft for editing. Leaves out categories set by the classifier, because the author did not
 * choose them.
 */
export function toDraft(prayer: Prayer & Pick<WrittenPrayer, 'in_summary'>): Draft {
  const { content, visibility, is_anonymous, in_summary, language, group_id, expires_at, categories } = prayer
  return {
    ...emptyDraft,
    ...pickPlain({ ...prayer, ...withoutNull(prayer) }),
    content,
    visibility,
    is_anonymous,
    in_summary,
    language,
    group_ids: group_id === null ? [] : [group_id],
    categoryIds: categories.filter((one) => !one.is_machine_generated).map((one) => one.id),
    date: expires_at?.slice(0, 'yyyy-mm-dd'.length) ?? '',
  }
}

const AUDIENCE = 'audience'

/** Remembers the audience of a request where it is a narrow one, for its author on this device. */
export const keepAudience = (visibility: Visibility): boolean =>
  storeDraft(AUDIENCE, visibility === 'group' || visibility === 'team' ? { visibility } : null)

/** Returns the audience that a new request begins with: the narrow one that was chosen last. Nobody reaches everyone by not looking. */
export const presetAudience = (): Visibility =>
  (readStoredDraft(AUDIENCE) as Partial<Draft>).visibility ?? emptyDraft.visibility
