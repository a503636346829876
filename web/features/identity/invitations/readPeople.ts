import Papa from 'papaparse'
import { readAddress } from '../../../../contract/addresses.ts'

/** Somebody of a pasted list, as written: the address may be none. */
export interface WrittenPerson {
  name: string
  email: string
}

/** Largest file that is read. Bytes. */
export const MAX_FILE_BYTES = 2_000_000

/** Names of columns in the ten languages, as spreadsheets and exports of parish programs have them. */
const columns = {
  email: /e-?mail|correo|courriel|邮箱|邮件|メール|이메일|메일|ईमेल|بريد/i,
  first: /^(first|given|fore)|vorname|pr[ée]nom|^nombres?$|primeiro|^名$|^이름$|पहला नाम|الاسم الأول/i,
  last: /last|^sur|family|nachname|familienname|apellido|sobrenome|^nom$|^姓$|^성$|उपनाम|العائلة/i,
  full: /^(full |display )?name|vollständiger|^nom complet|^nome( completo)?$|nombre completo|氏名|姓名|名前|成员|성명|성함|नाम|الاسم/i,
}

const hasAt = (cell: string): boolean => /[@＠]/.test(cell)
/** Letters and what stands between them in names; no dates, numbers or sentences. */
const isName = (cell: string): boolean => /^[\p{L}\p{M}'’.\- ]{1,60}$/u.test(cell)

/** Returns where the parts of a table stand whose first row names its columns; undefined when it names none. */
function readHeader(row: string[]): Record<keyof typeof columns, number[]> | undefined {
  if (row.some(hasAt)) return undefined
  const places = (pattern: RegExp): number[] => row.flatMap((cell, index) => (pattern.test(cell.trim()) ? index : []))
  const found = {
    email: places(columns.email),
    first: places(columns.first),
    last: places(columns.last),
    full: places(columns.full),
  }
  return found.email.length > 0 ? found : undefined
}

const quotes = new Set('"“”„«»\'')
/** A name without the quotation marks around it. */
const unquoted = (name: string): string => {
  const letters = Array.from(name)
  const isQuoted = letters.length > 1 && quotes.has(letters[0] ?? '') && quotes.has(letters.at(-1) ?? '')
  return isQuoted ? letters.slice(1, -1).join('').trim() : name
}

/** `Anna Beck <anna@example.org>`, `anna@example.org`, or a name and an address with a space between. */
function readPiece(piece: string): WrittenPerson {
  const text = piece.trim()
  const [, before = '', inside] = /^(.*)<([^<>]*)>\s*$/s.exec(text) ?? []
  if (inside !== undefined) return { name: unquoted(before.trim()), email: inside.trim() }
  const words = text.split(/\s+/)
  const at = words.findIndex(hasAt)
  if (words.length < 2 || at === -1) return { name: '', email: text }
  return { name: words.toSpliced(at, 1).join(' '), email: words[at] ?? '' }
}

/** Splits at commas and semicolons, but not within quotation marks or angle brackets. */
const pieces = (text: string): string[] => text.match(/(?:"[^"]*"|<[^<>]*>|[^,;\n"<]|["<])+/g) ?? []

/**
 * Reads people from whatever was pasted: addresses, names with addresses, columns of a spreadsheet, the export of another program.
 * Rows without an address are left out, but in a table that names its columns.
 */
export function readPeople(text: string): WrittenPerson[] {
  const { data } = Papa.parse<string[]>(text.trim(), { skipEmptyLines: 'greedy' })
  const rows = data.map((row) => row.map((cell) => cell.trim()))
  const header = readHeader(rows[0] ?? [])
  if (header) {
    return rows.slice(1).flatMap((row) => {
      const cell = (place: number | undefined): string => (place === undefined ? '' : (row[place] ?? ''))
      const addresses = header.email.map(cell).filter((one) => one !== '')
      const email = addresses.find((one) => readAddress(one).address !== undefined) ?? addresses[0] ?? ''
      const parts = [cell(header.first[0]), cell(header.last[0])].filter((part) => part !== '')
      const full = cell(header.full.find((place) => !header.first.includes(place) && !header.last.includes(place)))
      const name = parts.length > 1 || full === '' ? parts.join(' ') : full
      return email === '' && name === '' ? [] : [{ name, email }]
    })
  }
  const isTable =
    rows.length > 0 && rows.every((row) => row.filter(hasAt).length <= 1) && rows.some((row) => row.length > 1)
  if (!isTable)
    return pieces(text)
      .map(readPiece)
      .filter(({ email }) => hasAt(email))
  return rows.flatMap((row) => {
    const place = row.findIndex(hasAt)
    if (place === -1) return []
    const person = readPiece(row[place] ?? '')
    const before = row.slice(0, place).filter(isName)
    const names =
      before.length > 0
        ? before.slice(-2)
        : row
            .slice(place + 1)
            .filter(isName)
            .slice(0, 1)
    return [{ email: person.email, name: person.name === '' ? names.join(' ') : person.name }]
  })
}

/** The text of a file in the encodings that spreadsheets write; undefined when it is no text. */
export function decodeList(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
