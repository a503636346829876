/** The fields of a Markdown tree (mdast) that this module uses. */
interface Node {
  type: string
  depth?: number
  value?: string
  children?: Node[]
}

// Maximum nesting depth: nobody nests deeper on purpose, and the renderer recurses at every level.
const MAX_DEPTH = 30
const CONTAINER = String.raw`[ \t]{0,3}(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))[ \t]?`
const DEEP_CONTAINERS = new RegExp(`^((?:${CONTAINER}){${MAX_DEPTH}})(?=[ \\t]*[->+*\\d])`, 'gm')

const DEEP_INDENT = new RegExp(`^[ \\t]{${4 * MAX_DEPTH},}`, 'gm')
// Matching emphasis marks takes quadratic time.
const MAX_EMPHASIS_MARKS = 600
const EMPHASIS_MARKS = /(?<!^[ \t]*)[*_~]+/gm

/**
 * Limits a text so that parsing takes linear time: at most thirty nested quotes and lists in a line, where further
 * signs become text; a paragraph with more than 600 emphasis marks loses them.
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

/** Returns the text below a node, without markup. */
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
 * Prepares a tree for a page: headings start at level two, because the page title is level one, and content that is
 * nested too deeply becomes plain text. Iterates with its own stack, because hostile input would overflow the call
 * stack.
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
