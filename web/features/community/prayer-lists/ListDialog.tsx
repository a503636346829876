import '../../../styles/forms.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { MAX_LIST_NAME_LENGTH } from '../../../../contract/prayer-lists.values.ts'
import { call, type Failure } from '../../../api.ts'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { Loading } from '../../../layout/Loading.tsx'
import { getErrorMessage } from '../../../messages.ts'
import { endpointQuery } from '../../../query.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { announce } from '../../../ui/Toast.tsx'
import { isPrayerListsQuery } from './lists.ts'

function Lists({ prayer, onClose }: { prayer: Prayer; onClose: () => void }) {
  const t = useTranslations('lists')
  const locale = useLocale()
  const client = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const busy = useRef(false)
  const prayer_request_id = prayer.id
  const { data, isError, fetchStatus, refetch } = useQuery({
    ...endpointQuery('prayer_lists.list', { prayer_request_id }, true),
    refetchOnMount: 'always',
  })

  /** Does one thing at a time, and shows what came of it. */
  async function attempt(act: () => Promise<Failure | null>, doneMessage: string): Promise<boolean> {
    if (busy.current) return false
    busy.current = true
    const error = await act()
    busy.current = false
    setProblem(error && (await getErrorMessage(error, locale)))
    await client.invalidateQueries({ predicate: isPrayerListsQuery })
    if (!error) announce(doneMessage)
    return error === null
  }
  const turn = (id: string, on: boolean, list: string) =>
    attempt(
      async () =>
        (on
          ? await call('prayer_lists.add', { id, prayer_request_id })
          : await call('prayer_lists.remove', { id, prayerId: prayer_request_id })
        ).error,
      t(on ? 'added' : 'removed', { list }),
    )
  async function create(event: FormEvent) {
    event.preventDefault()
    const list = name.trim()
    if (list === '') return
    const done = await attempt(
      async () => {
        const made = await call('prayer_lists.create', { name: list })
        if (made.error) return made.error
        return (await call('prayer_lists.add', { id: made.data.id, prayer_request_id })).error
      },
      t('added', { list }),
    )
    if (done) setName('')
  }

  return (
    <Dialog ref={dialog} title={t('add')} close={t('close')} onClose={onClose}>
      <div className="stack">
        <p className="secondary small">{t('private')}</p>
        {problem !== null && (
          <Note kind="error" icon="error" title={t('failed')}>
            {problem}
          </Note>
        )}
        {data ? (
          <ul className="sidelist listpick">
            {data.map((list) => (
              <li key={list.id}>
                <button
                  type="button"
                  aria-pressed={list.has_request}
                  onClick={() => void turn(list.id, !list.has_request, list.name)}
                >
                  <bdi>{list.name}</bdi>
                  {list.has_request && <Icon name="check" />}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <Loading
            label={t('loading')}
            failed={isError ? t('load_failed') : undefined}
            paused={fetchStatus === 'paused'}
            retry={() => void refetch()}
          />
        )}
        <form className="listnew" onSubmit={(event) => void create(event)}>
          <Field
            label={t('new')}
            name="name"
            value={name}
            maxLength={MAX_LIST_NAME_LENGTH}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
          <button type="submit" className="btn btn--secondary">
            <Icon name="plus" />
            {t('create')}
          </button>
        </form>
        <Link to="/prayer-lists">{t('title')}</Link>
      </div>
    </Dialog>
  )
}

/** Puts a request into lists of one's own, and takes it out. */
export default function ListDialog(props: { prayer: Prayer; onClose: () => void }) {
  return (
    <FormMessages area="lists">
      <Lists {...props} />
    </FormMessages>
  )
}
