/** The part of a Markdown tree (mdast) that is looked at here. */
interface Node {
  type: string
  depth?: number
  value?: string
  children?: Node[]
}

// Nobody writes deeper than this on purpose, and what renders a tree calls itself at every level.
const DEEPEST = 30
const CONTAINER = String.raw`[ \t]{0,3}(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))[ \t]?`
const TOO_MANY = new RegExp(`^((?:${CONTAINER}){${DEEPEST}})(?=[ \\t]*[->+*\\d])`, 'gm')

const TOO_FAR = new RegExp(`^[ \\t]{${4 * DEEPEST},}`, 'gm')
// Pairing the marks of emphasis takes a time that grows with their square.
const MOST_MARKS = 600
const MARKS = /(?<!^[ \t]*)[*_~]+/gm

/**
 * A text that is read in a time that grows with its length: a line ends its quotes and lists after the thirtieth, where
 * the signs are text, and a paragraph with more than 600 marks of emphasis loses them.
 */
export const shallow = (markdown: string): string =>
  markdown
    .replace(TOO_MANY, '$1\\')
    .replace(TOO_FAR, ' '.repeat(4 * DEEPEST))
    .split(/(\n[ \t]*\n)/)
    .map((block) => ((block.match(MARKS)?.length ?? 0) > MOST_MARKS ? block.replace(MARKS, '') : block))
    .join('')

/** The words below a node, without their marks. */
function textOf(node: Node): string {
  const words: string[] = []
  const todo = [node]
  for (let next = todo.pop(); next; next = todo.pop()) {
    if (next.value !== undefined) words.push(next.value)
    todo.push(...(next.children ?? []).toReversed())
  }
  return words.join(' ')
}

/**
 * Makes a tree fit for a page: its headings begin with the second rank, for the first is the page's title, and what is
 * nested too deeply is plain text. Walks with a list of its own, because a hostile text is deeper than any stack.
 */
export const tame = () => (tree: Node) => {
  const headings: Node[] = []
  const todo: [Node, number][] = [[tree, 0]]
  for (let next = todo.pop(); next; next = todo.pop()) {
    const [node, level] = next
    if (node.type === 'heading') headings.push(node)
    if (level === DEEPEST && node.children) node.children = [{ type: 'text', value: textOf(node) }]
    else for (const child of node.children ?? []) todo.push([child, level + 1])
  }
  const first = Math.min(...headings.map(({ depth = 1 }) => depth))
  for (const heading of headings) heading.depth = Math.min(6, (heading.depth ?? 1) - first + 2)
}
