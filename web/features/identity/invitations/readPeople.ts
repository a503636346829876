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
// Phones and spreadsheets make a dash of a hyphen; Persian has a sign that nobody sees within a name.
const NAME =
  /^[\p{L}\p{M}\p{Pd}\p{Zs}\u200c-\u200d'’.&()"“”„«»·・\p{Extended_Pictographic}\ufe0e-\ufe0f\p{Emoji_Modifier}]{1,60}$/u
/** Letters and what stands beside them in names, couples and pictures too; no dates, numbers or sentences. */
const isName = (cell: string): boolean => NAME.test(cell) && /\p{L}/u.test(cell)

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

const quotes = new Set('"“”„«»\'()')
/** Words without the quotation marks or brackets around them. */
const unquoted = (words: string): string => {
  const letters = Array.from(words)
  const isQuoted = letters.length > 1 && quotes.has(letters[0] ?? '') && quotes.has(letters.at(-1) ?? '')
  return isQuoted ? letters.slice(1, -1).join('').trim() : words
}

const MAX_WORDS_LENGTH = 200

/** Without the phone numbers that stand beside names in lists. */
const withoutNumbers = (words: string): string =>
  words
    .split(/\s+/)
    .filter((word) => !/\p{Nd}/u.test(word) || /\p{L}/u.test(word))
    .join(' ')

/** The name among the words beside an address: no label before it, such as `Cc:`, and no sign of a list. */
function toName(words: string): string {
  if (words.length > MAX_WORDS_LENGTH) return ''
  const name = words
    .slice(words.lastIndexOf(':') + 1)
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?:\d+[.)])?[) ,;•·*|/–—-]*/, '')
    .replace(/[( ,;•·*|/–—-]{1,9}$/, '')
  return /\p{L}/u.test(name) ? unquoted(name) : ''
}

/** Signs between the people of a list, on keyboards of Arabic, Chinese and Japanese too. */
const SEPARATORS = ',;\u060c\u061b\u3001\uff0c\uff1b'
// With a bound, or the time that a long text takes would be the square of its length.
const SIGNS = `[^\\s<>()"“”„«»${SEPARATORS}]{0,320}`
const ADDRESS = new RegExp(`<[^<>@＠]{0,320}[@＠][^<>]{0,320}>|${SIGNS}[@＠]${SIGNS}`, 'g')

/**
 * `Anna Beck <anna@example.org>`, `anna@example.org`, a name and an address with a space between, or several of these. Names stand before
 * their addresses, unless an address comes first.
 */
