import { isRouteErrorResponse } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Failure } from '../api.ts'
import { isBackendProblem } from './BackendReason.tsx'
import { Title } from '../site.tsx'
import { writeToken } from '../token.ts'
import { Arcade } from '../ui/Arcade.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import emptyStateStyles from '../ui/EmptyState.module.css'

function readError(error: unknown): { status: number; code: string; text: string } {
  if (isRouteErrorResponse(error)) {
    const { code = '' } = (error.data ?? {}) as Partial<Failure>
    return { status: error.status, code, text: '' }
  }
  // An error of the page itself has no status; 0 is that of a server that could not be reached.
  const { status = 500, code = '', detail = '', message = '' } = (error ?? {}) as Partial<Failure & Error>
  return { status, code, text: detail || message }
}

/** Shows an error that the page cannot recover from: a missing page, or an unexpected error. */
export default function ErrorScreen({ error }: { error: unknown }) {
  const t = useTranslations('failure')
  const { status, code, text } = readError(error)
  const missing = status === 404 || status === 400
  const backend = /backend service/i.test(text) || isBackendProblem({ status })
  const title = missing ? t('missing') : t('title')
  const why = missing
    ? t(/^prayers\.(not_found|invalid_id)$/.test(code) ? 'missing_prayer' : 'missing_text')
    : t(backend ? 'backend' : 'text')
  return (
    <div id="page-error" className={emptyStateStyles.page}>
      <Title>{title}</Title>
      <meta name="robots" content="noindex" />
      <div>
        <div className={emptyStateStyles.art}>
          <Arcade
            size={[260, 170]}
            sun={0.69}
            arches={[
              [0, 70.6, 69.3],
              [80.6, 98.8, 54.5],
              [189.4, 70.6, 69.3],
            ]}
          />
        </div>
        <h1>{title}</h1>
        <p className="secondary lead">{why}</p>
        <div className="row row--center">
          <ButtonLink variant="primary" to="/">
            {t('home')}
          </ButtonLink>
          {!missing && (
            <Button
              className="needs-js"
              onClick={() => {
                // Words that were written and not sent wait for the same person, as after a session that ended by itself.
                writeToken(null)
                location.reload()
              }}
            >
              {t('reset')}
            </Button>
          )}
        </div>
        {!missing && <p className="small muted needs-js">{t('reset_text')}</p>}
      </div>
    </div>
  )
}
