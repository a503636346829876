/** Normalizes a name for uniqueness: letters of another case or width do not make another name. */
export const foldIdentity = (name: string): string => name.normalize('NFKC').toLowerCase()
