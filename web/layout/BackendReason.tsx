import { useTranslations } from 'use-intl'
import type { Failure } from '../api.ts'

/** True if the server could not be reached (0), is unavailable, or something in between answered in its place (502). */
export const isBackendProblem = ({ status }: { status: number }): boolean => [0, 502, 503].includes(status)

/** Says why something could not be loaded, where that is the connection to the server. */
export function BackendReason({ error }: { error: Failure | null }) {
  const t = useTranslations('failure')
  return error && isBackendProblem(error) ? t('backend') : null
}
