import { excerpt } from '../../../../contract/excerpt.ts'

const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

export type ResolvedLink = { own: true; path: string } | { own: false; href: string }

/** `URL.canParse` is unknown to Safari before 17. */
function parse(link: string, base: string): URL | null {
  try {
    return new URL(link, base)
  } catch {
    return null
  }
}

/**
 * Resolves a link of a text: to a path within the site, or to another site. Returns null for a link that must not be
 * followed. Uses the browser's own URL parser, so that no spelling of a scheme is mistaken for another.
 */
export function resolveLink(link: string, origin: string): ResolvedLink | null {
  const url = parse(link, `${origin}/content/`)
  if (!url || !SCHEMES.has(url.protocol)) return null
  if (url.origin !== origin) return { own: false, href: url.href }
  return { own: true, path: link.startsWith('#') ? url.hash : url.pathname + url.search + url.hash }
}

const NON_PROSE_BLOCK = /^(#{1,6}\s|[>|<]|[-+*]\s|\d+[.)]\s|```|~~~|-{3,}|={3,})/
const SENTENCE = /^.+?(?:[.!?؟।](?=[\s"”»)]|$)|[。！？])/u
const MAX_DESCRIPTION_LENGTH = 200

/**
 * Returns the first sentence of a Markdown text without its markup, for the summary that other sites show: of a
 * long one the words that fit into 200 characters.
 */
export function firstSentence(markdown: string): string {
  const blocks = markdown.split(/\n\s*\n/).map((block) => block.trim())
  const prose = blocks.find((block) => block !== '' && !NON_PROSE_BLOCK.test(block)) ?? ''
  const plain = prose
    .slice(0, 2000)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]+/g, '')
    .replace(/\s+/g, ' ')
  return excerpt(SENTENCE.exec(plain)?.[0] ?? plain, MAX_DESCRIPTION_LENGTH)
}
