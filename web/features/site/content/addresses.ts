const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

export type ResolvedLink = { own: true; path: string } | { own: false; href: string }

/**
 * Where a link of a text leads: within the site, by path, or elsewhere. Null for what must not be followed.
 * Read by the browser's own parser, so that no spelling of a scheme is taken for another.
 */
export function resolveLink(link: string, origin: string): ResolvedLink | null {
  if (!URL.canParse(link, `${origin}/content/`)) return null
  const url = new URL(link, `${origin}/content/`)
  if (!SCHEMES.has(url.protocol)) return null
  if (url.origin !== origin) return { own: false, href: url.href }
  return { own: true, path: link.startsWith('#') ? url.hash : url.pathname + url.search + url.hash }
}

const NON_PROSE_BLOCK = /^(#{1,6}\s|[>|<]|[-+*]\s|\d+[.)]\s|```|~~~|-{3,}|={3,})/
const SENTENCE = /^.+?(?:[.!?؟।](?=[\s"”»)]|$)|[。！？])/u
const MAX_DESCRIPTION_LENGTH = 200

/** The first sentence of a Markdown text, without its marks: what other sites show of a page. Code points. */
export function firstSentence(markdown: string): string {
  const blocks = markdown.split(/\n\s*\n/).map((block) => block.trim())
  const prose = blocks.find((block) => block !== '' && !NON_PROSE_BLOCK.test(block)) ?? ''
  const plain = prose
    .slice(0, 2000)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]+/g, '')
    .replace(/\s+/g, ' ')
  return Array.from(SENTENCE.exec(plain)?.[0] ?? plain)
    .slice(0, MAX_DESCRIPTION_LENGTH)
    .join('')
}
