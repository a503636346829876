import { excerpt } from '../../contract/excerpt.ts'
import type { Language } from '../../contract/fields.ts'
import { isNameless, localeOf, directionOf } from '../../contract/languages.ts'
import type app from '../../messages/en/app.json'
import type english from '../../messages/en/mail.json'
import { readMessages } from '../messages.ts'
import type { MailTemplate } from './queue.ts'

type MailMessages = typeof english

/** A piece of news in a mail. */
export interface MailItem {
  sentence: string
  /** Null where its reader could not open it. */
  url: string | null
  /** Words of the request or its update, where they may leave the site; and the name of who wrote them. */
  quote: string | null
  by: string | null
  /** The day on which it was written, in words. */
  day?: string
  /** True for an answer, which stands out. */
  is_answer: boolean
  /** Something to do from the mail. */
  act: MailAct | null
}

export interface MailAct {
  label: string
  url: string
}

/** The text of a mail, with all placeholders filled in. */
export interface MailText {
  subject: string
  greeting: string
  paragraphs: string[]
  /** Where those who run the site can be written to. */
  contact?: MailAct
  button: string
  /** Where there is help for who is in danger. */
  help?: MailAct
  /** Precedes the button's address in HTML, for programs that show no button. */
  by_hand: string
  footer: string
  /** The words before the pieces of news. */
  lead?: string
  items?: MailItem[]
  /** Why it came, with ways to stop it. */
  stop?: { why: string; acts: MailAct[] }
}

export const loadMailMessages = (language: Language): MailMessages => readMessages<MailMessages>(language, 'mail')

/** The page with help for who is in danger, by the words at the foot of every page. */
export const helpNow = (language: Language, public_url: string): MailAct => ({
  label: readMessages<typeof app>(language, 'app').site.help_now,
  url: `${public_url}/help-now`,
})

/** Returns the name of the site for somebody in discreet mode: on pages, in messages, and as the sender of emails. */
export const plainNameOf = (language: Language): string => readMessages<typeof app>(language, 'app').site.plain_name

// Control characters including line ends, and characters that change the text direction: a name made of them could
// start a header of its own or disguise an address.
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

const MAX_EXCERPT = 200
/** UTF-16 units, each of which takes three bytes at most: `PADDED_BYTES` of `server/outgoing/push-encryption.ts` are for the whole message. */
const MAX_PUSHED_UNITS = 400

/** Returns one line of safe text. */
export const toSafeLine = (value: string): string => value.replaceAll(UNSAFE, ' ').replaceAll(/\s+/g, ' ').trim()

/** The beginning of a text as one line of safe text, with an ellipsis where it goes on. */
export const excerptLine = (value: string): string => excerpt(toSafeLine(value), MAX_EXCERPT)

/** The same, short enough for a message to a device: a picture of a family takes 25 bytes. */
export const pushedLine = (value: string): string => excerpt(toSafeLine(value), MAX_EXCERPT, MAX_PUSHED_UNITS)

/** Letters that are read from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

// Stand around a value within a sentence until it is HTML: text may not hold them, where an address or a code is copied with them.
const [START, END] = ['\u2068', '\u2069']
export const withoutIsolates = (text: string): string => text.replaceAll(START, '').replaceAll(END, '')

/** Keeps a value in one piece, with its own quotes and brackets, in a sentence that is read the other way. */
const isolate = (value: string, language: Language): string =>
  value !== '' && (directionOf(language) === 'rtl' || RIGHT_TO_LEFT.test(value)) ? START + value + END : value

/** A time stands under such a name. Any other text is one that somebody chose, whatever it looks like. */
const OF_TIME = /_at$/

function formatValue(name: string, value: string, language: Language, timeZone: string): string {
  if (value === '' || !OF_TIME.test(name)) return toSafeLine(value)
  // With its hour: a day alone would promise all of it.
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  return new Intl.DateTimeFormat(localeOf(language), options).format(new Date(value))
}

