import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PrayerList } from '../../contract/prayer-lists.ts'
import { MAX_LIST_NAME_LENGTH } from '../../contract/prayer-lists.values.ts'
import { FormMessages } from '../layout/FormMessages.tsx'
import { preload, preloadInBrowser, useHydratedState, type RouteQueries } from '../query.ts'
import type { Route } from './+types/prayer-lists.ts'
import { MoveButtons } from '../layout/MoveButtons.tsx'
import { Loading } from '../layout/Loading.tsx'
import { moveId, useDragOrder } from '../layout/useDragOrder.ts'
import { Arcade } from '../ui/Arcade.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useListMutation } from '../features/community/prayer-lists/useListMutation.ts'
import { PersonalPage } from '../features/identity/sessions/PersonalPage.tsx'
import { OpenList } from '../features/community/prayer-lists/OpenList.tsx'
import { remindersQuery } from '../features/community/prayer-lists/lists.ts'
import { listQuery, listsQuery } from '../features/community/prayer-lists/queries.ts'
import { Reminders } from '../features/community/prayer-lists/Reminders.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import emptyStateStyles from '../ui/EmptyState.module.css'
import itemListStyles from '../layout/ItemList.module.css'
import prayerListsStyles from '../features/community/prayer-lists/PrayerLists.module.css'

const queries: RouteQueries = ({ url, reader_id }) => {
  const open = url.searchParams.get('list')
  return reader_id !== null ? [listsQuery, remindersQuery, ...(open === null ? [] : [listQuery(open)])] : []
}
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

function NewList() {
  const t = useTranslations('lists')
  const { run } = useListMutation()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (name.trim() === '') {
      setMissing(true)
      return event.currentTarget.querySelector('input')?.focus()
    }
    const created = await run('prayer_lists.create', { name }, { announced: t('created') })
    if (!created) return
    setName('')
    await navigate(`/prayer-lists?list=${created.id}`)
  }
  return (
    <form className={prayerListsStyles.listnew} noValidate onSubmit={(event) => void create(event)}>
      <Field
        label={t('new')}
        name="name"
        value={name}
        maxLength={MAX_LIST_NAME_LENGTH}
        autoComplete="off"
        error={missing ? t('name_missing') : undefined}
        onChange={(event) => {
          setName(event.target.value)
          setMissing(false)
        }}
      />
      <Button type="submit" variant="primary">
        <Icon name="plus" />
        {t('create')}
      </Button>
    </form>
  )
}

function AllLists({ lists, open }: { lists: PrayerList[]; open: string | null }) {
  const t = useTranslations('lists')
  const { run } = useListMutation()
  const ids = lists.map(({ id }) => id)
  const save = (order: string[], doneMessage = t('moved')) =>
    void run('prayer_lists.order', { ids: order }, { announced: doneMessage })
  const dragging = useDragOrder(ids, save)
  return (
    <Card as="ol" tight className={`${itemListStyles.list} ${itemListStyles.card}`}>
      {lists.map(({ id, name, item_count }, index) => (
        <li key={id} className={itemListStyles.item} {...dragging(id)}>
          <Link
            className={itemListStyles.words}
            to={`/prayer-lists?list=${id}`}
            aria-current={open === id || undefined}
            preventScrollReset
          >
            <bdi>{name}</bdi> <span className="small muted">{t('requests', { count: item_count })}</span>
          </Link>
          <MoveButtons
            up={t('up', { name })}
            down={t('down', { name })}
            index={index}
            count={lists.length}
            onMove={(to) => save(moveId(ids, id, to), t('moved_to', { place: to + 1, count: lists.length }))}
          />
        </li>
      ))}
    </Card>
  )
}

function SignedInLists() {
  const t = useTranslations('lists')
  const [search] = useSearchParams()
  const open = search.get('list')
  const { data, isError, fetchStatus, refetch } = useQuery(listsQuery)
  if (!data) {
    return (
      <Loading
        label={t('loading')}
        failed={isError ? t('load_failed') : undefined}
        paused={fetchStatus === 'paused'}
        retry={() => void refetch()}
      />
    )
  }
  return (
    <div className="stack">
      <NewList />
      {data.length === 0 ? (
        <EmptyState>
          <div className={emptyStateStyles.art}>
            <Arcade size={[130, 130]} sun={0.6} arches={[[0, 130, 65]]} />
          </div>
          <h2>{t('empty')}</h2>
          <p>{t('empty_text')}</p>
        </EmptyState>
      ) : (
        <AllLists lists={data} open={open} />
      )}
      <Reminders lists={data} />
      {open !== null && data.some(({ id }) => id === open) && <OpenList key={open} id={open} />}
    </div>
  )
}

function Lists() {
  const t = useTranslations('lists')
  return (
    <PersonalPage title={t('title')} lead={t('private')} sign_in={t('sign_in')}>
      <SignedInLists />
    </PersonalPage>
  )
}

export default function ListsRoute({ loaderData }: Route.ComponentProps) {
  useHydratedState(loaderData)
  return (
    <FormMessages area="lists">
      <Lists />
    </FormMessages>
  )
}
