import path from 'node:path'
import type { Problem, Repository } from './files.ts'

/** Documents whose paths in backticks must exist. */
const TOLD_PATHS = /^(ARCHITECTURE|CONTRIBUTING)\.md$/
/** Pages of the site: links in them are addresses of the site. */
const PAGES = 'server/db/seed-content/'
/** Generated files, absent in a fresh clone: links to them cannot be checked. */
const GENERATED = /^(build|data|node_modules|\.react-router)\//

interface Line {
  number: number
  text: string
}

/** Returns the lines of a document outside fenced blocks. */
function proseOf(text: string): Line[] {
  let fence: string | undefined
  return text.split('\n').flatMap((line, index) => {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
      return []
    }
    fence = mark
    return mark === undefined ? [{ number: index + 1, text: line }] : []
  })
}

/** Returns the anchor that GitHub gives to a heading. */
const slug = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation} -]/gu, '')
    .replaceAll(' ', '-')

function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const { text: line } of proseOf(text)) {
    const heading = /^ {0,3}#{1,6} +(.*?)(?: +#+)? *$/.exec(line)?.[1]
    if (heading !== undefined) {
      const plain = slug(heading)
      let anchor = plain
      for (let count = 1; anchors.has(anchor); count += 1) anchor = `${plain}-${count}`
      anchors.add(anchor)
    }
    for (const [, id] of line.matchAll(/<\w+[^>]* (?:id|name)="([^"]+)"/g)) anchors.add(id ?? '')
  }
  return anchors
}

const ROUTES = 'web/routes.ts'
const LINK =
  /\]\(\s*<?([^)\s>]+)>?(?:\s+["'(][^)]*)?\)|^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?|<(?:img|a)\b[^>]*?\b(?:src|href)="([^"]+)"/g
const hasScheme = (link: string): boolean => /^[a-z][a-z\d+.-]*:|^\/\//i.test(link)

function deadLink(link: string, from: string, repository: Repository): string | undefined {
  if (hasScheme(link)) return undefined
  const [where = '', anchor] = link.split('#', 2)
  if (from.startsWith(PAGES) && !where.startsWith('/content/')) {
    const known = repository.read(ROUTES).includes(`route('${where.slice(1)}'`)
    return known ? undefined : `the link to ${link} leads nowhere; ${ROUTES} has no such page`
  }
  if (from.startsWith(PAGES)) {
    const page = `-${where.replace('/content/', '')}.md`
    const known = repository.files.some((file) => file.startsWith(`${PAGES}en/`) && file.endsWith(page))
    return known ? undefined : `the link to ${link} leads nowhere; there is no ${PAGES}en/<type>/<n>${page}`
  }
  const decoded = decodeURIComponent(where.replace(/\?.*$/, ''))
  const file = decoded === '' ? from : path.posix.join(decoded.startsWith('/') ? '' : path.posix.dirname(from), decoded)
  const target = file.replace(/\/$/, '')
  if (!repository.has(target) && !repository.folders.has(target) && target !== '.')
    return `the link to ${link} leads nowhere; there is no ${target}`
  if (!anchor || !target.endsWith('.md') || anchorsOf(repository.read(target)).has(decodeURIComponent(anchor)))
    return undefined
  return `the link to ${link} leads nowhere; ${target} has no heading #${anchor}`
}

/** Returns the paths in backticks: with a slash and an extension, and without placeholders. */
const toldPaths = (line: string): string[] =>
  [...line.matchAll(/`([^`]+)`/g)]
    .map(([, code]) => code ?? '')
    .filter((code) => /^[\w.@+-]+(\/[\w.@+-]+)*\/[\w@+-][\w.@+-]*\.[a-z]\w*$/i.test(code) && !GENERATED.test(code))

/** Checks that links of the documents resolve, and that the paths named in the documents about the code exist. */
export function checkLinks(repository: Repository): Problem[] {
  return repository.files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      proseOf(repository.read(file)).flatMap(({ number, text }) => {
        const plain = text.replaceAll(/`[^`]*`/g, '``')
        const links = [...plain.matchAll(LINK)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
        const dead = links.flatMap((link) => deadLink(link, file, repository) ?? [])
        const told = TOLD_PATHS.test(file) ? toldPaths(text) : []
        const gone = told
          .filter((one) => !repository.has(one))
          .map((one) => `speaks of ${one}, which does not exist; name the file as it is now`)
        return [...dead, ...gone].map((problem) => ({ path: file, line: number, text: problem }))
      }),
    )
}