function readPiece(text: string): WrittenPerson[] {
  const words = text.split(ADDRESS)
  const addresses = text.match(ADDRESS) ?? []
  const isAfter = toName(words[0] ?? '') === ''
  // Some programs write an address in the place of a name.
  const standsForName = (place: number): boolean =>
    !addresses[place]?.startsWith('<') &&
    addresses[place + 1]?.startsWith('<') === true &&
    words[place + 1]?.replaceAll(/["'”“]/g, '').trim() === ''
  return addresses.flatMap((address, place) =>
    standsForName(place)
      ? []
      : {
          name: toName(withoutNumbers(toName(words[isAfter ? place + 1 : place] ?? ''))),
          email: unquoted(address.replaceAll(/[<>]/g, '').trim()),
        },
  )
}

/** Splits at the signs between people, but not within quotation marks or angle brackets. */
const PIECE = new RegExp(`(?:"[^"]*"|<[^<>]*>|[^\\n"<${SEPARATORS}]|["<])+`, 'g')

/** `Beck, Anna <anna@example.org>`, as Outlook writes it: the comma is none between people. */
const LAST_FIRST =
  /(^|[;:]|>,?)([ \t]*[\p{L}\p{M}'’.–-][\p{L}\p{M}'’.\-– ]{0,60}), ?([\p{L}\p{M}'’.–-][\p{L}\p{M}'’.\-– ]{0,60}<[^<>@＠\n]{0,320}[@＠])/gmu
/** Stands for that comma meanwhile. */
const COMMA = '\ue000'

/** An address in which the sign is missing, such as `anna.example.org`: no `Dr.Beck`, and no end of a sentence. */
function isNearlyAddress(word: string): boolean {
  const parts = word.split('.')
  return parts.length > 1 && !parts.includes('') && /^\p{Ll}{2,63}$/u.test(parts.at(-1) ?? '')
}

/** Names a row without an address, so that nobody is left out unseen. Nobody, where it reads like a sentence or a title. */
function withoutAddress(row: string, isFirst: boolean): WrittenPerson[] {
  const words = row.split(/[\s<>,;]+/)
  const email = words.find(isNearlyAddress) ?? ''
  const name = toName(words.filter((word) => word !== email).join(' '))
  return email === '' && (isFirst || !isName(name)) ? [] : [{ name, email }]
}

/** True when rows without an address, a title above aside, are rather mistakes than words around a list. */
const isRowEach = (rows: string[]): boolean =>
  rows.filter(hasAt).length * 2 > rows.filter((row, place) => place > 0 || hasAt(row)).length

/** Names of other columns are for whom their own cell does not name, where it holds one person. */
const withName = (people: WrittenPerson[], name: string): WrittenPerson[] =>
  people.map((person) => (person.name === '' && people.length === 1 ? { ...person, name } : person))

function readList(text: string): WrittenPerson[] {
  const { data } = Papa.parse<string[]>(text.trim(), { skipEmptyLines: 'greedy' })
  const rows = data.map((row) => row.map((cell) => cell.trim()))
  const [titles = []] = rows
  // A line above a list names no columns for what stands beyond it.
  const header = rows.some((row) => row.slice(titles.length).some(hasAt)) ? undefined : readHeader(titles)
  if (header) {
    return rows.slice(1).flatMap((row) => {
      const cell = (place: number | undefined): string => (place === undefined ? '' : (row[place] ?? ''))
      const addresses = header.email.map(cell).filter((one) => one !== '')
      const email = addresses.find((one) => readAddress(one).address !== undefined) ?? addresses[0] ?? ''
      const parts = [cell(header.first[0]), cell(header.last[0])].filter((part) => part !== '')
      const full = cell(header.full.find((place) => !header.first.includes(place) && !header.last.includes(place)))
      const name = parts.length > 1 || full === '' ? parts.join(' ') : full
      if (hasAt(email)) return withName(readPiece(email), name)
      return email === '' && name === '' ? [] : [{ name, email }]
    })
  }
  const isTable =
    rows.length > 0 && rows.every((row) => row.filter(hasAt).length <= 1) && rows.some((row) => row.length > 1)
  const lines = isTable ? rows.map((row) => row.join(' ')) : text.split('\n').filter((line) => line.trim() !== '')
  const keepsAll = isRowEach(lines)
  const left = (place: number): WrittenPerson[] => (keepsAll ? withoutAddress(lines[place] ?? '', place === 0) : [])
  if (!isTable)
    return lines.flatMap((line, place) =>
      hasAt(line) ? (line.match(PIECE) ?? []).filter(hasAt).flatMap(readPiece) : left(place),
    )
  return rows.flatMap((row, line) => {
    const place = row.findIndex(hasAt)
    if (place === -1) return left(line)
    const before = row.slice(0, place).filter(isName)
    const names =
      before.length > 0
        ? before.slice(-2)
        : row
            .slice(place + 1)
            .filter(isName)
            .slice(0, 1)
    return withName(readPiece(row[place] ?? ''), names.join(' '))
  })
}

/**
 * Reads people from whatever was pasted: addresses, names with addresses, columns of a spreadsheet, the export of another program.
 * A list with a row for each also gives those without an address; words around a list are left out.
 */
export const readPeople = (text: string): WrittenPerson[] =>
  readList(text.replace(LAST_FIRST, `$1$2${COMMA}$3`)).map(({ name, email }) => ({
    name: name.replace(COMMA, ', '),
    email,
  }))

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
