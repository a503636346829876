/** True in `npm run test:all`, which tries everything in full; `npm test` tries enough to notice a fault. */
export const isFull = process.env.TEST_DEPTH === 'full'

const choose = (usual: number, full: number): number => (isFull ? full : usual)

/** How often something is repeated, in `npm test` and in `npm run test:all`. */
export const depth = {
  /** Rounds of requests that race each other. */
  race_rounds: choose(30, 1000),
  /** The same over HTTP, of three acts against three. */
  http_rounds: choose(18, 90),
  /** Requests that are written and deleted while processes read them from a replica. */
  replica_turns: choose(5, 25),
  /** People of one parish who sign in over one address. */
  parish: choose(100, 300),
  /** People who pray for one request at once. */
  crowd: choose(50, 200),
  /** Requests of every kind that are made from the contract. `npm run fuzz` sends more. */
  fuzz_requests: choose(500, 5000),
  /** Processes that are killed one after the other while they hand mails in. */
  mail_kills: choose(2, 6),
  /** Restores and moves that are killed at their work. */
  cuts: choose(1, 8),
  /** Newest migrations from whose sites an upgrade is tried, beside the releases. */
  upgrades: choose(2, Infinity),
  /** Pairs of bytes of a backup that are changed. */
  changed_pairs: choose(20, 300),
  /** One in so many bytes of its seal is changed. */
  seal_step: choose(4, 1),
  /** Requests of two large groups, half in each, and the members of one. */
  group_requests: choose(12_000, 200_000),
  group_members: choose(3000, 50_000),
  /** Requests of a site whose query plans are read. */
  planned_rows: choose(6000, 20_000),
} as const
