import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { excerpt } from '../../../../contract/excerpt.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import type { Report } from '../../../../contract/reports.ts'
import { reportStatuses, reportTypes } from '../../../../contract/reports.values.ts'
import { Pagination } from '../../../layout/Pagination.tsx'
import { readPage } from '../../../layout/pages.ts'
import { oneOf } from '../../../layout/oneOf.ts'
import { useMedia } from '../../../layout/useMedia.ts'
import { Nothing, QueryStatus } from '../../../layout/QueryStatus.tsx'
import { Time } from '../../../time.tsx'
import { useKeptWords } from '../../../useKeptWords.ts'
import { SelectAll, SelectOne } from '../../../ui/SelectAll.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { AuthorName } from '../review/AuthorName.tsx'
import { LeftWords } from '../review/LeftWords.tsx'
import { emptyReasons, writtenIn } from '../review/ReasonFields.tsx'
import { type Decision, emptyDecision } from './DecideForm.tsx'
import { PAGE_SIZE, reportQuery, reportsQuery } from './queries.ts'
import { HiddenWords, isOfDanger, isUndecided, reportExcerpt, StatusBadge, TypeBadge } from './ReportParts.tsx'
import { ReportPanel } from './ReportPanel.tsx'
import { ReportsBar } from './ReportsBar.tsx'
import { Table } from '../../../ui/Table.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Options, Select } from '../../../ui/Select.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import dialogStyles from '../../../ui/Dialog.module.css'
import fieldStyles from '../../../ui/Field.module.css'
import segmentedStyles from '../../../ui/Segmented.module.css'
import tableStyles from '../../../ui/Table.module.css'
import styles from './ReportsTab.module.css'

const selectableOf = (items: Report[]): string[] =>
  items.filter((report) => isUndecided(report) && !isOfDanger(report)).map(({ id }) => id)

