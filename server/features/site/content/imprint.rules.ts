import { IMPRINT_SLUG, type imprintStates } from '../../../../contract/imprint.values.ts'
import { directionOf } from '../../../../contract/languages.ts'
import { Imprint } from '../../../../contract/imprint.ts'
import type { ContentItem } from '../../../../contract/content.ts'
import type { SeedPage } from '../../../db/seed-content.ts'

/** The words before the fields of a page; who runs the site has the heading of its part. */
export type ImprintLabels = Record<Exclude<keyof Imprint, 'who'>, string>

/** A page of the imprint; `is_new` when nobody has changed it since the site began. */
export type ImprintPage = ContentItem & { is_new: boolean }

export const emptyImprint: Imprint = { who: '', address: '', reach: '', answers: '', register: '' }

/** A line that is an email address and nothing else. */
const EMAIL = /^[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+$/

function escapeLine(line: string): string {
  if (EMAIL.test(line)) return `<${line}>`
  // The word joiner, which nobody sees, keeps an address of the web from becoming a link.
  return line.replaceAll(/https?:|www\./gi, '\u2060$&').replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
}

/**
 * Markdown that shows a text as it was typed, line by line. Only an email address becomes a link. Where the page runs from right to
 * left, each line goes its own way: a phone number would be turned round.
 */
export const escapeMarkdown = (text: string, direction: 'ltr' | 'rtl' = 'ltr'): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (direction === 'rtl' ? `\u2068${escapeLine(line)}\u2069` : escapeLine(line)))
    .join('\\\n')

const partsOf = (markdown: string): string[] => markdown.split(/^(?=## )/m).map((part) => part.trim())

/** The text of a page with the fields, or of a new site when there are none. */
export function toImprintText(seed: SeedPage, labels: ImprintLabels, fields: Imprint): string {
  const { who, ...others } = Imprint.parse(fields)
  const said = Object.entries(others).filter(([, value]) => value !== '')
  if (who === '' && said.length === 0) return seed.content
  const parts = partsOf(seed.content)
  // Its first sentence says what the page is for, and its first part who runs the site; its last two are on rights and emergencies.
  const [intro = '', about = ''] = parts
  const [sentence = ''] = intro.split('**')
  const [heading = ''] = about.split('\n')
  const direction = directionOf(seed.language)
  return [
    sentence.trim().replaceAll('\n', ' '),
    heading,
    ...(who === '' ? [] : [escapeMarkdown(who, direction)]),
    ...said.map(([name, value]) => `**${labels[name as keyof ImprintLabels]}**\\\n${escapeMarkdown(value, direction)}`),
    ...parts.slice(-2),
  ].join('\n\n')
}

/** Returns what the form filled a page with; null where it never did. */
export const fieldsOf = ({ metadata }: Pick<ContentItem, 'metadata'>): Imprint | null =>
  Imprint.safeParse(metadata[IMPRINT_SLUG]).data ?? null

/** Returns whether a page is that of a new site, what the form wrote, or somebody's own. A page that was deleted counts as empty. */
export function stateOf(
  page: ImprintPage | undefined,
  seed: SeedPage,
  labels: ImprintLabels,
): (typeof imprintStates)[number] {
  if (page === undefined) return 'empty'
  if (page.status !== 'published') return 'own'
  if (page.is_new) return 'empty'
  const fields = fieldsOf(page) ?? emptyImprint
  if (page.title !== seed.title || page.content !== toImprintText(seed, labels, fields)) return 'own'
  return page.content === seed.content ? 'empty' : 'filled'
}
