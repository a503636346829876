import { endpointQuery } from '../../../query.ts'

export const signUpModeQuery = endpointQuery('sessions.how_to_sign_up', {})
export const devicesQuery = endpointQuery('devices.list', {}, true)
