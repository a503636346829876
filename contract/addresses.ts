import { removeInvisible } from './lines.ts'
import { cleanPasted } from './pasted.ts'
import { MAX_EMAIL_LENGTH } from './users.values.ts'

/** Why a text is no email address; each has a sentence. */
export const addressProblems = [
  'empty',
  'no_at',
  'space',
  'many_at',
  'no_name',
  'no_ending',
  'dots',
  'sign',
  'domain',
  'too_long',
] as const
export type AddressProblem = (typeof addressProblems)[number]

/** An address as it is stored and compared; or what is wrong, with the sign that no address has. */
export type AddressReading =
  | { address: string; problem?: never }
  | { problem: AddressProblem; sign?: string; address?: never }

/** UTF-16 units that are read: an address with a name before it. */
const MAX_WRITTEN_LENGTH = 1000
// As keyboards of Chinese and Japanese write a to z, digits, dot and @.
const FULL_WIDTH = /[\uff01-\uff5e]/g
const FULL_WIDTH_OFFSET = 0xfe_e0
const IDEOGRAPHIC_DOT = /[\u3002\uff61]/g
// RFC 5322 (dot-atom) and RFC 6531; of what is beyond ASCII, letters, marks and digits.
const NOT_IN_NAME = /[^\u200d\u200c\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]/u
const NOT_IN_DOMAIN = /[^\u200d\u200c\p{L}\p{M}\p{N}.\u00b7\u30fb-]/u
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
const ENDING = /^(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/

/**
 * The domain in ASCII (IDNA: `пример.рф` is `xn--e1afmkfd.xn--p1ai`), so that its spellings are one and look-alikes stay two;
 * undefined when no domain is so called.
 */
function toAsciiDomain(domain: string): string | undefined {
  let ascii: string
  try {
    ascii = new URL(`http://${domain}`).hostname
  } catch {
    return undefined
  }
  const labels = ascii.split('.')
  return labels.every((label) => LABEL.test(label)) && ENDING.test(labels.at(-1) ?? '') ? ascii : undefined
}

/**
 * Reads an email address as people write and paste it: with a name, `mailto:`, invisible signs or full-width letters. It is
 * stored in lower case and NFC, with the domain in ASCII.
 */
export function readAddress(written: string): AddressReading {
  if (written.length > MAX_WRITTEN_LENGTH) return { problem: 'too_long' }
  const bare = removeInvisible(cleanPasted(written, { lines: false }))
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .trim()
  const [, inside] = bare.endsWith('>') ? bare.slice(0, -1).split('<') : []
  const text = (inside ?? bare).trim().replace(/^mailto:/i, '')
  if (text === '') return { problem: 'empty' }
  const [name = '', whole = '', ...others] = text.split('@')
  if (!text.includes('@')) return { problem: 'no_at' }
  if (/\s/.test(text)) return { problem: 'space' }
  if (others.length > 0) return { problem: 'many_at' }
  if (name === '') return { problem: 'no_name' }
  const dotted = whole.replace(IDEOGRAPHIC_DOT, '.')
  const shorter = dotted.slice(0, -1)
  // The end of a sentence or of a place in a list.
  const domain = /[.,;]$/.test(dotted) && shorter.includes('.') ? shorter : dotted
  if (!domain.includes('.') || domain.endsWith('.')) return { problem: 'no_ending' }
  if (/^\.|\.\.|\.$/.test(name) || /^\.|\.\./.test(domain)) return { problem: 'dots' }
  const sign = NOT_IN_NAME.exec(name) ?? NOT_IN_DOMAIN.exec(domain)
  if (sign) return { problem: 'sign', sign: sign[0] }
  const ascii = toAsciiDomain(domain)
  if (ascii === undefined) return { problem: 'domain' }
  const address = `${name.toLowerCase().normalize('NFC')}@${ascii}`
  return new TextEncoder().encode(address).length > MAX_EMAIL_LENGTH ? { problem: 'too_long' } : { address }
}

/** The address under which an account is looked up: any text is one, so that nobody learns which addresses are none. */
export const toLookupAddress = (written: string): string => readAddress(written).address ?? written.trim().toLowerCase()

/**
 * The mailbox that a stored address leads to with most providers, without a tag (`+…`) and dots before the @: what strangers have sent to
 * somebody is counted by it. No address to write to.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at)
  const tag = name.indexOf('+', 1)
  return (tag === -1 ? name : name.slice(0, tag)).replaceAll('.', '') + address.slice(at)
}
