import { diffComm } from 'node-diff3'

/** A run of lines that two texts share, or the lines of each where they differ. */
export type DiffChunk = { kind: 'same'; lines: string[] } | { kind: 'changed'; before: string[]; after: string[] }

// Maximum number of equal line pairs to compare: more would cause a noticeable delay.
const MAX_EQUAL_PAIRS = 1_000_000

function countEqualPairs(before: string[], after: string[]): number {
  const counts = new Map<string, number>()
  for (const line of before) counts.set(line, (counts.get(line) ?? 0) + 1)
  return after.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0)
}

const same = (lines: string[]): DiffChunk[] => (lines.length > 0 ? [{ kind: 'same', lines }] : [])

/** Returns the difference of two texts, line by line. Long texts with little in common are returned as one change. */
export function diffLines(from: string, to: string): DiffChunk[] {
  const [before, after] = [from.split('\n'), to.split('\n')]
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const [buffer1, buffer2] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const isLong = countEqualPairs(buffer1, buffer2) > MAX_EQUAL_PAIRS
  const middle = isLong ? [{ common: undefined, buffer1, buffer2 }] : diffComm(buffer1, buffer2)
  return [
    ...same(before.slice(0, start)),
    ...middle.map((piece): DiffChunk =>
      piece.common
        ? { kind: 'same', lines: piece.common }
        : { kind: 'changed', before: piece.buffer1, after: piece.buffer2 },
    ),
    ...same(before.slice(before.length - end)),
  ]
}

export type MergeChoice = 'theirs' | 'mine' | 'both'

/** Returns the text that results from the choices, one for each conflict, in their order. */
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

/** Suggests the side that changed a conflicting part, if only one of the two did. */
export function suggestChoice(base: string, { before, after }: { before: string[]; after: string[] }): MergeChoice {
  const has = (lines: string[]) => lines.length > 0 && `\n${base}\n`.includes(`\n${lines.join('\n')}\n`)
  if (has(after) && !has(before)) return 'theirs'
  if (has(before) && !has(after)) return 'mine'
  return 'both'
}
