import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PrayerList } from '../../../contract/prayer-lists.ts'
import { withMessages } from '../../layout/FormMessages.tsx'
import { Loading } from '../../layout/Loading.tsx'
import { useGone } from '../../layout/useGone.ts'
import { useMedia } from '../../layout/useMedia.ts'
import { moveId, useDragOrder } from '../../layout/useDragOrder.ts'
import { preloadInBrowser, type RouteQueries, withState } from '../../query.ts'
import { ListRow } from '../../features/community/prayer-lists/ListRow.tsx'
import { MoveItems } from './MoveItems.tsx'
import { NameForm } from './NameForm.tsx'
import { OpenList } from './OpenList.tsx'
import { preloadLists } from '../../features/community/prayer-lists/preloadLists.ts'
import { listQuery, listsQuery, remindersQuery } from '../../features/community/prayer-lists/queries.ts'
import { Reminders } from '../../features/community/prayer-lists/Reminders.tsx'
import { useListMutation } from '../../features/community/prayer-lists/useListMutation.ts'
import { SignInGate } from '../../features/identity/sessions/SignInGate.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyArt, EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Plate } from '../../ui/Plate.tsx'
import styles from './prayer-lists.module.css'

const queries: RouteQueries = ({ url, reader_id }) => {
  const open = url.searchParams.get('list')
  return reader_id !== null ? [listsQuery, remindersQuery, ...(open === null ? [] : [listQuery(open)])] : []
}
export const loader = preloadLists(queries, (url) => !url.searchParams.has('list'))
export const clientLoader = preloadInBrowser(queries)

/** In such a window all lists and the open one fit side by side. The server cannot know, and the style sheet hides what is too much. */
const WIDE = '(min-width: 1024px)'

function AllLists({ lists, open }: { lists: PrayerList[]; open: string | null }) {
  const t = useTranslations('lists')
  const { run } = useListMutation()
  const ids = lists.map(({ id }) => id)
  const save = (order: string[], message = t('moved')) =>
    void run('prayer_lists.order', { ids: order }, { announced: message })
  const dragging = useDragOrder(ids, save)
  return (
    <Plate>
      {lists.map((list, index) => (
        <ListRow key={list.id} list={list} isOpen={list.id === open} {...(lists.length > 1 && dragging(list.id))}>
          {lists.length > 1 && (
            <Menu label={t('more', { name: list.name })}>
              <MoveItems
                index={index}
                count={lists.length}
                onMove={(to, message) => save(moveId(ids, list.id, to), message)}
              />
            </Menu>
          )}
        </ListRow>
      ))}
    </Plate>
  )
}

interface Props {
  /** The list in the address. */
  asked: string | null
  isAdding: boolean
  onAdd: () => void
  onAdded: () => void
}

function SignedInLists({ asked, isAdding, onAdd, onAdded }: Props) {
  const t = useTranslations('lists')
  const navigate = useNavigate()
  const isWide = useMedia(WIDE, true)
  const { run } = useListMutation()
  const query = useQuery(listsQuery)
  const { data } = query
  if (!data) {
    return <Loading label={t('loading')} failed={t('load_failed')} query={query} />
  }
  const open = asked ?? (isWide ? data[0]?.id : null) ?? null
  return (
    <div className={styles.columns}>
      <div className={styles.all}>
        {isAdding && (
          <NameForm
            label={t('new')}
            submit={t('create')}
            save={async (name) => {
              const created = await run('prayer_lists.create', { name }, { announced: t('created'), idempotent: true })
              if (!created) return
              onAdded()
              await navigate(`/prayer-lists?list=${created.id}`)
            }}
            onCancel={onAdded}
          />
        )}
        {data.length > 0 && <AllLists lists={data} open={open} />}
        {data.length === 0 && !isAdding && (
          <EmptyState>
            <EmptyArt />
            <h2>{t('empty')}</h2>
            <p>{t('empty_text')}</p>
            <Button onClick={onAdd}>
              <Icon name="plus" />
              {t('new')}
            </Button>
          </EmptyState>
        )}
        <Reminders lists={data} />
      </div>
      {open !== null && (
        <div className={asked === null ? styles.first : undefined}>
          <OpenList key={open} id={open} />
        </div>
      )}
    </div>
  )
}

function Lists() {
  const t = useTranslations('lists')
  const title = useTranslations('today')('lists')
  const [search] = useSearchParams()
  const [isAdding, setAdding] = useState(search.has('new'))
  const add = useRef<HTMLButtonElement>(null)
  const { data } = useQuery({ ...listsQuery, enabled: false })
  const list = search.get('list')
  const isThere = data?.some(({ id }) => id === list) === true
  // One that was deleted in another tab stays while somebody writes into it.
  const asked = useGone(!isThere, data !== undefined && list !== null) ? null : list
  return (
    <div className={asked !== null ? styles.isOpen : undefined}>
      <SignInGate
        title={title}
        lead={t('private')}
        sign_in={t('sign_in')}
        actions={
          <Button
            ref={add}
            className={styles.add}
            variant="text"
            aria-expanded={isAdding}
            onClick={() => setAdding(true)}
          >
            <Icon name="plus" />
            {t('new')}
          </Button>
        }
      >
        <SignedInLists
          asked={asked}
          isAdding={isAdding}
          onAdd={() => setAdding(true)}
          onAdded={() => {
            setAdding(false)
            add.current?.focus()
          }}
        />
      </SignInGate>
    </div>
  )
}

export default withState(withMessages(Lists, 'lists'))
