/** Text as it is, in paragraphs between empty lines. */
export const Paragraphs = ({ text }: { text: string }) =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    // oxlint-disable-next-line react/no-array-index-key -- a paragraph has nothing but its place
    .map((part, index) => <p key={index}>{part}</p>)
