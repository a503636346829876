import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { OwnDecision } from '../../contract/decisions.ts'
import { notifiedDecisions } from '../../contract/decisions.values.ts'
import { HISTORY_PAGE } from '../../contract/history.values.ts'
import { withMessages } from '../layout/FormMessages.tsx'
import { Loading, More } from '../layout/Loading.tsx'
import { endpointQuery, preload, preloadInBrowser, type RouteQueries, withState } from '../query.ts'
import { Time } from '../time.tsx'
import { SignInGate } from '../features/identity/sessions/SignInGate.tsx'
import { AppealForm } from '../features/care/reports/AppealForm.tsx'
import { Card, CardTitle } from '../ui/Card.tsx'
import { takeLostFocus } from '../ui/takeLostFocus.ts'

const decisionsQuery = (page = 0) => endpointQuery('decisions.own', { ...(page > 0 && { page }) }, true)
const queries: RouteQueries = ({ reader_id }) => (reader_id !== null ? [decisionsQuery()] : [])
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

function DecisionCard({ decision }: { decision: OwnDecision }) {
  const t = useTranslations('decided')
  const authorMessage = useTranslations('to_author')
  const { id, page_id, title, content, template, message, appeal, appeal_outcome, appeal_answer } = decision
  const kind = notifiedDecisions.find((one) => one === decision.decision) ?? 'warned'
  return (
    <Card as="article" className="stack" id={id} tabIndex={-1} aria-labelledby={`${id}h`}>
      <div className="row row--tight">
        <CardTitle id={`${id}h`}>{t(kind)}</CardTitle>
        <span className="small muted">
          <Time iso={decision.decided_at} />
          {decision.is_of_update && <> · {t('of_update')}</>}
        </span>
      </div>
      {template !== null && <p>{authorMessage(template)}</p>}
      {message !== null && (
        <p className="as-written" dir="auto">
          {message}
        </p>
      )}
      <blockquote className="serif as-written" dir="auto">
        {title !== null && <b className="strong">{title} </b>}
        {content}
      </blockquote>
      {kind !== 'removed' && appeal_outcome !== 'overturned' && page_id !== null && (
        <p>
          <Link to={`/prayers/${page_id}`}>{t('to_request')}</Link>
        </p>
      )}
      {appeal !== null && (
        <div>
          <CardTitle as="h3">{t('you_said')}</CardTitle>
          <p className="as-written" dir="auto">
            {appeal}
          </p>
          <p className="secondary">{t(appeal_outcome ?? 'waiting')}</p>
          {appeal_answer !== null && (
            <p className="as-written" dir="auto">
              {appeal_answer}
            </p>
          )}
        </div>
      )}
      {decision.may_appeal && <AppealForm decision={decision} again={['decisions.own']} />}
    </Card>
  )
}

/** Shows a page of the decisions, followed by the next pages. */
function DecisionPage({ page = 0 }: { page?: number }) {
  const t = useTranslations('decided')
  const { hash } = useLocation()
  const query = useQuery({ ...decisionsQuery(page), refetchOnWindowFocus: 'always' })
  const { data } = query
  const shown = useRef('')
  // The link of a notification points to one of them.
  useEffect(() => {
    // Once: what is read anew would take the focus from who writes.
    if (!data || hash === shown.current) return
    const named = data.some(({ id }) => `#${id}` === hash) ? document.getElementById(hash.slice(1)) : null
    if (named || hash === '') shown.current = hash
    named?.scrollIntoView()
    named?.focus()
  }, [data, hash])
  if (!data) {
    return <Loading label={t('loading')} failed={t('failed')} query={query} />
  }
  if (data.length === 0 && page === 0)
    return (
      <Card as="p" className="secondary">
        {t('empty')}
      </Card>
    )
  return (
    <div className="stack" {...(page > 0 && { ref: takeLostFocus, tabIndex: -1 })}>
      {data.map((decision) => (
        <DecisionCard key={decision.id} decision={decision} />
      ))}
      {data.length === HISTORY_PAGE && (
        <More>
          <DecisionPage page={page + 1} />
        </More>
      )}
    </div>
  )
}

function Content() {
  const t = useTranslations('decided')
  return (
    <SignInGate title={t('title')} lead={t('lead')} sign_in={t('sign_in')}>
      <DecisionPage />
    </SignInGate>
  )
}

/** Lists the moderation decisions about the reader's requests, and lets the reader appeal. */
export const Decisions = withMessages(Content, 'decisions')

export default withState(Decisions)
