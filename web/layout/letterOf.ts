/**
 * Returns the key of a shortcut in lower case. A keyboard of another script, such as an Arabic or Korean one, gives the letter or digit
 * that a Latin one has in its place.
 */
export const letterOf = ({ key, code }: { key: string; code: string }): string =>
  (key > '~' ? code.replace('Key', '').replace('Digit', '') : key).toLowerCase()