/** On a screen as wide as this, a report stands beside the list. */
const WIDE_SCREEN = '(min-width: 1280px)'

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
  const nameOf = useNameOf()
  const undecided = items.filter(isUndecided)
  const selectable = selectableOf(items)
  return (
    <Table queue name={desk('reports')}>
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
                  <SelectOne
                    label={desk('select', { name: excerpt(words, 40) })}
                    id={id}
                    selected={selected}
                    onChange={setSelected}
                  />
                )}
                {undecided.includes(report) && isOfDanger(report) && (
                  <span className={styles.locked} title={t('danger_locked')}>
                    <Icon name="lock" />
                    <span className="vh">{t('danger_locked')}</span>
                  </span>
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
                  className={`${tableStyles.queueWords} serif`}
                  dir="auto"
                  aria-expanded={open === id}
                  onClick={() => onOpen(id)}
                >
                  {words}
                </button>
                {reported && (
                  <span className="small muted">
                    <AuthorName author={reported.author} pseudonym={reported.pseudonym} /> ·{' '}
                    {reported.publication === 'hidden' ? <HiddenWords of={report} /> : audience(reported.visibility)}
                  </span>
                )}
              </td>
              <td className="small secondary">
                <Time iso={report.created_at} />
                {report.is_overdue && (
                  <Badge tone="warning" className={tableStyles.queueBadge}>
                    {desk('overdue')}
                  </Badge>
                )}
              </td>
              <td>
                <StatusBadge status={status} />
                {assigned_to && (
                  <span className="small muted">
                    {' '}
                    <bdi>{nameOf(assigned_to.display_name)}</bdi>
                  </span>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
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
    <div className={styles.filters}>
      <fieldset className={fieldStyles.field}>
        <legend className="vh">{t('status')}</legend>
        <div className={segmentedStyles.segmented}>
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
      <label className={fieldStyles.field}>
        <span className="vh">{t('type')}</span>
        <Select
          value={oneOf(reportTypes, search.get('type')) ?? ''}
          onChange={({ target }) => set('type', target.value)}
        >
          <option value="">{t('all_types')}</option>
          <Options of={reportTypes.map((one) => [one, type(one)])} />
        </Select>
      </label>
    </div>
  )
}

interface Opened {
  title: string
  heading: RefObject<HTMLHeadingElement | null>
  onClose: () => void
  children: ReactNode
}

/** The opened report, beside the table. */
function Beside({ title, heading, onClose, children }: Opened) {
  const t = useTranslations('field')
  return (
    <Card as="section" className={styles.panel} aria-label={title}>
      <div className={dialogStyles.head}>
        <CardTitle ref={heading} tabIndex={-1}>
          {title}
        </CardTitle>
        <IconButton aria-label={t('close')} onClick={onClose}>
          <Icon name="x" />
        </IconButton>
      </div>
      {children}
    </Card>
  )
}

/** Which reports of a list are selected; those of another list are not. */
function useSelected(list: string, items: Report[]) {
  const [chosen, setChosen] = useState<{ list: string; ids: string[] }>({ list, ids: [] })
  // A colleague may have decided some meanwhile, and others are not on this page.
  const selectable = selectableOf(items)
  const ofList = chosen.list === list ? chosen.ids : []
  const selected = ofList.filter((id) => selectable.includes(id))
  return {
    selected,
    areAllGone: ofList.length > 0 && selected.length === 0,
    setSelected: (ids: string[]) => setChosen({ list, ids }),
  }
}

/** The report that is open. One that is not, or no longer, in the list stays open. `items`: undefined while they load. */
function useOpened(items: Report[] | undefined, first: string | null) {
  const [open, setOpen] = useState(first)
  const listed = items?.find(({ id }) => id === open)
  const alone = useQuery({ ...reportQuery(open ?? ''), enabled: open !== null && items !== undefined && !listed })
  const [last, setLast] = useState<Report>()
  if (listed && listed !== last) setLast(listed)
  const report = listed ?? alone.data ?? (last?.id === open && !alone.isError ? last : undefined)
  return { open, setOpen, listed, alone, report }
}

/** The decisions that are not saved yet, by report. They outlive a session that ends. */
function useDecisions() {
  const kept = useKeptWords<Record<string, Decision>>('decisions', {})
  // One report may be decided while another is written about.
  const latest = useRef(kept)
  useEffect(() => {
    latest.current = kept
  })
  return {
    decisionOf: (id: string): Decision => kept.words[id] ?? emptyDecision,
    setDecision: (id: string, decision: Decision): void => {
      const all = Object.entries({ ...latest.current.words, [id]: decision })
      const begun = all.filter(([, one]) => one.outcome !== null || writtenIn(one.reasons) !== '')
      latest.current.change(Object.fromEntries(begun))
    },
  }
}

/** Lists the reports: danger first, then undecided ones, the oldest first. */
export function ReportsTab() {
  const t = useTranslations('reported')
  const [search] = useSearchParams()
  const wide = useMedia(WIDE_SCREEN)
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const { decisionOf, setDecision } = useDecisions()
  const page = readPage(search)
  const filter = {
    status: oneOf(reportStatuses, search.get('status')),
    report_type: oneOf(reportTypes, search.get('type')),
  }
  const loaded = useQuery({
    ...reportsQuery({ ...filter, page }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  })
  const { data } = loaded
  const { selected, areAllGone, setSelected } = useSelected(JSON.stringify({ ...filter, page }), data?.items ?? [])
  const [reasons, setReasons] = useState(emptyReasons)
  // Today leads to one report.
  const { open, setOpen, listed, alone, report } = useOpened(data?.items, search.get('open'))
  const shown = report?.id
  // The panel stands beside the table, after all its rows.
  useEffect(() => {
    if (shown !== undefined) heading.current?.focus()
  }, [shown])
  const title =
    listed && data ? t('one_of', { n: data.items.indexOf(listed) + 1, count: data.items.length }) : t('report')
  const find = (selector: string) => top.current?.querySelector<HTMLElement>(selector)
  const close = () => {
    // Its row may have left the list.
    ;(find('[aria-expanded=true]') ?? find('input:checked'))?.focus()
    setOpen(null)
  }
  const panel = report && (
    <ReportPanel
      report={report}
      decision={decisionOf(report.id)}
      onChange={(decision) => setDecision(report.id, decision)}
      onDecided={() => {
        setDecision(report.id, emptyDecision)
        // The dialog would cover the toast with the undo button.
        dialog.current?.close()
        // The button that was pressed is gone.
        heading.current?.focus()
      }}
    />
  )
  return (
    <div className="stack" ref={top}>
      <Filters counts={data?.counts} />
      <output className="small muted">{data && t('reports', { count: data.total })}</output>
      {!data && <QueryStatus query={loaded} />}
      {data && open !== null && !report && <QueryStatus query={alone} />}
      {open !== null && !report && writtenIn(decisionOf(open).reasons) !== '' && (
        <LeftWords
          words={writtenIn(decisionOf(open).reasons)}
          onClose={() => {
            setDecision(open, emptyDecision)
            setOpen(null)
          }}
        />
      )}
      {selected.length > 0 && (
        <ReportsBar
          items={data?.items ?? []}
          selected={selected}
          onClear={() => setSelected([])}
          reasons={reasons}
          setReasons={setReasons}
        />
      )}
      {data && areAllGone && !loaded.isPlaceholderData && writtenIn(reasons) !== '' && (
        <LeftWords
          words={writtenIn(reasons)}
          onClose={() => {
            setReasons(emptyReasons)
            setSelected([])
          }}
        />
      )}
      {data?.items.length === 0 && <Nothing>{t('empty')}</Nothing>}
      {data && (report || data.items.length > 0) && (
        <div className={report && wide ? `${styles.layout} ${styles.open}` : styles.layout}>
          {data.items.length > 0 && (
            <div className={tableStyles.wrap}>
              <Rows items={data.items} open={open} onOpen={setOpen} selected={selected} setSelected={setSelected} />
            </div>
          )}
          {report && wide && (
            <Beside title={title} heading={heading} onClose={close}>
              {panel}
            </Beside>
          )}
          {report && !wide && (
            <Dialog ref={dialog} title={title} onClose={close}>
              {panel}
            </Dialog>
          )}
        </div>
      )}
      {data && (
        <Pagination
          label={t('pages')}
          before={t('previous')}
          after={t('next')}
          has_more={(page + 1) * PAGE_SIZE < data.total}
        />
      )}
    </div>
  )
}
