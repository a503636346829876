import { endpointQuery } from '../../../query.ts'

/** One's own account, with the address and the words that only oneself reads and changes. */
export const accountQuery = endpointQuery('accounts.own', {}, true)
