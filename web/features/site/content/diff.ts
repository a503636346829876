import { diffComm } from 'node-diff3'

/** A run of lines that two texts share, or the lines of each where they differ. */
export type DiffChunk = { kind: 'same'; lines: string[] } | { kind: 'changed'; before: string[]; after: string[] }

/** What became of a text, line by line. */
export const diffLines = (from: string, to: string): DiffChunk[] =>
  diffComm(from.split('\n'), to.split('\n')).map(({ common, buffer1, buffer2 }) =>
    common ? { kind: 'same', lines: common } : { kind: 'changed', before: buffer1, after: buffer2 },
  )

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
