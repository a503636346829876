/** Returns the text on one line, cut after `length` characters. */
export function truncate(text: string, length: number): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '))
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : characters.join('')
}