/**
 * Fills the placeholders of a text of a mail; undefined when a value is missing. A name that ends with a full stop, or another sign
 * that ends a sentence, brings that of the sentence along. `time_zone`: that of its reader.
 */
export function fillWith(
  language: Language,
  values: Record<string, string>,
  time_zone = 'UTC',
): (text: string) => string | undefined {
  return (text) => {
    let complete = true
    const filled = text.replaceAll(/\{(\w+)\}(\.?)/g, (_, name: string, stop: string) => {
      const given = Object.hasOwn(values, name) ? values[name] : undefined
      const value = formatValue(name, given ?? '', language, time_zone)
      if (value === '') complete = false
      return isolate(value, language) + (/[.!?…]$/.test(value) ? '' : stop)
    })
    return complete ? filled : undefined
  }
}

/** Composes the parts that every mail has. */
export function composeFrame(
  language: Language,
  values: Record<string, string>,
): Pick<MailText, 'greeting' | 'by_hand' | 'footer'> {
  const { name = '', ...others } = values
  // A word in the place of a name is no greeting.
  const fill = fillWith(language, { ...others, name: isNameless(name) ? '' : name })
  const { hello, hello_name, by_hand, footer } = loadMailMessages(language).every
  return { greeting: fill(hello_name) ?? hello, by_hand, footer: fill(footer) ?? '' }
}

/** Builds the text of a mail. Leaves out a paragraph that uses a missing value. */
export function composeText(
  template: MailTemplate,
  language: Language,
  values: Record<string, string>,
  time_zone: string,
): MailText {
  const fill = fillWith(language, values, time_zone)
  const own: Record<string, string> = loadMailMessages(language)[template]
  return {
    ...composeFrame(language, values),
    subject: fill(own['subject'] ?? '') ?? '',
    paragraphs: ['text', `as_${values['role'] ?? ''}`, 'words', 'detail', 'more'].flatMap(
      (part) => fill(own[part] ?? '') || [],
    ),
    button: fill(own['button'] ?? '') ?? '',
  }
}

