import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import type { Report } from '../../../../contract/reports.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { Time } from '../../../time.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { AuthorName } from '../review/AuthorName.tsx'
import { LeftWords } from '../review/LeftWords.tsx'
import { rotaQuery } from '../review/queries.ts'
import { writtenIn } from '../review/ReasonFields.tsx'
import { useStaffMutation, useUndoDecisions } from '../review/useStaffMutation.tsx'
import { DecideForm, emptyDecision } from './DecideForm.tsx'
import { HiddenWords, isOfDanger, isUndecided, StatusBadge, TypeBadge } from './ReportParts.tsx'
import { Button, ButtonLink, ButtonRow } from '../../../ui/Button.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import fieldStyles from '../../../ui/Field.module.css'
import styles from './ReportsTab.module.css'

function ClaimPanel({ report }: { report: Report }) {
  const t = useTranslations('reported')
  const { user } = useAuth()
  const { run, isPending: busy, note } = useStaffMutation()
  const { id, assigned_to } = report
  const nameOf = useNameOf()
  const isMine = assigned_to?.id === user?.id
  const release = assigned_to !== null && (isMine || user?.role === 'admin')
  return (
    <>
      {assigned_to && (
        <p className="small secondary">
          {isMine ? t('mine') : t('looked_after', { name: nameOf(assigned_to.display_name) })}
        </p>
      )}
      {note}
      <ButtonRow>
        {assigned_to === null && (
          <Button
            ref={keepFocus}
            aria-disabled={busy || undefined}
            onClick={() => void run('reports.claim', { id }, { done: t('claimed') })}
          >
            {t('claim')}
          </Button>
        )}
        {release && (
          <Button
            ref={keepFocus}
            aria-disabled={busy || undefined}
            onClick={() => void run('reports.release', { id }, { done: t('released') })}
          >
            {t('release')}
          </Button>
        )}
      </ButtonRow>
    </>
  )
}

function DecisionPanel({ report }: { report: Report }) {
  const t = useTranslations('reported')
  const act = useTranslations('act')
  const { undo, isPending: busy } = useUndoDecisions()
  const { decision, decision_reason, decision_id } = report
  return (
    <div className="stack">
      <p>
        <b className="strong">{t(decision === 'none' ? 'do_dismissed' : `do_${decision}`)}</b>
      </p>
      {decision_reason !== null && (
        <p className="secondary as-written" dir="auto">
          {decision_reason}
        </p>
      )}
      {decision_id !== null && (
        <p>
          <Button aria-disabled={busy || undefined} onClick={() => void undo([decision_id])}>
            {act('undo')}
          </Button>{' '}
          <span className={fieldStyles.hint}>{t('undo_until')}</span>
        </p>
      )}
    </div>
  )
}

/** Shows one report: its subject, its assignee and the decision. */
export function ReportPanel({ report, ...form }: ComponentProps<typeof DecideForm>) {
  const t = useTranslations('reported')
  const audience = useTranslations('audience')
  const { user } = useAuth()
  const nameOf = useNameOf()
  const { reported, status, assigned_to } = report
  const { data: rota } = useQuery(rotaQuery)
  const seesCases = rota?.sees_alerts === true
  const left = writtenIn(form.decision.reasons)
  const isDanger = isOfDanger(report)
  const isOpen = isUndecided(report)
  /** A colleague who looks after it, and decides it. */
  const keeper = assigned_to?.id === user?.id || user?.role === 'admin' ? null : assigned_to
  const mayDecide = keeper === null
  return (
    <div className="stack">
      <p className="row row--tight">
        <TypeBadge type={report.report_type} />
        <StatusBadge status={status} />
      </p>
      {isDanger && (
        <Note kind="error" icon="care" title={t('danger')}>
          {t('danger_text')}
        </Note>
      )}
      {isDanger && isOpen && seesCases && (
        <ButtonRow>
          <ButtonLink to={`/admin/care/${report.prayer_request_id}`}>{t('to_case')}</ButtonLink>
        </ButtonRow>
      )}
      {reported === null ? (
        <p className="secondary">{t('closed')}</p>
      ) : (
        <>
          <blockquote className={`serif as-written ${styles.words}`} dir="auto">
            {reported.title !== null && <b className="strong">{reported.title} </b>}
            {reported.content}
          </blockquote>
          <p className="iconline">
            <Icon name={reported.author ? 'user' : 'veil'} />
            <span>
              <AuthorName author={reported.author} pseudonym={reported.pseudonym} /> · {audience(reported.visibility)} ·{' '}
              <Time iso={reported.created_at} />
              {reported.publication === 'hidden' && (
                <>
                  {' '}
                  · <HiddenWords of={report} />
                </>
              )}
            </span>
          </p>
        </>
      )}
      <div>
        <p className="iconline">
          <Icon name="flag" />
          <span className="strong">
            {t('reports', { count: report.also.length + 1 })} · <Time iso={report.created_at} />
          </span>
        </p>
        {report.reason !== '' && (
          <p className="secondary as-written" dir="auto">
            {report.reason}
          </p>
        )}
        {report.also.length > 0 && (
          <ul className={styles.also} data-also="" aria-label={t('also')}>
            {report.also.map((other) => (
              <li key={other.id}>
                <span className="row row--tight">
                  <TypeBadge type={other.report_type} />
                  <span className="small muted">
                    <Time iso={other.created_at} />
                  </span>
                </span>
                {other.reason !== '' && (
                  <p className="secondary as-written" dir="auto">
                    {other.reason}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {isOpen && isDanger && rota && !seesCases && <p className="secondary">{t('danger_of_care')}</p>}
      {isOpen && (!isDanger || seesCases) && <ClaimPanel report={report} />}
      {isOpen && mayDecide && (!isDanger || seesCases) && <DecideForm key={report.id} report={report} {...form} />}
      {!isOpen && <DecisionPanel report={report} />}
      {(!isOpen || !mayDecide) && report.decision_id === null && left !== '' && (
        <LeftWords
          words={left}
          title={isOpen && keeper ? t('looked_after', { name: nameOf(keeper.display_name) }) : undefined}
          onClose={() => form.onChange(emptyDecision)}
        />
      )}
    </div>
  )
}
