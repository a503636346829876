/** A run of lines that two texts share, or the lines of each where they differ. */
export type DiffChunk = { kind: 'same'; lines: string[] } | { kind: 'changed'; before: string[]; after: string[] }

// Cells of the table of common lines: more would make a press on a button felt.
const MAX_TABLE_CELLS = 4_000_000

/** For each pair of ends, how many lines they have in common, in order. */
function buildLcsTable(before: string[], after: string[]): Uint32Array {
  const width = after.length + 1
  const table = new Uint32Array((before.length + 1) * width)
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      table[row * width + column] =
        before[row] === after[column]
          ? (table[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(table[(row + 1) * width + column] ?? 0, table[row * width + column + 1] ?? 0)
    }
  }
  return table
}

/** What became of a text, line by line. Long texts that have little in common come as one change. */
export function diffLines(from: string, to: string): DiffChunk[] {
  const [before, after] = [from.split('\n'), to.split('\n')]
  const chunks: DiffChunk[] = []
  const same = (line: string) => {
    const last = chunks.at(-1)
    if (last?.kind === 'same') last.lines.push(line)
    else chunks.push({ kind: 'same', lines: [line] })
  }
  const changed = (part: { before?: string; after?: string }) => {
    let last = chunks.at(-1)
    if (last?.kind !== 'changed') chunks.push((last = { kind: 'changed', before: [], after: [] }))
    if (part.before !== undefined) last.before.push(part.before)
    if (part.after !== undefined) last.after.push(part.after)
  }

  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) same(before[start++] ?? '')
  let [endBefore, endAfter] = [before.length, after.length]
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore -= 1
    endAfter -= 1
  }
  const [middle, other] = [before.slice(start, endBefore), after.slice(start, endAfter)]
  const isSmall = (middle.length + 1) * (other.length + 1) <= MAX_TABLE_CELLS
  const table = isSmall ? buildLcsTable(middle, other) : null
  const width = other.length + 1
  const common = (row: number, column: number): number => table?.[row * width + column] ?? 0
  let [row, column] = [0, 0]
  while (row < middle.length || column < other.length) {
    const [line, next] = [middle[row], other[column]]
    if (table && line !== undefined && line === next) {
      same(line)
      row += 1
      column += 1
    } else if (line !== undefined && (next === undefined || common(row + 1, column) >= common(row, column + 1))) {
      changed({ before: line })
      row += 1
    } else {
      changed({ after: next ?? '' })
      column += 1
    }
  }
  for (const line of before.slice(endBefore)) same(line)
  return chunks
}

export type MergeChoice = 'theirs' | 'mine' | 'both'

/** The text that the choices make, one for each place where the texts differ, in their order. */
export function mergeChunks(chunks: DiffChunk[], choices: MergeChoice[]): string {
  let place = 0
  return chunks
    .flatMap((piece) => {
      if (piece.kind === 'same') return piece.lines
      const choice = choices[place++] ?? 'both'
      return [...(choice === 'mine' ? [] : piece.before), ...(choice === 'theirs' ? [] : piece.after)]
    })
    .join('\n')
}

/** Whom a place should be taken from: whoever changed it, if only one of both did. */
export function suggestChoice(base: string, { before, after }: { before: string[]; after: string[] }): MergeChoice {
  const has = (lines: string[]) => lines.length > 0 && `\n${base}\n`.includes(`\n${lines.join('\n')}\n`)
  if (has(after) && !has(before)) return 'theirs'
  if (has(before) && !has(after)) return 'mine'
  return 'both'
}
