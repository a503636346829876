import '../styles/forms.css'
import '../styles/lists.css'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PrayerList } from '../../contract/prayer-lists.ts'
import { MAX_LIST_NAME_LENGTH } from '../../contract/prayer-lists.values.ts'
import { call } from '../api.ts'
import { FormMessages } from '../layout/FormMessages.tsx'
import { MoveButtons } from '../layout/MoveButtons.tsx'
import { Loading } from '../layout/Loading.tsx'
import { moveId, useDragOrder } from '../layout/useDragOrder.ts'
import { Arcade } from '../ui/Arcade.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useListAction } from '../features/community/prayer-lists/useListAction.ts'
import { PersonalPage } from '../features/identity/sessions/PersonalPage.tsx'
import { OpenList } from '../features/community/prayer-lists/OpenList.tsx'
import { listsQuery } from '../features/community/prayer-lists/queries.ts'
import { Reminders } from '../features/community/prayer-lists/Reminders.tsx'

function NewList() {
  const t = useTranslations('lists')
  const attempt = useListAction()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  async function create(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setMissing(true)
    let id = ''
    const done = await attempt(async () => {
      const { data, error } = await call('prayer_lists.create', { name })
      id = data?.id ?? ''
      return { error }
    }, t('created'))
    if (!done) return
    setName('')
    await navigate(`/prayer-lists?list=${id}`)
  }
  return (
    <form className="listnew" noValidate onSubmit={(event) => void create(event)}>
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
      <button type="submit" className="btn btn--primary">
        <Icon name="plus" />
        {t('create')}
      </button>
    </form>
  )
}

function AllLists({ lists, open }: { lists: PrayerList[]; open: string | null }) {
  const t = useTranslations('lists')
  const attempt = useListAction()
  const ids = lists.map(({ id }) => id)
  const save = (order: string[], doneMessage = t('moved')) =>
    void attempt(() => call('prayer_lists.order', { ids: order }), doneMessage)
  const dragging = useDragOrder(ids, save)
  return (
    <ol className="listitems card card--tight">
      {lists.map(({ id, name, item_count }, index) => (
        <li key={id} className="listitem" {...dragging(id)}>
          <Link
            className="listitem__words"
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
    </ol>
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
        <div className="card empty">
          <div className="art">
            <Arcade size={[130, 130]} sun={0.6} arches={[[0, 130, 65]]} />
          </div>
          <h2>{t('empty')}</h2>
          <p>{t('empty_text')}</p>
        </div>
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

export default function ListsRoute() {
  return (
    <FormMessages area="lists">
      <Lists />
    </FormMessages>
  )
}
