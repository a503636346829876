/**
 * The form in which names of groups, categories and themes are told apart: letters of another size or width make no other
 * name, accents do. For finding people whatever accents are typed: `foldSearch`.
 */
export const foldIdentity = (name: string): string => name.normalize('NFKC').toLowerCase()
