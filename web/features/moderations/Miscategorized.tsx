import '../../styles/care.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Category } from '../../../contract/categories.ts'
import type { Output } from '../../../contract/schemas.ts'
import { call } from '../../api.ts'
import { Loading } from '../../layout/Loading.tsx'
import { q } from '../../query.ts'
import { Title } from '../../site.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { announce } from '../../ui/Toast.tsx'
import { categoriesQuery, useCategoryName } from '../categories/useCategoryName.ts'
import { useStaffAct } from '../decisions/useStaffAct.ts'
import { StaffWords } from './StaffWords.tsx'

const doubted = q('classifications.doubted', { pageSize: 100 }, true)
const byMachine = q('classifications.machine_links', { pageSize: 100 }, true)
const MOST = 10
// 1–9 and then letters that mean nothing else here.
const KEYS = '123456789bcdefghimopqrtuvwxyz'
const keyOf = (index: number): string | undefined => KEYS[index]

type Doubted = Pick<
  Output<'classifications.doubted'>['items'][number],
  'id' | 'title' | 'content' | 'language' | 'categories'
> & {
  doubts: Output<'classifications.doubted'>['items'][number]['doubts']
}

function Keys() {
  const t = useTranslations('sorting')
  return (
    <ul className="keys" aria-label={t('keys')}>
      <li>
        <kbd>A</kbd> {t('accept')}
      </li>
      <li>
        <kbd>1</kbd>–<kbd>9</kbd> {t('toggle')}
      </li>
      <li>
        <kbd>S</kbd> {t('save')}
      </li>
      <li>
        <kbd>N</kbd> {t('next')}
      </li>
      <li>
        <kbd>K</kbd> {t('back')}
      </li>
    </ul>
  )
}

