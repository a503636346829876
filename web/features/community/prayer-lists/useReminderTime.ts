import { useLocale, useTranslations } from 'use-intl'
import type { Reminder } from '../../../../contract/prayer-lists.ts'
import { useTimeZone } from '../../../time.tsx'

const NOON = 12
const EVENING = 17

/** Returns formatters for when a reminder comes, in the reader's time zone: as a sentence, and as what a button does. */
export function useReminderTime(): Record<
  'sentence' | 'request',
  (reminder: Pick<Reminder, 'remind_at' | 'repeats'>) => string
> {
  const t = useTranslations('remind')
  const locale = useLocale()
  const timeZone = useTimeZone()
  const parts = (remind_at: string, repeats: Reminder['repeats']) => {
    const at = new Date(remind_at)
    const format = (options: Intl.DateTimeFormatOptions, language = locale) =>
      new Intl.DateTimeFormat(language, { ...options, ...(timeZone !== undefined && { timeZone }) }).format(at)
    const hour = Number(format({ hour: '2-digit', hourCycle: 'h23' }, 'en'))
    return {
      part: hour < NOON ? 'morning' : hour < EVENING ? 'afternoon' : 'evening',
      time: format({ timeStyle: 'short' }),
      day: format(repeats === 'once' ? { day: 'numeric', month: 'long', weekday: 'long' } : { weekday: 'long' }),
    }
  }
  return {
    sentence: ({ remind_at, repeats }) => t(`when_${repeats}`, parts(remind_at, repeats)),
    request: ({ remind_at, repeats }) => t(`ask_${repeats}`, parts(remind_at, repeats)),
  }
}
