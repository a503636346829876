// Reads and writes the part of gettext's PO format that a work sheet needs: no plurals of gettext, because the sentences
// have those of ICU in them.

/** An entry of a PO file. */
export interface PoEntry {
  /** `msgctxt` */
  context: string
  /** `msgid` */
  id: string
  /** `msgstr`; empty when not translated. */
  text: string
  /** The translation has to be looked at. */
  isFuzzy: boolean
  /** `#.` lines, for the translator. */
  notes: string[]
  /** `#:` lines: where the sentence is used. */
  places: string[]
  /** `#|`: the sentence that the translation was made from. */
  previous?: string | undefined
}

/** A fault of the file itself, with the line to look at. */
export class PoError extends Error {
  constructor(line: number, problem: string) {
    super(`Line ${String(line)} of the sheet: ${problem}`)
  }
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' }

const quote = (text: string): string =>
  `"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r')}"`

/** A text of several lines starts with an empty string, as gettext writes it. */
function field(name: string, text: string, before = ''): string[] {
  const lines = text.split(/(?<=\n)/)
  if (lines.length < 2) return [`${before}${name} ${quote(text)}`]
  return [`${before}${name} ""`, ...lines.map((line) => before + quote(line))]
}

const writeEntry = ({ context, id, text, isFuzzy, notes, places, previous }: PoEntry): string =>
  [
    ...notes.map((note) => `#. ${note}`),
    ...places.map((place) => `#: ${place}`),
    ...(isFuzzy ? ['#, fuzzy'] : []),
    ...(previous === undefined ? [] : field('msgid', previous, '#| ')),
    ...field('msgctxt', context),
    ...field('msgid', id),
    ...field('msgstr', text),
  ].join('\n')

/** Writes a PO file. `introduction` are lines of comment at its top. */
export function writePo(language: string, introduction: string[], entries: PoEntry[]): string {
  const header = [
    'Project-Id-Version: Oremus',
    `Language: ${language}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: 8bit',
  ]
  const top = [
    ...introduction.map((line) => `# ${line}`.trimEnd()),
    'msgid ""',
    'msgstr ""',
    ...header.map((line) => quote(`${line}\n`)),
  ].join('\n')
  return `${[top, ...entries.map(writeEntry)].join('\n\n')}\n`
}

/** Reads a string between its first and its last quotation mark: one in between may lack its backslash. */
function unquote(text: string, line: number): string {
  const inner = /^"(.*)"$/.exec(text)?.[1]
  if (inner === undefined) throw new PoError(line, `a text begins and ends with a quotation mark ", not so ${text}`)
  return inner.replaceAll(/\\(.)/g, (all, character: string) => escapes[character] ?? all)
}

type Field = 'msgctxt' | 'msgid' | 'msgstr'
interface Draft extends Partial<Record<Field, string>> {
  notes: string[]
  places: string[]
  isFuzzy: boolean
}
const emptyDraft = (): Draft => ({ notes: [], places: [], isFuzzy: false })

/**
 * Reads a PO file, as an editor or a program for translators saved it. Comments of translators, previous sentences and
 * entries that were struck out (`#~`) are left out.
 *
 * @throws {PoError} When the file is not in the format. Nothing of it should be used then.
 */
export function readPo(file: string): { language: string | undefined; entries: PoEntry[] } {
  const entries: PoEntry[] = []
  let language: string | undefined
  let draft = emptyDraft()
  let open: Field | undefined

  const finish = (line: number): void => {
    const { msgctxt, msgid, msgstr, isFuzzy, notes, places } = draft
    if (msgid !== undefined || msgctxt !== undefined) {
      if (msgid === undefined || msgstr === undefined)
        throw new PoError(line, 'the entry before it lacks its msgid or msgstr')
      if (msgctxt !== undefined) entries.push({ context: msgctxt, id: msgid, text: msgstr, isFuzzy, notes, places })
      else if (msgid === '') language = /^Language: *(\S+)/m.exec(msgstr)?.[1]
      else throw new PoError(line, 'the entry before it lacks its msgctxt')
    }
    draft = emptyDraft()
    open = undefined
  }
  const comment = (text: string, line: number): void => {
    if (draft.msgstr !== undefined) finish(line)
    if (text.startsWith('#.')) draft.notes.push(text.slice(2).trim())
    if (text.startsWith('#:')) draft.places.push(text.slice(2).trim())
    if (text.startsWith('#,')) draft.isFuzzy ||= /\bfuzzy\b/.test(text)
  }

  const lines = file.replace(/^\uFEFF/, '').split(/\r?\n/)
  for (const [index, whole] of lines.entries()) {
    const line = index + 1
    const text = whole.trim()
    const [, name, rest = ''] = /^(msgctxt|msgid|msgstr)\s*(".*)$/.exec(text) ?? []
    if (text === '') {
      if (draft.msgstr !== undefined) finish(line)
    } else if (text.startsWith('#')) comment(text, line)
    else if (name !== undefined) {
      if (draft.msgstr !== undefined) finish(line)
      open = name as Field
      if (draft[open] !== undefined) throw new PoError(line, `the entry has two ${name}`)
      draft[open] = unquote(rest, line)
    } else if (text.startsWith('"') && open !== undefined) draft[open] = (draft[open] ?? '') + unquote(text, line)
    else throw new PoError(line, `this is not a line of a PO file: ${text.slice(0, 60)}`)
  }
  finish(lines.length)
  return { language, entries }
}
