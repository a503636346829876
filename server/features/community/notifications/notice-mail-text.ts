import { createTranslator } from 'use-intl/core'
import type { Language } from '../../../../contract/fields.ts'
import { nameFor } from '../../../../contract/languages.ts'
import type { Context } from '../../../context.ts'
import { signPrayedLink, signStopLink } from '../../../mail/notice-links.ts'
import {
  type MailText,
  composeFrame,
  excerptLine,
  fillWith,
  loadMailMessages,
  toSafeLine,
} from '../../../mail/words.ts'
import { readMessages } from '../../../messages.ts'
import { phraseIn } from '../prayers/phrases.ts'
import type { ComposedNews } from './news-mail.ts'
import type { NoticeReceiver } from './notice-mails.queries.ts'
import { type MailedNotice, chooseShown } from './notice-mails.rules.ts'
import { mailRhythmOf } from './notifications.rules.ts'

type Translate = (key: string, values: Record<string, number>) => string

const translators = new Map<string, Translate>()

/** The sentences of a part of `messages/<lang>/<area>.json`, with numbers, which languages bend. Default: those of the page of news. */
export function sentencesOf(locale: Language, area = 'acts', part = 'notices'): Translate {
  const name = `${locale} ${area} ${part}`
  let sentences = translators.get(name)
  if (!sentences) {
    const messages = readMessages<Record<string, Record<string, string>>>(locale, area)[part] ?? {}
    sentences = createTranslator({ locale, messages, timeZone: 'UTC' }) as unknown as Translate
    translators.set(name, sentences)
  }
  return sentences
}

/** Returns the address of the page on which a link of an email is pressed. The part after # reaches no server and no log. */
export const stopPage = (token: string): string => `/stop-emails#${token}`
const prayedPage = (token: string): string => `/i-prayed#${token}`

/** Returns the email to somebody in discreet mode: it says that there is something new, and nothing of what. */
export function plainText(language: Language, stop_url: string): MailText {
  const { every, plain, notices } = loadMailMessages(language)
  return {
    subject: plain.subject,
    greeting: every.hello,
    paragraphs: [plain.text],
    button: plain.button,
    by_hand: every.by_hand,
    footer: '',
    stop: { why: notices.why, acts: [{ label: notices.stop, url: stop_url }] },
  }
}

function quoteOf({ phrase, quote }: MailedNotice, language: Language): string | null {
  if (phrase !== null) return excerptLine(phraseIn(language, phrase))
  return quote === null ? null : excerptLine(quote)
}

/** The email about these notices, which are at least one, in the language of its reader. */
export function composeNotices(
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
  site: string,
  { viewer, display_name, language, times, hides_site }: NoticeReceiver,
  notices: MailedNotice[],
  sent_at: string,
): ComposedNews {
  const sentence = sentencesOf(language)
  const words = loadMailMessages(language).notices
  const say = (notice: MailedNotice): string => {
    const said = sentence(notice.sentence, notice.numbers)
    return notice.has_line ? (fillWith(language, { words: said })(words.with_line) ?? said) : said
  }
  const to = (path: string): string => config.public_url + path
  const { shown, has_more } = chooseShown(notices)
  const [first] = shown
  const kinds = [...new Set(notices.map(({ mail_kind }) => mail_kind))].toSorted()
  const isWeekly = notices.every(({ kind }) => mailRhythmOf(kind, times.notices) === 'weekly')
  const isAlone = first !== undefined && shown.length === 1 && !has_more
  const subject =
    isAlone && !first.is_quiet
      ? say(first)
      : (fillWith(language, { site })(isWeekly ? words.weekly : words.subject) ?? '')
  const stop_token = signStopLink({ secrets }, viewer.id, kinds)
  const stop_url = to(`/api/mail/stop/${stop_token}`)
  if (hides_site)
    return { language, stop_url, url: to('/notifications'), text: plainText(language, to(stopPage(stop_token))) }
  return {
    language,
    stop_url,
    url: to(isAlone ? first.path : '/notifications'),
    text: {
      ...composeFrame(language, { name: display_name, site, address: config.public_url }),
      subject,
      paragraphs: has_more ? [words.more] : [],
      button: words.button,
      items: shown.map((notice) => ({
        sentence: say(notice),
        url: to(notice.path),
        quote: quoteOf(notice, language),
        by: notice.by === null ? null : toSafeLine(nameFor(notice.by, language)),
        is_answer: notice.kind === 'answered',
        act:
          notice.pray_for === null
            ? null
            : {
                label: words.prayed,
                url: to(
                  prayedPage(
                    signPrayedLink({ secrets }, { user_id: viewer.id, prayer_request_id: notice.pray_for, sent_at }),
                  ),
                ),
              },
      })),
      stop: {
        why: words.why,
        acts: [
          { label: words.stop, url: to(stopPage(stop_token)) },
          { label: words.settings, url: to('/profile?tab=notifications') },
        ],
      },
    },
  }
}
