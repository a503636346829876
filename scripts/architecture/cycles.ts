import type { Problem, Repository } from './files.ts'

interface Edge {
  to: string
  line: number
}

/**
 * Returns the groups of files that can all reach each other (Tarjan, "Depth-first search and linear graph algorithms",
 * 1972).
 */
function knots(graph: Map<string, Edge[]>): string[][] {
  const seen = new Map<string, { index: number; low: number; isOpen: boolean }>()
  const open: string[] = []
  const found: string[][] = []
  const visit = (file: string): { index: number; low: number; isOpen: boolean } => {
    const mark = { index: seen.size, low: seen.size, isOpen: true }
    seen.set(file, mark)
    open.push(file)
    for (const { to } of graph.get(file) ?? []) {
      const other = seen.get(to)
      if (!other) mark.low = Math.min(mark.low, visit(to).low)
      else if (other.isOpen) mark.low = Math.min(mark.low, other.index)
    }
    if (mark.low === mark.index) {
      const group = open.splice(open.indexOf(file))
      for (const member of group) (seen.get(member) ?? mark).isOpen = false
      found.push(group)
    }
    return mark
  }
  for (const file of graph.keys()) if (!seen.has(file)) visit(file)
  return found
}

/** Returns the shortest path from a file back to itself. */
export function ring(graph: Map<string, { to: string }[]>, start: string, group: Set<string>): string[] {
  const ways: string[][] = [[start]]
  const reached = new Set<string>()
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const { to } of graph.get(way.at(-1) ?? '') ?? []) {
      if (to === start) return [...way, start]
      if (!group.has(to) || reached.has(to)) continue
      reached.add(to)
      ways.push([...way, to])
    }
  }
  return []
}

/**
 * Reports files that reach themselves by imports. Type imports count, because they couple files as strongly for a
 * reader.
 */
export function checkCycles({ sources, has }: Repository): Problem[] {
  const graph = new Map(
    [...sources].map(([file, { imports }]): [string, Edge[]] => [
      file,
      imports.flatMap(({ file: to, line }) => (to !== undefined && has(to) ? [{ to, line }] : [])),
    ]),
  )
  return knots(graph).flatMap((group) => {
    const first = group.toSorted()[0] ?? ''
    const way = ring(graph, first, new Set(group))
    if (way.length === 0) return []
    const line = graph.get(first)?.find(({ to }) => to === way[1])?.line ?? 1
    const text = `imports itself in a ring: ${way.join(' → ')}. Move what they share into a file that imports none of them`
    return [{ path: first, line, text }]
  })
}
