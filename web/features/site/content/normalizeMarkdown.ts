/** The fields of a Markdown tree (mdast) that this module uses. */
interface Node {
  type: string
  depth?: number
  value?: string
  /** Alignment of each column of a table. */
  align?: unknown[] | null
  children?: Node[]
}

// Maximum nesting depth: nobody nests deeper on purpose, and the renderer recurses at every level.
const MAX_DEPTH = 30
/** A sign that starts a quote or an item of a list, where the last match ended. */
const CONTAINER = /[ \t]{0,3}(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))[ \t]?/y
const NEXT_CONTAINER = /[ \t]*[->+*\d]/y
const DEEP_INDENT = new RegExp(`^[ \\t]{${4 * MAX_DEPTH},}`, 'gm')
// Matching marks takes quadratic time. The parser counts each run of one and the same sign.
const MARKS: [signs: RegExp, max: number][] = [
  [/\*+|_+|~+/g, 600],
  [/`+|!?\[|\]|<|&/g, 3000],
]

/** Returns whether an expression matches at an index. Leaves the end of the match in its `lastIndex`. */
function matchesAt(expression: RegExp, text: string, index: number): boolean {
  expression.lastIndex = index
  return expression.test(text)
}

/** Escapes the sign after thirty containers of a line, so that it is text. */
function limitContainers(line: string): string {
  let end = 0
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    if (!matchesAt(CONTAINER, line, end)) return line
    end = CONTAINER.lastIndex
  }
  return matchesAt(NEXT_CONTAINER, line, end) ? `${line.slice(0, end)}\\${line.slice(end)}` : line
}

/** Removes the marks of a paragraph that has too many, except those at the start of a line, which make lists. */
function limitMarks(block: string): string {
  let limited = block
  for (const [signs, max] of MARKS) {
    if ((limited.match(signs)?.length ?? 0) <= max) continue
    limited = limited.replaceAll(
      /^(\s*[-+*] )?(.*)$/gm,
      (_, start: string | undefined, rest: string) => (start ?? '') + rest.replaceAll(signs, ''),
    )
  }
  return limited
}

// The parser goes through all blocks again for each of some kinds: a long page has a few hundred.
const MAX_BLOCK_SIGNS = 1000
/** The sign at the start of a line that makes a quote, a list, a heading, a line or the row of a table. */
const BLOCK_SIGN = /^([ \t]*(?:\d{1,9}(?=[.)]))?)(?=[->#=|+*~`_:.)[<])/

/** The parser compares a line that goes on with a quote or list without its sign with all lines since the last sign. */
const MAX_UNSIGNED_LINES = 200

/**
 * Escapes the signs at the start of lines after the first thousand of them, so that they are text, and divides two
 * hundred lines without a sign or an empty line between them.
 */
function limitBlocks(markdown: string): string {
  let signs = 0
  let unsigned = 0
  const limitLine = (line: string): string => {
    if (line.trim() === '') {
      unsigned = 0
      return line
    }
    // An empty line ends the quote or list before it, which would go on with every further line.
    if (BLOCK_SIGN.test(line)) {
      unsigned = 0
      signs += 1
      return signs <= MAX_BLOCK_SIGNS ? line : `\n${line.trimStart().replace(BLOCK_SIGN, '$1\\')}`
    }
    unsigned += 1
    if (unsigned <= MAX_UNSIGNED_LINES) return line
    unsigned = 1
    return `\n${line}`
  }
  return markdown.split('\n').map(limitLine).join('\n')
}

/**
 * Limits a text so that parsing takes linear time: at most thirty nested quotes and lists in a line, where further
 * signs become text; at most a thousand lines that begin with a sign, and two hundred without one in a row; a paragraph with more than 600
 * marks of emphasis, or 3,000 of links and code, loses them.
 */
export const limitNesting = (markdown: string): string =>
  limitBlocks(markdown)
    .replace(/^.+/gm, limitContainers)
    .replace(DEEP_INDENT, ' '.repeat(4 * MAX_DEPTH))
    .split(/(\n[ \t]*\n)/)
    .map(limitMarks)
    .join('')

/** Returns the text below a node, without markup. */
function plainText(node: Node): string {
  const texts: string[] = []
  const stack = [node]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.value !== undefined) texts.push(next.value)
    // Spreading many children would overflow the call stack.
    for (const child of (next.children ?? []).toReversed()) stack.push(child)
  }
  return texts.join(' ')
}

/** The renderer fills up each short row of a table to the width of its head: with few characters, to very many cells. */
const MAX_CELLS = 20_000

/** Returns the rows of a table as paragraphs when it would have too many cells, and any other node as it is. */
function splitLargeTable(node: Node): Node[] {
  const { children: rows = [], align } = node
  if (node.type !== 'table' || rows.length * (align?.length ?? 0) <= MAX_CELLS) return [node]
  return rows.map((row) => ({ type: 'paragraph', children: [{ type: 'text', value: plainText(row) }] }))
}

/**
 * Prepares a tree for a page: headings start at level two, because the page title is level one, and content that is
 * nested too deeply, or a table with too many cells, becomes plain text. Iterates with its own stack, because hostile input would overflow the call
 * stack.
 */
export const normalizeTree = () => (tree: Node) => {
  const headings: Node[] = []
  const stack: [Node, number][] = [[tree, 0]]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, level] = next
    if (node.type === 'heading') headings.push(node)
    if (level === MAX_DEPTH && node.children) node.children = [{ type: 'text', value: plainText(node) }]
    else if (node.children) {
      node.children = node.children.flatMap(splitLargeTable)
      for (const child of node.children) stack.push([child, level + 1])
    }
  }
  const first = headings.reduce((least, { depth = 1 }) => Math.min(least, depth), 6)
  for (const heading of headings) heading.depth = Math.min(6, (heading.depth ?? 1) - first + 2)
}
