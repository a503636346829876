import { HOUR, defineLimit } from '../../../http/limits/rate-limit.ts'

export const exportsOfMember = defineLimit('exports_of_member', 5, HOUR)
