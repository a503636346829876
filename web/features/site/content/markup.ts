export interface Selection {
  text: string
  start: number
  end: number
}

export const marks = ['heading', 'bold', 'italic', 'listul', 'quote', 'link'] as const
export type Mark = (typeof marks)[number]

const wrappers: Partial<Record<Mark, [before: string, after: string]>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  link: ['[', '](https://)'],
}
const linePrefixes: Partial<Record<Mark, string>> = { heading: '## ', listul: '- ', quote: '> ' }

/** Adds a mark to the selected text, or removes it if the text already has it. The selection stays on the same text. */
export function applyMark({ text, start, end }: Selection, kind: Mark): Selection {
  const pair = wrappers[kind]
  if (pair) {
    const [before, after] = pair
    const isOn = text.slice(start - before.length, start) === before && text.slice(end, end + after.length) === after
    if (isOn && kind !== 'link') {
      const bare = text.slice(0, start - before.length) + text.slice(start, end) + text.slice(end + after.length)
      return { text: bare, start: start - before.length, end: end - before.length }
    }
    const marked = text.slice(0, start) + before + text.slice(start, end) + after + text.slice(end)
    return { text: marked, start: start + before.length, end: end + before.length }
  }
  const prefix = linePrefixes[kind] ?? ''
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lines = text.slice(from, end).split('\n')
  const isOn = lines.every((line) => line.startsWith(prefix))
  const changed = lines.map((line) => (isOn ? line.slice(prefix.length) : prefix + line)).join('\n')
  const step = isOn ? -prefix.length : prefix.length
  return {
    text: text.slice(0, from) + changed + text.slice(end),
    start: Math.max(from, start + step),
    end: end + step * lines.length,
  }
}

/** Derives a slug from a title: small Latin letters, digits and hyphens. Empty if the title has none of these. */
export const slugify = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    // No two hyphens follow each other.
    .replaceAll(/^-|-$/g, '')
    .slice(0, 100)
    .replace(/-$/, '')
