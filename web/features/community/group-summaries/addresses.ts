import { readAddress } from '../../../../contract/addresses.ts'

/** The addresses of a pasted list, each once, and the first word that is none. `Name <address>` counts as the address. */
export function readAddresses(text: string): { emails: string[]; wrong: string | undefined } {
  const words = text
    .split(/[\n,;]/)
    .flatMap((part) => {
      const [, inside] = part.split(/[<>]/)
      return inside === undefined ? part.trim().split(/\s+/) : [inside.trim()]
    })
    .filter((word) => word !== '')
  const emails = words.map((word) => readAddress(word).address ?? word)
  return { emails: [...new Set(emails)], wrong: words.find((word) => readAddress(word).problem !== undefined) }
}
