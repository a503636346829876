import { endpointQuery } from '../../../query.ts'

/** The reader's own account, with the address and the private text that only the reader sees and edits. */
export const accountQuery = endpointQuery('accounts.own', {}, true)
export const preferencesQuery = (id: string) => endpointQuery('preferences.read', { id }, true)
