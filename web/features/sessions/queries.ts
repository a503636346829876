import { q } from '../../query.ts'

export const howToSignUp = q('sessions.how_to_sign_up', {})
