import type { Language } from '../../../../contract/fields.ts'
import { localeOf, nameFor } from '../../../../contract/languages.ts'
import type { Context } from '../../../context.ts'
import { type SummaryLinkTarget, signSummaryStopLink, signSummaryYesLink } from '../../../mail/notice-links.ts'
import { type MailItem, composeFrame, excerptLine, fillWith, loadMailMessages } from '../../../mail/words.ts'
import type { ComposedNews } from '../notifications/news-mail.ts'
import { plainText, sentencesOf } from '../notifications/notice-mail-text.ts'
import { hasLink } from '../prayers/prayers.rules.ts'
import { isTimeZone } from '../../identity/accounts/notice-times.rules.ts'
import type { SummaryMessage } from './group-summaries.queries.ts'
import type { SummaryWords } from './group-summaries.rules.ts'

/** Returns the address of the page on which a link of these emails is pressed. The part after # reaches no server and no log. */
const stopPage = (token: string): string => `/stop-summary#${token}`
const yesPage = (token: string): string => `/summary-by-email#${token}`

/** A request in an email. `url`: null for who has no account, and so could not open it. */
function toItem(
  { title, content, author_name, time }: SummaryWords,
  { language, time_zone, url }: { language: Language; time_zone: string; url: string | null },
): MailItem {
  const zone = isTimeZone(time_zone) ? time_zone : 'UTC'
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: zone }).format(new Date(time))
  return {
    sentence: title === null ? loadMailMessages(language).summary.request : excerptLine(title),
    url,
    quote: excerptLine(content),
    by: author_name === null ? null : excerptLine(nameFor(author_name, language)),
    day,
    is_answer: false,
    act: null,
  }
}

/** The email, in the language of its reader. */
export function composeSummary(
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
  { site, site_zone }: { site: string; site_zone: string },
  message: SummaryMessage,
): ComposedNews {
  const { group, member, news, language } = message
  const to = (path: string): string => config.public_url + path
  const target: SummaryLinkTarget =
    member === null
      ? { group_id: group.id, user_id: null, address_hash: message.address_hash }
      : { group_id: group.id, user_id: member.user_id, address_hash: null }
  const stop_token = signSummaryStopLink({ secrets }, target)
  const common = { language, stop_url: to(`/api/mail/summaries/stop/${stop_token}`) }
  const stop = { url: to(stopPage(stop_token)) }
  const frame = composeFrame(language, {
    site,
    address: config.public_url,
    ...(member && { name: member.display_name }),
  })
  if (news === null) {
    const words = loadMailMessages(language).summary_ask
    // Names are chosen by people, and nobody may advertise to strangers by way of them.
    const { asked_by } = message
    const isSafe = asked_by !== null && !hasLink({ title: group.name, content: asked_by })
    const names = { site, ...(isSafe && { group: group.name, asker: nameFor(asked_by, language) }) }
    const fill = fillWith(language, names)
    return {
      ...common,
      url: to(yesPage(signSummaryYesLink({ secrets }, { group_id: group.id, address_hash: message.address_hash }))),
      text: {
        ...frame,
        subject: fill(words.subject) ?? '',
        paragraphs: [words.text, words.detail, words.more].flatMap((text) => fill(text) ?? []),
        button: words.button,
        stop: { why: words.why, acts: [{ label: words.stop, ...stop }] },
      },
    }
  }
  if (message.hides_site) return { ...common, url: to(`/groups/${group.id}`), text: plainText(language, stop.url) }
  const words = loadMailMessages(language).summary
  // A name that is a link would seem to be the site’s.
  const isNamed = !hasLink({ title: null, content: group.name })
  const fill = fillWith(language, { site, ...(isNamed && { group: group.name }) })
  const lead = fill(words.lead)
  const sentence = sentencesOf(language, 'groups', 'summary_numbers')
  // A group that nobody may find is not named where a locked screen shows it.
  const subject = group.is_listed && isNamed ? words[news.rhythm] : words[`${news.rhythm}_hidden`]
  return {
    ...common,
    url: to(member === null ? '/' : `/pray?group=${group.id}`),
    text: {
      ...frame,
      subject: fill(subject) ?? '',
      ...(lead !== undefined && { lead }),
      items: news.words.map((request) =>
        toItem(request, {
          language,
          time_zone: message.times?.time_zone ?? site_zone,
          url: member && to(`/prayers/${request.id}`),
        }),
      ),
      paragraphs: [
        ...(news.requests > 0 ? [sentence('requests', { count: news.requests })] : []),
        ...(news.answers > 0 ? [sentence('answers', { count: news.answers })] : []),
        news.words.length > 0 ? words.privacy_words : words.privacy,
      ],
      button: member === null ? (fill(words.visit) ?? '') : words.button,
      stop: {
        why: member === null ? words.why_reader : words.why,
        acts: [
          { label: words.stop, ...stop },
          ...(member === null ? [] : [{ label: words.settings, url: to(`/groups/${group.id}?tab=about`) }]),
        ],
      },
    },
  }
}
