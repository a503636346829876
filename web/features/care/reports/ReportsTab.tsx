import '../../../styles/care.css'
import '../../../styles/review.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Report } from '../../../../contract/reports.ts'
import { reportStatuses, reportTypes } from '../../../../contract/reports.values.ts'
import { call } from '../../../api.ts'
import { Loading } from '../../../layout/Loading.tsx'
import { Time } from '../../../time.tsx'
import { SelectAll } from '../../../ui/SelectAll.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { AuthorName } from '../review/AuthorName.tsx'
import { emptyReasons, ReasonFields } from '../review/ReasonFields.tsx'
import { useStaffAction } from '../review/useStaffAction.ts'
import { PAGE_SIZE, reportsQuery } from './queries.ts'
import { reportExcerpt, StatusBadge, TypeBadge } from './ReportParts.tsx'
import { ReportPanel } from './ReportPanel.tsx'

const oneOf = <Value extends string>(values: readonly Value[], given: string | null): Value | undefined =>
  values.find((value) => value === given)

const WIDE_SCREEN = '(min-width: 1280px)'
/** Whether there is room for a report beside the list. */
const useIsWideScreen = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(WIDE_SCREEN)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(WIDE_SCREEN).matches,
    () => false,
  )

interface Selection {
  selected: string[]
  setSelected: (ids: string[]) => void
}

