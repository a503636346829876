/**
 * Lists what the client was told beside the specification: the name of a row of `docs/departures.md`, and what it does because
 * of it.
 */
export const decided = {
  envelope: 'wraps answers itself: the value as `data`, a failure as `error`',
  'problem documents': 'reads `detail` of an answer that is application/problem+json',
  pages: 'reads `items` of a list that can grow',
  updates: 'expects `updates` on one request and not in lists',
  'prayers of a group': 'expects `prayers` on one group and not in lists',
  'preferences of others': 'expects no `preferences` in the list of users',
  'recent password': 'signs in again before it changes a role, an address or an account',
  'machine-made links': 'expects links that a person sends to be that person’s',
} as const
