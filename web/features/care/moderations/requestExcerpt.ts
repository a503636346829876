import { excerpt } from '../../../../contract/excerpt.ts'
import type { ModeratedPrayer } from '../../../../contract/moderations.ts'

const EXCERPT_LENGTH = 140

/** The words by which staff recognize a request. */
export const requestExcerpt = ({ title, content }: Pick<ModeratedPrayer, 'title' | 'content'>): string =>
  excerpt(title ?? content, EXCERPT_LENGTH)