const escapeAll = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${String(character.codePointAt(0))};`)
const escapeHtml = (text: string): string => escapeAll(withoutIsolates(text))
/** A sentence with its values, each in its own direction. */
const toSentence = (text: string): string => escapeAll(text).replaceAll(START, '<bdi>').replaceAll(END, '</bdi>')

/** `below`: the address that follows the items anyway. */
const renderItem = ({ sentence, url, quote, by, day, act }: MailItem, below: string): string => {
  const origin = [by, day].filter(Boolean).join(' · ')
  const own = url === below ? null : url
  return [sentence, quote && `> ${quote}`, origin && `> ${origin}`, own, act && `${act.label}: ${act.url}`]
    .filter(Boolean)
    .join('\n')
}

/** Renders plain text, with what the address is for, and the address on a line of its own, so that programs make it a link. */
export const renderText = (
  { greeting, lead, items = [], paragraphs, contact, button, help, footer, stop }: MailText,
  url: string,
): string =>
  withoutIsolates(
    [
      greeting,
      ...(lead === undefined ? [] : [lead]),
      ...items.map((item) => renderItem(item, url)),
      ...paragraphs,
      ...(contact ? [`${contact.label}: ${contact.url}`] : []),
      `${button}:\n${url}`,
      ...(help ? [`${help.label}: ${help.url}`] : []),
      ['--', footer, ...(stop ? [stop.why, ...stop.acts.map((act) => `${act.label}: ${act.url}`)] : [])]
        .filter(Boolean)
        .join('\n'),
    ].join('\n\n'),
  )

/** Colours where the receiver's program is dark and knows style sheets; those in the elements are for all others. */
const DARK = `@media (prefers-color-scheme:dark){
.page{background:#121212!important;color:#e6e4de!important}
.card{background:#1f1f1f!important;border-color:#3a3a3a!important}
.line{border-color:#3a3a3a!important}
.muted{color:#a8aaa3!important}
.answer{background:#1d3329!important}
.link{color:#97d5b9!important}
.button{background:#97d5b9!important;color:#101a15!important}
}`

function renderHtmlItem({ sentence, url, quote, by, day, is_answer, act }: MailItem): string {
  const title = toSentence(sentence)
  // Each in its own direction, in the order of the reader's language.
  const origin = [by, day].flatMap((one) => (one ? `<bdi>${escapeHtml(one)}</bdi>` : [])).join(' · ')
  const parts = [
    `<p dir="auto" style="margin:0 0 6px;font-weight:600">${url === null ? title : `<a class="link" href="${escapeHtml(url)}" style="color:#1d5a43">${title}</a>`}</p>`,
    quote === null ? '' : `<p dir="auto" style="margin:0 0 6px;font:19px/1.55 Georgia,serif">${escapeHtml(quote)}</p>`,
    origin === '' ? '' : `<p class="muted" style="margin:0;font-size:14px;color:#55605a">${origin}</p>`,
    act === null
      ? ''
      : `<p style="margin:8px 0 0"><a class="link" href="${escapeHtml(act.url)}" style="color:#1d5a43;font-weight:600">${escapeHtml(act.label)}</a></p>`,
  ]
  const [name, style] = is_answer
    ? ['answer', 'margin:16px 0;padding:16px 20px;background:#e1f1e1;border-radius:10px']
    : ['line', 'padding:16px 0;border-top:1px solid #deddd3']
  return `<div class="${name}" style="${style}">${parts.join('')}</div>`
}

/**
 * Renders HTML with inline styles, because mail programs ignore others, but for the colours of dark ones; nothing in
 * it is fetched. `logo`: the part of the mail that holds it, and its description.
 */
export function renderHtml(
  { subject, greeting, lead, items = [], paragraphs, contact, button, help, by_hand, footer, stop }: MailText,
  url: string,
  language: Language,
  logo?: { cid: string; site: string },
): string {
  const direction = directionOf(language)
  const link = escapeHtml(url)
  const toParagraph = (text: string): string => `<p style="margin:0 0 16px">${toSentence(text)}</p>`
  // On a ground of its own: a dark drawing must show in a dark program too.
  const toLogo = (shown: typeof logo): string =>
    shown
      ? `<p style="margin:0 0 16px"><img src="cid:${shown.cid}" alt="${escapeHtml(shown.site)}" width="48" height="48" style="padding:4px;border-radius:8px;background:#ffffff"></p>`
      : ''
  const toLink = (act: MailAct): string =>
    `<a class="link" href="${escapeHtml(act.url)}" style="color:#1d5a43">${escapeHtml(act.label)}</a>`
  const stopLinks = stop?.acts.map(toLink)
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${DARK}</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:#f7f7f2;color:#1c2320;font:16px/1.55 system-ui,sans-serif">
<div class="card" style="max-width:560px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #deddd3;border-radius:12px;overflow-wrap:anywhere">
${[toLogo(logo), toParagraph(greeting), lead === undefined ? '' : toParagraph(lead), ...items.map(renderHtmlItem), ...paragraphs.map(toParagraph), contact ? `<p style="margin:0 0 16px">${toLink(contact)}</p>` : ''].join('\n')}
<p style="margin:24px 0"><a class="button" href="${link}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#1d5a43;color:#ffffff;font-weight:600;text-decoration:none">${toSentence(button)}</a></p>
<p class="muted" style="margin:0;font-size:14px;color:#55605a">${escapeHtml(by_hand)}<br><a class="link" dir="ltr" href="${link}" style="color:#1d5a43;word-break:break-all">${link}</a></p>${help ? `\n<p style="margin:16px 0 0">${toLink(help)}</p>` : ''}
</div>
<p class="muted" style="max-width:560px;margin:16px auto 0;font-size:13px;color:#55605a;overflow-wrap:anywhere">${toSentence(footer)}${stop && stopLinks ? `<br>${escapeHtml(stop.why)} ${stopLinks.join(' · ')}` : ''}</p>
</body>
</html>
`
}