function useKeys(on: (key: string) => boolean): void {
  const latest = useRef(on)
  useEffect(() => {
    latest.current = on
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target as Element
      const isTyped = target.closest('input:not([type="checkbox"]), select, textarea, dialog') !== null
      if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return
      if (latest.current(event.key.toLowerCase())) event.preventDefault()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

/** One request, its categories, and three things to do with a key each. */
function Review({ items, categories }: { items: Doubted[]; categories: Category[] }) {
  const t = useTranslations('sorting')
  const nameOf = useCategoryName()
  const { busy, problem, act } = useStaffAct()
  // What was looked at stays in its place, also when the list is read anew.
  const [queue] = useState(() => items)
  const [place, setPlace] = useState(0)
  const [chosen, setChosen] = useState<Record<string, string[]>>({})
  const [done, setDone] = useState<string[]>([])
  const words = useRef<HTMLHeadingElement>(null)
  const item = queue[place]
  const ids = item ? (chosen[item.id] ?? item.categories.map(({ id }) => id)) : []

  const go = (to: number) => {
    setPlace(Math.min(Math.max(0, to), queue.length))
    words.current?.focus()
  }
  async function keep() {
    if (!item || busy || ids.length === 0) return
    const saved = await act(() => call('classifications.replace_links', { id: item.id, categoryIds: ids }), t('saved'))
    if (!saved) return
    setDone((known) => [...known, item.id])
    go(place + 1)
  }
  const toggle = (id: string) => {
    if (!item) return
    const on = ids.includes(id)
    if (!on && ids.length >= MOST) return
    const next = on ? ids.filter((one) => one !== id) : [...ids, id]
    setChosen({ ...chosen, [item.id]: next })
    const category = categories.find((one) => one.id === id)
    if (category) announce(t(on ? 'taken_off' : 'put_on', { name: nameOf(category) }))
  }
  useKeys((key) => {
    if (key === 'a' || key === 's') void keep()
    else if (key === 'n' || key === 'j') go(place + 1)
    else if (key === 'k') go(place - 1)
    else {
      const category = categories[KEYS.indexOf(key)]
      if (key.length !== 1 || !KEYS.includes(key) || !category || !item) return false
      toggle(category.id)
    }
    return true
  })

  if (!item) {
    return (
      <div className="card stack">
        <h2 ref={words} tabIndex={-1}>
          {t('end')}
        </h2>
        <p className="secondary">{t('looked_at', { count: done.length })}</p>
        {queue.length > 0 && (
          <div className="row">
            <button type="button" className="btn btn--secondary" onClick={() => go(0)}>
              {t('again')}
            </button>
          </div>
        )}
      </div>
    )
  }
  return (
    <article className="card stack">
      <h2 className="card__title" ref={words} tabIndex={-1}>
        {t('place', { n: place + 1, count: queue.length })}
      </h2>
      <p className="row row--tight">
        {item.doubts.map((doubt) => (
          <span key={doubt} className="badge badge--warning">
            {t(`doubt_${doubt}`)}
          </span>
        ))}
        {done.includes(item.id) && <span className="badge badge--success">{t('is_saved')}</span>}
      </p>
      <div className="serif held__text" dir="auto" lang={item.language ?? undefined}>
        {item.title !== null && <b className="strong">{item.title} </b>}
        {item.content}
      </div>
      {problem !== null && <Note kind="error" icon="error" title={problem} />}
      <fieldset className="chips" aria-label={t('categories')}>
        {categories.map((category, index) => {
          const on = ids.includes(category.id)
          const key = keyOf(index)
          return (
            <button
              key={category.id}
              type="button"
              className="chip"
              aria-pressed={on}
              aria-keyshortcuts={key}
              onClick={() => toggle(category.id)}
            >
              {on && <Icon name="check" />}
              {nameOf(category)}
              {key !== undefined && <kbd aria-hidden="true">{key.toUpperCase()}</kbd>}
            </button>
          )
        })}
      </fieldset>
      {ids.length === 0 && <p className="hint">{t('choose_one')}</p>}
      <div className="row btn-row-mobile">
        <button
          type="button"
          className="btn btn--primary"
          aria-disabled={busy || ids.length === 0 || undefined}
          onClick={() => void keep()}
        >
          {t(chosen[item.id] === undefined ? 'accept' : 'save')}
        </button>
        <button type="button" className="btn btn--secondary" onClick={() => go(place + 1)}>
          {t('next')}
        </button>
        {place > 0 && (
          <button type="button" className="btn btn--secondary" onClick={() => go(place - 1)}>
            {t('back')}
          </button>
        )}
      </div>
    </article>
  )
}

/** The links of the machine, by request: what it was sure of is looked at in the same way. */
function toItems(links: Output<'classifications.machine_links'>['items']): Doubted[] {
  const items = new Map<string, Doubted>()
  for (const { prayer_request_id: id, prayer_title, category_id, category_name, confidence } of links) {
    const item = items.get(id) ?? { id, title: null, content: prayer_title, language: null, categories: [], doubts: [] }
    item.categories.push({ id: category_id, name: category_name, is_machine_generated: true, confidence })
    items.set(id, item)
  }
  return [...items.values()]
}

function Page() {
  const t = useTranslations('sorting')
  const desk = useTranslations('staff')
  const [search, setSearch] = useSearchParams()
  const all = search.get('show') === 'machine'
  const categories = useQuery(categoriesQuery)
  const doubts = useQuery({ ...doubted, enabled: !all })
  const links = useQuery({ ...byMachine, enabled: all })
  const { isError, fetchStatus, refetch, dataUpdatedAt } = all ? links : doubts
  const items = all ? links.data && toItems(links.data.items) : doubts.data?.items
  // Read once: what is saved here must not change the order under the reader's hands.
  const [first, setFirst] = useState<{ all: boolean; at: number } | null>(null)
  if (items && (first === null || first.all !== all)) setFirst({ all, at: dataUpdatedAt })
  return (
    <>
      <Title>{t('title')}</Title>
      <div className="page-head">
        <div>
          <h1>{t('title')}</h1>
          <p>{t('lead')}</p>
        </div>
      </div>
      <nav className="segmented" aria-label={desk('places')}>
        {([false, true] as const).map((one) => (
          <button
            key={String(one)}
            type="button"
            aria-current={all === one ? 'page' : undefined}
            onClick={() => setSearch(one ? { show: 'machine' } : {})}
          >
            {t(one ? 'by_machine' : 'doubted')}
          </button>
        ))}
      </nav>
      <Keys />
      {items && categories.data ? (
        items.length === 0 && first?.at === dataUpdatedAt ? (
          <p className="card secondary">{t('empty')}</p>
        ) : (
          <Review key={String(all)} items={items} categories={categories.data} />
        )
      ) : (
        <Loading
          label={desk('loading')}
          failed={isError ? desk('failed') : undefined}
          paused={fetchStatus === 'paused'}
          retry={() => void refetch()}
        />
      )}
    </>
  )
}

export default function MiscategorizedPlace() {
  return (
    <StaffWords>
      <Page />
    </StaffWords>
  )
}
