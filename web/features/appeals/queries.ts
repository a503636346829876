import { q } from '../../query.ts'

export const appealsQuery = q('appeals.list', {}, true)
