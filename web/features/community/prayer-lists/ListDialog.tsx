import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PrayerList } from '../../../../contract/prayer-lists.ts'
import type { Prayer } from '../../../../contract/prayers.ts'
import { call } from '../../../api.ts'
import { MAX_LIST_NAME_LENGTH } from '../../../../contract/prayer-lists.values.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { Loading } from '../../../layout/Loading.tsx'
import { useChoice } from '../../../layout/useChoice.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Button } from '../../../ui/Button.tsx'
import { MenuList } from '../../../ui/MenuList.tsx'
import prayerListsStyles from './PrayerLists.module.css'

/** A list that holds the request or not. A second press takes the first one back, however late that is answered. */
function ListChoice({
  list: { name, has_request },
  onTurn,
}: {
  list: PrayerList
  /** Resolves only after the lists have been refetched. */
  onTurn: (on: boolean) => Promise<unknown>
}) {
  const [chosen, choose] = useChoice(onTurn)
  const isOn = chosen ?? has_request
  return (
    <li>
      <button type="button" aria-pressed={isOn} onClick={() => void choose(!isOn)}>
        <bdi>{name}</bdi>
        {isOn && <Icon name="check" />}
      </button>
    </li>
  )
}

function Lists({ prayer, onClose }: { prayer: Prayer; onClose: () => void }) {
  const t = useTranslations('lists')
  const nav = useTranslations('nav')
  const dialog = useRef<HTMLDialogElement>(null)
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const {
    run,
    perform,
    attemptFor,
    failure: problem,
  } = useEndpointMutation({ invalidates: ['prayer_lists'], queues: true })
  const prayer_request_id = prayer.id
  const query = useQuery({
    ...endpointQuery('prayer_lists.list', { prayer_request_id }, true),
    refetchOnMount: 'always',
  })
  const { data } = query

  const turn = (id: string, on: boolean, list: string) =>
    on
      ? run('prayer_lists.add', { id, prayer_request_id }, { announced: t('added', { list }) })
      : run('prayer_lists.remove', { id, prayerId: prayer_request_id }, { announced: t('removed', { list }) })
  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const list = name.trim()
    setMissing(list === '')
    if (list === '') return event.currentTarget.querySelector('input')?.focus()
    // Pressed again after an answer that was lost, it is the same list.
    const idempotency_key = attemptFor(list).key
    const done = await perform<unknown>(
      async () => {
        const made = await call('prayer_lists.create', { name: list }, { idempotency_key })
        return made.error ? made : await call('prayer_lists.add', { id: made.data.id, prayer_request_id })
      },
      { announced: t('added', { list }) },
    )
    if (done) setName('')
  }

  return (
    <Dialog ref={dialog} title={t('add')} onClose={onClose}>
      <div className="stack">
        <p className="secondary small">{t('private')}</p>
        <FailureNote title={t('failed')}>{problem}</FailureNote>
        {data ? (
          <MenuList>
            <ul className={prayerListsStyles.listpick}>
              {data.map((list) => (
                <ListChoice key={list.id} list={list} onTurn={(on) => turn(list.id, on, list.name)} />
              ))}
            </ul>
          </MenuList>
        ) : (
          <Loading label={t('loading')} failed={t('load_failed')} query={query} />
        )}
        <form className={prayerListsStyles.listnew} onSubmit={(event) => void create(event)}>
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
          <Button type="submit">
            <Icon name="plus" />
            {t('create')}
          </Button>
        </form>
        <Link to="/prayer-lists">{nav('lists')}</Link>
      </div>
    </Dialog>
  )
}

/** Adds a request to the reader's own lists, and removes it from them. */
export default withMessages(Lists, 'lists')
