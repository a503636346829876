/** The form in which names of things are kept apart: letters of another size or width make no other name. */
export const foldIdentity = (name: string): string => name.normalize('NFKC').toLowerCase()
