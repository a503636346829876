import type { Prayer } from '../../../../contract/prayers.ts'

/** Returns what the author wrote of the answer; null while there is none, and for an answer without words. */
export const answerOf = ({ status, latest_update }: Prayer): Prayer['latest_update'] =>
  (status === 'answered' || status === 'answered_differently') && latest_update?.status === status
    ? latest_update
    : null
