import type { Prayer } from '../../../../contract/prayers.ts'

/** True if the author says that the prayer was answered, in whichever way. */
export const isAnswered = ({ status }: Pick<Prayer, 'status'>): boolean =>
  status === 'answered' || status === 'answered_differently'

/** Returns what the author wrote of the answer; null while there is none, and for an answer without words. */
export const answerOf = (prayer: Prayer): Prayer['latest_update'] =>
  isAnswered(prayer) && prayer.latest_update?.status === prayer.status ? prayer.latest_update : null
