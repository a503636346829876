// Limits that several features count with.
import { MINUTE, defineLimit } from '../../../http/limits/rate-limit.ts'

export const signInFailuresOfMember = defineLimit('sign_in_failures_of_member', 10, 5 * MINUTE)
export const secondFactorFailures = defineLimit('second_factor_failures', 10, 5 * MINUTE)
export const mailRequestsOfMember = defineLimit('mail_requests_of_member', 5, 30 * MINUTE)
