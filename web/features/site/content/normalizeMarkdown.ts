/** The part of a Markdown tree (mdast) that is looked at here. */
interface Node {
  type: string
  depth?: number
  value?: string
  children?: Node[]
}

// Nobody writes deeper than this on purpose, and what renders a tree calls itself at every level.
const MAX_DEPTH = 30
const CONTAINER = String.raw`[ \t]{0,3}(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))[ \t]?`
const DEEP_CONTAINERS = new RegExp(`^((?:${CONTAINER}){${MAX_DEPTH}})(?=[ \\t]*[->+*\\d])`, 'gm')

const DEEP_INDENT = new RegExp(`^[ \\t]{${4 * MAX_DEPTH},}`, 'gm')
// Pairing the marks of emphasis takes a time that grows with their square.
const MAX_EMPHASIS_MARKS = 600
const EMPHASIS_MARKS = /(?<!^[ \t]*)[*_~]+/gm

/**
 * A text that is read in a time that grows with its length: a line ends its quotes and lists after the thirtieth, where
 * the signs are text, and a paragraph with more than 600 marks of emphasis loses them.
 */
export const limitNesting = (markdown: string): string =>
  markdown
    .replace(DEEP_CONTAINERS, '$1\\')
    .replace(DEEP_INDENT, ' '.repeat(4 * MAX_DEPTH))
    .split(/(\n[ \t]*\n)/)
    .map((block) =>
      (block.match(EMPHASIS_MARKS)?.length ?? 0) > MAX_EMPHASIS_MARKS ? block.replace(EMPHASIS_MARKS, '') : block,
    )
    .join('')

/** The words below a node, without their marks. */
function plainText(node: Node): string {
  const texts: string[] = []
  const stack = [node]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.value !== undefined) texts.push(next.value)
    stack.push(...(next.children ?? []).toReversed())
  }
  return texts.join(' ')
}

/**
 * Makes a tree fit for a page: its headings begin with the second rank, for the first is the page's title, and what is
 * nested too deeply is plain text. Walks with a list of its own, because a hostile text is deeper than any stack.
 */
export const normalizeTree = () => (tree: Node) => {
  const headings: Node[] = []
  const stack: [Node, number][] = [[tree, 0]]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, level] = next
    if (node.type === 'heading') headings.push(node)
    if (level === MAX_DEPTH && node.children) node.children = [{ type: 'text', value: plainText(node) }]
    else for (const child of node.children ?? []) stack.push([child, level + 1])
  }
  const first = Math.min(...headings.map(({ depth = 1 }) => depth))
  for (const heading of headings) heading.depth = Math.min(6, (heading.depth ?? 1) - first + 2)
}
