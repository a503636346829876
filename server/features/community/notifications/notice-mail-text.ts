import { readFileSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import type { Language } from '../../../../contract/fields.ts'
import type { Config } from '../../../config.ts'
import { signPrayedLink, signStopLink } from '../../../mail/notice-links.ts'
import { type MailText, composeFrame, excerptLine, loadMailMessages, sanitizeValue } from '../../../mail/words.ts'
import type { Secrets } from '../../../secrets/secrets.ts'
import type { NoticeReceiver } from './notice-mails.queries.ts'
import { type MailedNotice, chooseShown } from './notice-mails.rules.ts'

type Translate = (key: string, values?: Record<string, string | number>) => string

const translators = new Map<Language, { sentence: Translate; word: Translate }>()

/** The sentences of the page of news, and the words around them in an email. */
function translatorsOf(locale: Language): { sentence: Translate; word: Translate } {
  let both = translators.get(locale)
  if (!both) {
    const file = new URL(`../../../../messages/${locale}/acts.json`, import.meta.url)
    const { notices } = JSON.parse(readFileSync(file, 'utf8')) as { notices: Record<string, string> }
    const make = (messages: Record<string, string>): Translate =>
      createTranslator({ locale, messages, timeZone: 'UTC' }) as unknown as Translate
    both = { sentence: make(notices), word: make(loadMailMessages(locale).notices) }
    translators.set(locale, both)
  }
  return both
}

export interface ComposedNotices {
  text: MailText
  url: string
  language: Language
  stop_url: string
}

/** Where the page is on which a link of an email is pressed. The part after # reaches no server and no log. */
export const stopPage = (token: string): string => `/stop-emails#${token}`
const prayedPage = (token: string): string => `/i-prayed#${token}`

/** The email about these notices, which are at least one, in the language of its reader. */
export function composeNotices(
  { config, secrets, site }: { config: Pick<Config, 'public_url'>; secrets: Secrets; site: string },
  { viewer, display_name, language: chosen, choices }: NoticeReceiver,
  notices: MailedNotice[],
  sent_at: string,
): ComposedNotices {
  const language = chosen ?? 'en'
  const { sentence, word } = translatorsOf(language)
  const to = (path: string): string => config.public_url + path
  const { shown, more } = chooseShown(notices)
  const [first] = shown
  const kinds = [...new Set(notices.map(({ mail_kind }) => mail_kind))].toSorted()
  const isWeekly = kinds.every((kind) => choices.notices[kind] === 'weekly')
  const isAlone = first !== undefined && shown.length === 1 && more === 0
  const subject =
    isAlone && !first.is_quiet
      ? sentence(first.sentence, first.numbers)
      : word(isWeekly ? 'weekly' : 'subject', { site: sanitizeValue(site) })
  const stop_token = signStopLink({ secrets }, viewer.id, kinds)
  return {
    language,
    stop_url: to(`/api/mail/stop/${stop_token}`),
    url: to(isAlone ? first.path : '/notifications'),
    text: {
      ...composeFrame(language, { name: display_name, site, address: config.public_url }),
      subject,
      paragraphs: more > 0 ? [word('more', { count: more })] : [],
      button: word('button'),
      items: shown.map((notice) => ({
        sentence: sentence(notice.sentence, notice.numbers),
        url: to(notice.path),
        quote: notice.quote === null ? null : excerptLine(notice.quote),
        by: notice.by === null ? null : sanitizeValue(notice.by),
        is_answer: notice.kind === 'answered',
        act:
          notice.pray_for === null
            ? null
            : {
                label: word('prayed'),
                url: to(
                  prayedPage(
                    signPrayedLink({ secrets }, { user_id: viewer.id, prayer_request_id: notice.pray_for, sent_at }),
                  ),
                ),
              },
      })),
      stop: {
        why: word('why'),
        acts: [
          { label: word('stop'), url: to(stopPage(stop_token)) },
          { label: word('settings'), url: to('/profile?tab=notifications') },
        ],
      },
    },
  }
}
