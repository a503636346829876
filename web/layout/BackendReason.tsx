import { useTranslations } from 'use-intl'
import type { Failure } from '../api.ts'

/** True if the server could not be reached, is unavailable, or something in between answered in its place. */
export const isBackendProblem = ({ status, code }: { status: number; code: string }): boolean =>
  status === 502 || status === 503 || code === 'client.offline' || code === 'client.unreadable'

/** Says why something could not be loaded, where that is the connection to the server. */
export function BackendReason({ error }: { error: Failure | null }) {
  const t = useTranslations('failure')
  return error && isBackendProblem(error) ? t('backend') : null
}
