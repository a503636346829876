import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Category } from '../../../../contract/categories.ts'
import type { Output } from '../../../../contract/schemas.ts'
import { MAX_CATEGORIES } from '../../../../contract/classifications.values.ts'
import { letterOf } from '../../../layout/letterOf.ts'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { endpointQuery } from '../../../query.ts'
import { Title } from '../../../site.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { announce } from '../../../ui/Toast.tsx'
import { categoriesQuery, useCategoryName } from '../../community/categories/useCategoryName.ts'
import { useStaffMutation } from '../review/useStaffMutation.tsx'
import { withStaffMessages } from './StaffMessages.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import chipStyles from '../../../ui/Chip.module.css'
import fieldStyles from '../../../ui/Field.module.css'
import segmentedStyles from '../../../ui/Segmented.module.css'
import styles from './Miscategorized.module.css'

const uncertainQuery = endpointQuery('classifications.doubted', { pageSize: 100 }, true)
const machineLinksQuery = endpointQuery('classifications.machine_links', { pageSize: 100 }, true)
// Shortcut keys: 1–9, then the letters that have no other meaning on this page.
const KEYS = '123456789bcdefghimopqrtuvwxyz'

type UncertainRequest = Pick<
  Output<'classifications.doubted'>['items'][number],
  'id' | 'title' | 'content' | 'language' | 'categories' | 'doubts'
>

