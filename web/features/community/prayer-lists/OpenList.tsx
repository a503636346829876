import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PrayerListItem } from '../../../../contract/prayer-lists.ts'
import { MAX_LIST_NAME_LENGTH } from '../../../../contract/prayer-lists.values.ts'
import { call } from '../../../api.ts'
import { AdSlot } from '../../../layout/AdSlot.tsx'
import { adAfter } from '../../../layout/ads.ts'
import { MoveButtons } from '../../../layout/MoveButtons.tsx'
import { Loading } from '../../../layout/Loading.tsx'
import { moveId, useDragOrder } from '../../../layout/useDragOrder.ts'
import { Candle } from '../../../ui/Candle.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { RemindForm } from './RemindForm.tsx'
import { useListAction } from './useListAction.ts'
import { listQuery } from './queries.ts'

const EXCERPT_LENGTH = 140
const excerpt = (text: string): string => {
  const letters = Array.from(text.replaceAll(/\s+/g, ' '))
  return letters.length > EXCERPT_LENGTH ? `${letters.slice(0, EXCERPT_LENGTH).join('')}…` : letters.join('')
}

/** A request of the list, or the place of one that can no longer be read. */
function RequestText({ item: { prayer } }: { item: PrayerListItem }) {
  const t = useTranslations('lists')
  if (!prayer) return <span className="listitem__words muted">{t('gone')}</span>
  return (
    <span className="listitem__words serif" dir="auto" lang={prayer.language ?? undefined}>
      <Link to={`/prayers/${prayer.id}`}>{excerpt(prayer.title ?? prayer.content)}</Link>
    </span>
  )
}

function Rename({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const t = useTranslations('lists')
  const attempt = useListAction()
  const [value, setValue] = useState(name)
  async function save(event: FormEvent) {
    event.preventDefault()
    if (value.trim() === '') return
    if (await attempt(() => call('prayer_lists.rename', { id, name: value }), t('renamed'))) onDone()
  }
  return (
    <form className="listnew" onSubmit={(event) => void save(event)}>
      <Field
        label={t('name')}
        name="name"
        value={value}
        maxLength={MAX_LIST_NAME_LENGTH}
        autoComplete="off"
        onChange={(event) => setValue(event.target.value)}
      />
      <button type="submit" className="btn btn--primary">
        {t('save')}
      </button>
      <button type="button" className="btn btn--secondary" onClick={onDone}>
        {t('cancel')}
      </button>
    </form>
  )
}

/** One list: its requests in their order, to be prayed through. */
export function OpenList({ id }: { id: string }) {
  const t = useTranslations('lists')
  const client = useQueryClient()
  const navigate = useNavigate()
  const attempt = useListAction()
  const { data, isError, fetchStatus, refetch } = useQuery(listQuery(id))
  const [doing, setDoing] = useState<'rename' | 'delete' | 'remind' | null>(null)
  const items = data?.items ?? []
  const ids = items.map((item) => item.prayer_request_id)
  const save = (order: string[], doneMessage = t('moved')) => {
    client.setQueryData(
      listQuery(id).queryKey,
      (it) =>
        it && { ...it, items: order.flatMap((one) => it.items.find((item) => item.prayer_request_id === one) ?? []) },
    )
    void attempt(() => call('prayer_lists.order_items', { id, ids: order }), doneMessage)
  }
  const dragging = useDragOrder(ids, save)
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
  const readable = items.filter(({ prayer }) => prayer !== null).length
  return (
    <section className="card stack" aria-labelledby="open-list">
      <h2 id="open-list" dir="auto">
        {data.name}
      </h2>
      {doing === 'rename' && <Rename id={id} name={data.name} onDone={() => setDoing(null)} />}
      {doing === 'remind' && <RemindForm about={{ prayer_list_id: id }} onDone={() => setDoing(null)} />}
      {doing === 'delete' && (
        <div className="stack">
          <p>{t('delete_text')}</p>
          <div className="row">
            <button
              type="button"
              className="btn btn--danger"
              onClick={() =>
                void attempt(() => call('prayer_lists.delete', { id }), t('deleted')).then((done) =>
                  done ? navigate('/prayer-lists') : undefined,
                )
              }
            >
              {t('delete_sure')}
            </button>
            <button type="button" className="btn btn--secondary" onClick={() => setDoing(null)}>
              {t('cancel')}
            </button>
          </div>
        </div>
      )}
      {doing === null && (
        <div className="row">
          {readable > 0 && (
            <Link className="btn btn--primary" to={`/pray?list=${id}`}>
              <Candle />
              {t('pray_through')}
            </Link>
          )}
          <button type="button" className="btn btn--secondary" onClick={() => setDoing('remind')}>
            <Icon name="bell" />
            {t('remind')}
          </button>
          <button type="button" className="btn btn--secondary" onClick={() => setDoing('rename')}>
            <Icon name="pencil" />
            {t('rename')}
          </button>
          <button type="button" className="btn btn--secondary" onClick={() => setDoing('delete')}>
            <Icon name="trash" />
            {t('delete')}
          </button>
        </div>
      )}
      {items.length === 0 && <p className="secondary">{t('empty_list')}</p>}
      <ol className="listitems">
        {items.map((item, index) => {
          const { prayer_request_id, prayer } = item
          const name = prayer ? excerpt(prayer.title ?? prayer.content).slice(0, 40) : t('gone')
          return (
            <Fragment key={prayer_request_id}>
              <li className="listitem" {...dragging(prayer_request_id)}>
                <RequestText item={item} />
                <MoveButtons
                  up={t('up', { name })}
                  down={t('down', { name })}
                  index={index}
                  count={items.length}
                  onMove={(to) =>
                    save(moveId(ids, prayer_request_id, to), t('moved_to', { place: to + 1, count: items.length }))
                  }
                />
                <button
                  type="button"
                  className="iconbtn"
                  aria-label={t('remove', { name })}
                  onClick={() =>
                    void attempt(
                      () => call('prayer_lists.remove', { id, prayerId: prayer_request_id }),
                      t('removed', { list: data.name }),
                    )
                  }
                >
                  <Icon name="x" />
                </button>
              </li>
              {adAfter(index) && <AdSlot place="middle" />}
            </Fragment>
          )
        })}
      </ol>
    </section>
  )
}