function Rows({
  items,
  open,
  onOpen,
  selected,
  setSelected,
}: Selection & { items: Report[]; open: string | null; onOpen: (id: string) => void }) {
  const t = useTranslations('reported')
  const desk = useTranslations('staff')
  const audience = useTranslations('audience')
  const selectable = items.filter(({ status }) => status === 'open' || status === 'in_review').map(({ id }) => id)
  return (
    <table className="table desk__table">
      <thead>
        <tr>
          <th scope="col">
            <SelectAll label={desk('select_all')} ids={selectable} selected={selected} onChange={setSelected} />
          </th>
          <th scope="col">{t('report')}</th>
          <th scope="col">{t('received')}</th>
          <th scope="col">{t('status')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((report) => {
          const { id, reported, status, assigned_to } = report
          const words = reportExcerpt(report) ?? t('closed')
          return (
            <tr key={id} data-open={open === id || undefined}>
              <td>
                {selectable.includes(id) && (
                  <input
                    type="checkbox"
                    aria-label={desk('select', { name: words.slice(0, 40) })}
                    checked={selected.includes(id)}
                    onChange={({ target }) =>
                      setSelected(target.checked ? [...selected, id] : selected.filter((one) => one !== id))
                    }
                  />
                )}
              </td>
              <td>
                <span className="row row--tight">
                  <TypeBadge type={report.report_type} />
                  {[...new Set(report.also.map((other) => other.report_type))]
                    .filter((type) => type !== report.report_type)
                    .map((type) => (
                      <TypeBadge key={type} type={type} />
                    ))}
                  {report.also.length > 0 && (
                    <span className="small muted">{t('reports', { count: report.also.length + 1 })}</span>
                  )}
                </span>
                <button
                  type="button"
                  className="desk__words serif"
                  dir="auto"
                  aria-expanded={open === id}
                  onClick={() => onOpen(id)}
                >
                  {words}
                </button>
                {reported && (
                  <span className="small muted">
                    <AuthorName author={reported.author} pseudonym={reported.pseudonym} /> ·{' '}
                    {reported.publication === 'hidden' ? t('is_hidden') : audience(reported.visibility)}
                  </span>
                )}
              </td>
              <td className="small secondary">
                <Time iso={report.created_at} />
                {report.is_overdue && <span className="badge badge--warning">{desk('overdue')}</span>}
              </td>
              <td>
                <StatusBadge status={status} />
                {assigned_to && (
                  <span className="small muted">
                    {' '}
                    <bdi>{assigned_to.display_name}</bdi>
                  </span>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** What can be done with several reports at once. */
function Bulk({ items, selected, setSelected }: Selection & { items: Report[] }) {
  const t = useTranslations('reported')
  const desk = useTranslations('staff')
  const { busy, problem, act } = useStaffAction()
  const [dismissing, setDismissing] = useState(false)
  const [reasons, setReasons] = useState(emptyReasons)
  const [missing, setMissing] = useState(false)
  const count = selected.length
  // One for each person, however many are decided as one.
  const reports = items.filter(({ id }) => selected.includes(id)).reduce((sum, { also }) => sum + 1 + also.length, 0)

  async function claim() {
    const done = await act(async () => {
      for (const id of selected) {
        const { error } = await call('reports.claim', { id })
        if (error) return { error }
      }
      return { error: null }
    }, t('claimed'))
    if (done) setSelected([])
  }
  async function dismiss() {
    const decision_reason = reasons.reason.trim()
    if (decision_reason === '') return setMissing(true)
    const decision_ids: (string | null | undefined)[] = []
    const done = await act(async () => {
      for (const id of selected) {
        const also = items.find((report) => report.id === id)?.also.map((other) => other.id)
        const { data, error } = await call('reports.decide', { id, also, status: 'dismissed', decision_reason })
        if (error) return { error }
        decision_ids.push(data.decision_id)
      }
      return { error: null, decision_ids }
    }, t('done_dismissed'))
    if (done) setSelected([])
  }
  return (
    <section className="bulk" aria-label={desk('selected', { count })}>
      <output>{desk('selected', { count })}</output>
      {!dismissing && (
        <>
          <button type="button" className="btn btn--sm" aria-disabled={busy || undefined} onClick={() => void claim()}>
            {t('claim')}
          </button>
          <button type="button" className="btn btn--sm" onClick={() => setDismissing(true)}>
            {t('do_dismissed')}
          </button>
        </>
      )}
      <button type="button" className="iconbtn" aria-label={desk('clear')} onClick={() => setSelected([])}>
        <Icon name="x" />
      </button>
      {problem !== null && (
        <Note kind="error" icon="error" title={desk('not_done')}>
          {problem}
        </Note>
      )}
      {dismissing && (
        <div className="bulk__form stack">
          <p>{t('dismiss_many', { count: reports })}</p>
          <ReasonFields value={reasons} missing={missing} tells={false} onChange={setReasons} />
          <div className="row btn-row-mobile">
            <button
              type="button"
              className="btn btn--primary"
              aria-disabled={busy || undefined}
              onClick={() => void dismiss()}
            >
              {t('do_dismissed')}
            </button>
            <button type="button" className="btn btn--secondary" onClick={() => setDismissing(false)}>
              {desk('cancel')}
            </button>
          </div>
        </div>
      )}
    </section>
  )
}

function Filters({ counts }: { counts: { open: number; in_review: number } | undefined }) {
  const t = useTranslations('reported')
  const type = useTranslations('report')
  const desk = useTranslations('staff')
  const [search, setSearch] = useSearchParams()
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    next.delete('page')
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { preventScrollReset: true })
  }
  const status = oneOf(reportStatuses, search.get('status')) ?? ''
  return (
    <div className="desk__filters">
      <fieldset className="field">
        <legend className="vh">{t('status')}</legend>
        <div className="segmented">
          {(['', ...reportStatuses] as const).map((one) => (
            <label key={one}>
              <input
                className="vh"
                type="radio"
                name="status"
                checked={status === one}
                onChange={() => set('status', one)}
              />
              {one === '' ? t('all') : t(one)}
              {(one === 'open' || one === 'in_review') && counts && counts[one] > 0 && (
                <span className="num">{desk('number', { count: counts[one] })}</span>
              )}
            </label>
          ))}
        </div>
      </fieldset>
      <label className="field">
        <span className="vh">{t('type')}</span>
        <select
          className="select"
          value={oneOf(reportTypes, search.get('type')) ?? ''}
          onChange={({ target }) => set('type', target.value)}
        >
          <option value="">{t('all_types')}</option>
          {reportTypes.map((one) => (
            <option key={one} value={one}>
              {type(one)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

/** The reports: danger first, then what is not decided, the longest first. */
export function ReportsTab() {
  const t = useTranslations('reported')
  const desk = useTranslations('staff')
  const [search, setSearch] = useSearchParams()
  const wide = useIsWideScreen()
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState<string | null>(null)
  const [selected, setSelected] = useState<string[]>([])
  const page = Math.max(0, Number(search.get('page') ?? 0) || 0)
  const filter = {
    status: oneOf(reportStatuses, search.get('status')),
    report_type: oneOf(reportTypes, search.get('type')),
  }
  const { data, isError, fetchStatus, refetch } = useQuery({
    ...reportsQuery({ ...filter, page }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  })
  const toPage = (next: number) => {
    const query = new URLSearchParams(search)
    query.set('page', String(next))
    setSearch(query)
  }
  const report = data?.items.find(({ id }) => id === open)
  const title = report && data ? t('one_of', { n: data.items.indexOf(report) + 1, count: data.items.length }) : ''
  return (
    <div className="stack">
      <Filters counts={data?.counts} />
      {!data && (
        <Loading
          label={desk('loading')}
          failed={isError ? desk('failed') : undefined}
          paused={fetchStatus === 'paused'}
          retry={() => void refetch()}
        />
      )}
      {selected.length > 0 && <Bulk items={data?.items ?? []} selected={selected} setSelected={setSelected} />}
      {data?.items.length === 0 && <p className="card secondary">{t('empty')}</p>}
      {data && data.items.length > 0 && (
        <div className={report && wide ? 'desk__layout desk__layout--open' : 'desk__layout'}>
          <div className="table-wrap">
            <Rows items={data.items} open={open} onOpen={setOpen} selected={selected} setSelected={setSelected} />
          </div>
          {report && wide && (
            <section className="card desk__panel" aria-label={title}>
              <div className="dialog__head">
                <h2 className="card__title">{title}</h2>
                <button type="button" className="iconbtn" aria-label={desk('close')} onClick={() => setOpen(null)}>
                  <Icon name="x" />
                </button>
              </div>
              <ReportPanel report={report} />
            </section>
          )}
          {report && !wide && (
            <Dialog ref={dialog} title={title} close={desk('close')} onClose={() => setOpen(null)}>
              {/* In front of the page it would cover the way to take it back. */}
              <ReportPanel report={report} onDecided={() => dialog.current?.close()} />
            </Dialog>
          )}
        </div>
      )}
      {data && data.total > PAGE_SIZE && (
        <nav className="row" aria-label={t('pages')}>
          {page > 0 && (
            <button type="button" className="btn btn--secondary" onClick={() => toPage(page - 1)}>
              {t('previous')}
            </button>
          )}
          {(page + 1) * PAGE_SIZE < data.total && (
            <button type="button" className="btn btn--secondary" onClick={() => toPage(page + 1)}>
              {t('next')}
            </button>
          )}
        </nav>
      )}
    </div>
  )
}
