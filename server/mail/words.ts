import { readFileSync } from 'node:fs'
import type { Language } from '../../contract/fields.ts'
import { directionOf } from '../../contract/languages.ts'
import type english from '../../messages/en/mail.json'
import type { MailTemplate } from './queue.ts'

type MailMessages = typeof english

/** The text of a mail, with all placeholders filled in. */
export interface MailText {
  subject: string
  greeting: string
  paragraphs: string[]
  button: string
  /** Precedes the button's address, for programs that show no button. */
  by_hand: string
  footer: string
}

const messageCache = new Map<Language, MailMessages>()
function loadMessages(language: Language): MailMessages {
  let words = messageCache.get(language)
  if (!words) {
    const file = new URL(`../../messages/${language}/mail.json`, import.meta.url)
    words = JSON.parse(readFileSync(file, 'utf8')) as MailMessages
    messageCache.set(language, words)
  }
  return words
}

// Control characters including line ends, and characters that change the text direction: a name made of them could
// start a header of its own or disguise an address.
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/** Returns one line of safe text, at most 200 code points. */
export const sanitizeValue = (value: string): string =>
  Array.from(value.replaceAll(UNSAFE, ' ').replaceAll(/\s+/g, ' ').trim()).slice(0, 200).join('')

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function formatValue(value: string, language: Language): string {
  if (!TIME.test(value)) return sanitizeValue(value)
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value))
}

/** Builds the text of a mail. Leaves out a paragraph that uses a missing value. */
export function composeText(template: MailTemplate, language: Language, values: Record<string, string>): MailText {
  const words = loadMessages(language)
  const fill = (text: string): string | undefined => {
    let complete = true
    const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (value === undefined || value === '') complete = false
      return formatValue(value ?? '', language)
    })
    return complete ? filled : undefined
  }
  const own: Record<string, string> = words[template]
  const { hello, hello_name, by_hand, footer } = words.every
  return {
    subject: fill(own['subject'] ?? '') ?? '',
    greeting: fill(hello_name) ?? hello,
    paragraphs: ['text', 'detail', 'more'].flatMap((part) => fill(own[part] ?? '') || []),
    button: fill(own['button'] ?? '') ?? '',
    by_hand,
    footer: fill(footer) ?? '',
  }
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${String(character.codePointAt(0))};`)

/** Renders plain text, with the address on a line of its own, so that programs make it a link. */
export const renderText = ({ greeting, paragraphs, by_hand, footer }: MailText, url: string): string =>
  [greeting, ...paragraphs, `${by_hand}\n${url}`, `--\n${footer}`].join('\n\n')

/** Renders HTML with inline styles, because mail programs ignore others; without images or external resources. */
export function renderHtml(
  { subject, greeting, paragraphs, button, by_hand, footer }: MailText,
  url: string,
  language: Language,
): string {
  const direction = directionOf(language)
  const link = escapeHtml(url)
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f7f7f2;color:#1c2320;font:16px/1.55 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #deddd3;border-radius:12px">
${[greeting, ...paragraphs].map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('\n')}
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#1d5a43;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(button)}</a></p>
<p style="margin:0;font-size:14px;color:#55605a">${escapeHtml(by_hand)}<br><a dir="ltr" href="${link}" style="color:#1d5a43;word-break:break-all">${link}</a></p>
</div>
<p style="max-width:560px;margin:16px auto 0;font-size:13px;color:#55605a">${escapeHtml(footer)}</p>
</body>
</html>
`
}