/** Names the keys, and turns them off for whoever speaks to the device or meets them by mistake. */
function ShortcutHelp({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const t = useTranslations('sorting')
  return (
    <ul className={`only-screen ${styles.keys}`} aria-label={t('keys')}>
      <li>
        <Chip aria-pressed={isOn} onClick={() => onChange(!isOn)}>
          {isOn && <Icon name="check" />}
          <span>{t('keys')}</span>
        </Chip>
      </li>
      {isOn && (
        <>
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
        </>
      )}
    </ul>
  )
}

// A press there is meant for what is written, chosen or open.
const ownKeys =
  'input:not([type="checkbox"]), select, textarea, summary, details[open], dialog, [contenteditable], [role=menu]'

function useShortcuts(isOn: boolean, onKey: (key: string) => boolean): void {
  const act = useEffectEvent(onKey)
  useEffect(() => {
    if (!isOn) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      // A key that is held down would save one request after the other, unread.
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(ownKeys)) return
      if (act(letterOf(event))) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}

interface ChoicesProps {
  categories: Category[]
  /** Those that are chosen. */
  ids: string[]
  /** True while keys choose, too. */
  hasKeys: boolean
  onToggle: (id: string) => void
}

/** The categories of a request, and what their number lacks or leaves no room for. */
function Choices({ categories, ids, hasKeys, onToggle }: ChoicesProps) {
  const t = useTranslations()
  const nameOf = useCategoryName()
  const isFull = ids.length >= MAX_CATEGORIES
  return (
    <>
      <fieldset className={chipStyles.chips} aria-label={t('sorting.categories')}>
        {categories.map((category, index) => {
          const on = ids.includes(category.id)
          const key = hasKeys ? KEYS[index] : undefined
          return (
            <Chip
              key={category.id}
              aria-pressed={on}
              aria-disabled={(!on && isFull) || undefined}
              aria-keyshortcuts={key}
              onClick={() => onToggle(category.id)}
            >
              {on && <Icon name="check" />}
              <span>{nameOf(category)}</span>
              {key !== undefined && <kbd aria-hidden="true">{key.toUpperCase()}</kbd>}
            </Chip>
          )
        })}
      </fieldset>
      {ids.length === 0 && <p className={fieldStyles.hint}>{t('sorting.choose_one')}</p>}
      {isFull && <p className={fieldStyles.hint}>{t('sort.full', { most: MAX_CATEGORIES })}</p>}
    </>
  )
}

interface ReviewProps extends Pick<ChoicesProps, 'categories' | 'hasKeys'> {
  items: UncertainRequest[]
}

/** Reviews one request at a time: its categories and three actions, each with a shortcut key. */
function Review({ items, categories, hasKeys }: ReviewProps) {
  const t = useTranslations('sorting')
  const sort = useTranslations('sort')
  const nameOf = useCategoryName()
  const { run } = useStaffMutation({
    overlaps: true,
    failureToast: (reason) => `${t('comes_again')} ${reason}`,
  })
  // The queue keeps its order when the list is refetched, so that reviewed requests stay where they are.
  const [queue, setQueue] = useState(() => items)
  const [position, setPosition] = useState(0)
  const [chosen, setChosen] = useState<Record<string, string[]>>({})
  const [sent, setSent] = useState<Record<string, 'saving' | 'saved' | 'failed'>>({})
  const heading = useRef<HTMLHeadingElement>(null)
  const item = queue[position]
  // A list has a hundred at most: those that it had no room for come behind those that were checked.
  const following = items.filter(({ id }) => !queue.some((one) => one.id === id))
  if (!item && following.length > 0) setQueue([...queue, ...following])
  const ids = item ? (chosen[item.id] ?? item.categories.map(({ id }) => id)) : []

  const go = (to: number) => {
    setPosition(Math.min(Math.max(0, to), queue.length))
    heading.current?.focus()
  }
  /** Goes on at once, so that the next key is about the next request, and saves meanwhile. */
  async function saveCategories() {
    if (!item || ids.length === 0 || sent[item.id] === 'saving') return
    const mark = (state: 'saving' | 'saved' | 'failed') => setSent((others) => ({ ...others, [item.id]: state }))
    mark('saving')
    go(position + 1)
    const saved = await run('classifications.replace_links', { id: item.id, categoryIds: ids }, { done: t('saved') })
    mark(saved ? 'saved' : 'failed')
    if (!saved) setQueue((others) => [...others, item])
  }
  const toggle = (id: string) => {
    if (!item) return
    const isChosen = ids.includes(id)
    if (!isChosen && ids.length >= MAX_CATEGORIES) return announce(sort('full', { most: MAX_CATEGORIES }))
    const next = isChosen ? ids.filter((one) => one !== id) : [...ids, id]
    setChosen((others) => ({ ...others, [item.id]: next }))
    const category = categories.find((one) => one.id === id)
    if (category) announce(t(isChosen ? 'taken_off' : 'put_on', { name: nameOf(category) }))
  }
  useShortcuts(hasKeys, (key) => {
    if (key === 'a' || key === 's') void saveCategories()
    else if (key === 'n' || key === 'j') go(position + 1)
    else if (key === 'k') go(position - 1)
    else {
      const category = categories[KEYS.indexOf(key)]
      if (key.length !== 1 || !KEYS.includes(key) || !category || !item) return false
      toggle(category.id)
    }
    return true
  })

  // One heading for all of them: it has the focus, which would go with it.
  const title = (
    <CardTitle ref={heading} tabIndex={-1}>
      {item ? t('place', { n: position + 1, count: queue.length }) : t('end')}
    </CardTitle>
  )
  if (!item) {
    return (
      <Card as="article" className="stack">
        {title}
        <p className="secondary">
          {t('looked_at', { count: Object.values(sent).filter((state) => state === 'saved').length })}
        </p>
        {queue.length > 0 && (
          <div className="row">
            <Button onClick={() => go(0)}>{t('again')}</Button>
          </div>
        )}
      </Card>
    )
  }
  return (
    <Card as="article" className="stack">
      {title}
      <p className="row row--tight">
        {item.doubts.map((doubt) => (
          <Badge key={doubt} tone="warning">
            {t(`doubt_${doubt}`)}
          </Badge>
        ))}
        {sent[item.id] === 'saved' && <Badge tone="success">{t('is_saved')}</Badge>}
      </p>
      <div className="serif as-written" dir="auto" lang={item.language ?? undefined}>
        {item.title !== null && <b className="strong">{item.title} </b>}
        {item.content}
      </div>
      <Choices categories={categories} ids={ids} hasKeys={hasKeys} onToggle={toggle} />
      <ButtonRow>
        <Button variant="primary" aria-disabled={ids.length === 0 || undefined} onClick={() => void saveCategories()}>
          {t(chosen[item.id] === undefined ? 'accept' : 'save')}
        </Button>
        <Button onClick={() => go(position + 1)}>{t('next')}</Button>
        {position > 0 && <Button onClick={() => go(position - 1)}>{t('back')}</Button>}
      </ButtonRow>
    </Card>
  )
}

/** Groups the classifier's links by request, so that its confident predictions are reviewed like the uncertain ones. */
function toItems({ items: links, has_more }: Output<'classifications.machine_links'>): UncertainRequest[] {
  const items = new Map<string, UncertainRequest>()
  for (const { prayer_request_id: id, prayer_title, category_id, category_name, confidence } of links) {
    const item = items.get(id) ?? { id, title: null, content: prayer_title, language: null, categories: [], doubts: [] }
    item.categories.push({ id: category_id, name: category_name, is_machine_generated: true, confidence })
    items.set(id, item)
  }
  const all = [...items.values()]
  // The list may end among the categories of its last request: saved as it stands here, the others would go. It comes with what follows.
  return has_more && all.length > 1 ? all.slice(0, -1) : all
}

function Page() {
  const t = useTranslations('sorting')
  const admin = useTranslations('admin')
  const desk = useTranslations('staff')
  const [search, setSearch] = useSearchParams()
  const all = search.get('show') === 'machine'
  const [hasKeys, setKeys] = useState(true)
  const categories = useQuery(categoriesQuery)
  const doubts = useQuery({ ...uncertainQuery, enabled: !all })
  const links = useQuery({ ...machineLinksQuery, enabled: all })
  const query = all ? links : doubts
  const { dataUpdatedAt } = query
  const items = all ? links.data && toItems(links.data) : doubts.data?.items
  // Uses the first result only: saving a correction must not reorder the list during a review.
  const [first, setFirst] = useState<{ all: boolean; at: number } | null>(null)
  if (items && (first === null || first.all !== all)) setFirst({ all, at: dataUpdatedAt })
  return (
    <>
      <Title>{admin('miscategorized')}</Title>
      <PageHead title={admin('miscategorized')} lead={t('lead')} />
      <nav className={segmentedStyles.segmented} aria-label={desk('places')}>
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
      <ShortcutHelp isOn={hasKeys} onChange={setKeys} />
      {items && categories.data ? (
        items.length === 0 && first?.at === dataUpdatedAt ? (
          <Card as="p" className="secondary">
            {t('empty')}
          </Card>
        ) : (
          <Review key={String(all)} items={items} categories={categories.data} hasKeys={hasKeys} />
        )
      ) : (
        <QueryStatus query={items ? categories : query} />
      )}
    </>
  )
}

export default withStaffMessages(Page)
