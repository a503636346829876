import type { Prayer } from '../../../../contract/prayers.ts'

/** True for the author of a request that was held for danger: its page says who can help. */
export const isHeldForDanger = ({ is_mine, publication, held_reason }: Prayer): boolean =>
  is_mine && publication === 'held' && held_reason === 'crisis'

/** Address of that page. */
export const heldPath = (id: string): string => `/prayers/${id}/held`
