import type { Result } from '../../api.ts'

/** Does what needs the password of the last minutes: asks for it when the server does, and tries again. */
export type Confirmed = <T>(act: () => Promise<Result<T>>) => Promise<Result<T>>
