// As a browser checks `<input type="email">`, in short: the server decides.
const ADDRESS = /^[^\s@<>"',;]+@[^\s@<>"',;.]+(?:\.[^\s@<>"',;.]+)+$/

/** The addresses of a pasted list, each once, and the first word that is none. `Name <address>` counts as the address. */
export function readAddresses(text: string): { emails: string[]; wrong: string | undefined } {
  const words = text
    .split(/[\n,;]/)
    .flatMap((part) => {
      const [, inside] = part.split(/[<>]/)
      return inside === undefined ? part.trim().split(/\s+/) : [inside.trim()]
    })
    .filter((word) => word !== '')
  const emails = [...new Set(words.map((word) => word.toLowerCase()))]
  return { emails, wrong: emails.find((word) => !ADDRESS.test(word)) }
}
