import type { Announcement } from '../../../../contract/announcements.ts'
import type { Language } from '../../../../contract/fields.ts'
import type { Input, Output } from '../../../../contract/schemas.ts'
import { mergeParts } from './contentFields.ts'

/** Holds what the form of an announcement says. */
export type Fields = Omit<Input<'announcements.write'>, 'id' | 'changed_at' | 'published'>
export type Text = Fields['texts'][number]

export const emptyText = (language: Language): Text => ({ language, title: '', content: '' })
export const isEmpty = ({ title, content }: Text): boolean => title.trim() === '' && content.trim() === ''

export const toFields = (
  item: Announcement | undefined,
  { first_language, time_zone }: Pick<Output<'announcements.list'>, 'first_language' | 'time_zone'>,
): Fields => ({
  notification_type: item?.notification_type ?? 'announcement',
  audience: item?.audience ?? 'everybody',
  time_zone,
  shown_from: item?.shown_from ?? null,
  shown_until: item?.shown_until ?? null,
  texts: item?.texts.map(({ language, title, content }) => ({ language, title, content })) ?? [
    emptyText(first_language),
  ],
})

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns what somebody else saved meanwhile, with what was changed here since `base`. */
export function mergeFields(base: Fields, mine: Fields, theirs: Fields): Fields {
  // The same minute of another clock is another time.
  const times = ({ time_zone, shown_from, shown_until }: Fields) => ({ time_zone, shown_from, shown_until })
  const textIn = ({ texts }: Fields, language: Language) => texts.find((text) => text.language === language)
  const languages = new Set([...theirs.texts, ...mine.texts].map(({ language }) => language))
  return {
    ...mergeParts(base, mine, theirs),
    ...(mine.time_zone !== theirs.time_zone && times(isSame(times(mine), times(base)) ? theirs : mine)),
    texts: [...languages].flatMap((language) => {
      const text = textIn(mine, language)
      const chosen = isSame(text, textIn(base, language)) ? textIn(theirs, language) : text
      return chosen ? [chosen] : []
    }),
  }
}
