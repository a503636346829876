// The reader of `.env`. Plain JavaScript for any Node that `engines` allows. Node's own reader passes over what it does not
// understand, and the site would be another one than the operator meant.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Pairs of quotation marks that word processors write; what begins and ends with them is meant to be quoted. */
const CURLY = /^[“”„«»‘’‚](.*)[“”«»‘’]$/

/** Returns the text of the file, in the encodings that editors write; undefined for any other. */
function decode(bytes) {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns the value behind the `=` of a line; undefined when it has a quote that does not end, or something behind one. */
function parseValue(text) {
  const quote = /^["'`]/.exec(text)?.[0]
  if (quote !== undefined) {
    const end = text.indexOf(quote, 1)
    if (end === -1 || !/^\s*(?:#.*)?$/.test(text.slice(end + 1))) return undefined
    const value = text.slice(1, end)
    return quote === '"' ? value.replaceAll('\\n', '\n') : value
  }
  const bare = text.replace(/(?:^|\s)#.*$/, '').trim()
  return CURLY.exec(bare)?.[1] ?? bare
}

/**
 * Returns the settings in the content of an `.env`, or `mistake`, a sentence that names a line and never a value, which may be a
 * password.
 */
export function parseEnvFile(bytes) {
  const text = decode(bytes)
  if (text === undefined) return { mistake: '.env has letters that aren’t UTF-8. Save it as UTF-8.' }
  const settings = {}
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (/^\s*(?:#.*)?$/.test(line)) continue
    const [, name, rest] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/.exec(line) ?? []
    if (name === undefined)
      return { mistake: `Line ${at + 1} of .env isn’t a setting. Write NAME=value, or # in front of a remark.` }
    const value = parseValue(rest.trim())
    if (value === undefined)
      return { mistake: `The quotes in line ${at + 1} of .env, ${name}, don’t end where the value ends.` }
    settings[name] = value
  }
  return { settings }
}

/** Reads the `.env` beside package.json; without one there are no settings. */
export function readEnvFile() {
  try {
    return parseEnvFile(readFileSync(fileURLToPath(new URL('../.env', import.meta.url))))
  } catch (error) {
    if (error.code === 'ENOENT') return { settings: {} }
    const isClosed = ['EACCES', 'EPERM'].includes(error.code)
    return {
      mistake: `.env can’t be read (${error.code}).${isClosed ? ' Make the user of the server its owner.' : ''}`,
    }
  }
}
