/** Returns the beginning of a text on one line, cut between two words. */
export function excerpt(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > length ? `${line.slice(0, length).replace(/[\s,;:–—]+\S*$/, '')}…` : line
}
