import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PrayerListItem } from '../../../../contract/prayer-lists.ts'
import { MAX_LIST_NAME_LENGTH } from '../../../../contract/prayer-lists.values.ts'
import { AdSlot } from '../../../layout/AdSlot.tsx'
import { adAfter } from '../../../layout/adRules.ts'
import { MoveButtons } from '../../../layout/MoveButtons.tsx'
import { Loading } from '../../../layout/Loading.tsx'
import { moveId, useDragOrder } from '../../../layout/useDragOrder.ts'
import { Candle } from '../../../ui/Candle.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { truncate } from '../../../ui/truncate.ts'
import { RemindForm } from './RemindForm.tsx'
import { useListMutation } from './useListMutation.ts'
import { listQuery } from './queries.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import itemListStyles from '../../../layout/ItemList.module.css'
import prayerListsStyles from './PrayerLists.module.css'

const EXCERPT_LENGTH = 140

/** Shows a request of the list, or a placeholder for one that the reader may not read any more. */
function RequestText({ item: { prayer } }: { item: PrayerListItem }) {
  const t = useTranslations('lists')
  if (!prayer) return <span className={`${itemListStyles.words} muted`}>{t('gone')}</span>
  return (
    <span className={`${itemListStyles.words} serif`} dir="auto" lang={prayer.language ?? undefined}>
      <Link to={`/prayers/${prayer.id}`}>{truncate(prayer.title ?? prayer.content, EXCERPT_LENGTH)}</Link>
    </span>
  )
}

function Rename({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const t = useTranslations('lists')
  const { run } = useListMutation()
  const [value, setValue] = useState(name)
  const [missing, setMissing] = useState(false)
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setMissing(value.trim() === '')
    if (value.trim() === '') return event.currentTarget.querySelector('input')?.focus()
    if (await run('prayer_lists.rename', { id, name: value }, { announced: t('renamed') })) onDone()
  }
  return (
    <form className={prayerListsStyles.listnew} onSubmit={(event) => void save(event)}>
      <Field
        label={t('name')}
        name="name"
        value={value}
        maxLength={MAX_LIST_NAME_LENGTH}
        autoComplete="off"
        error={missing ? t('name_missing') : undefined}
        onChange={(event) => {
          setValue(event.target.value)
          setMissing(false)
        }}
      />
      <Button type="submit" variant="primary">
        {t('save')}
      </Button>
      <Button onClick={onDone}>{t('cancel')}</Button>
    </form>
  )
}

/** Shows one list: its requests in their order, to pray through. */
export function OpenList({ id }: { id: string }) {
  const t = useTranslations('lists')
  const client = useQueryClient()
  const navigate = useNavigate()
  const { run } = useListMutation()
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
    void run('prayer_lists.order_items', { id, ids: order }, { announced: doneMessage })
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
    <Card as="section" className="stack" aria-labelledby="open-list">
      <h2 id="open-list" dir="auto">
        {data.name}
      </h2>
      {doing === 'rename' && <Rename id={id} name={data.name} onDone={() => setDoing(null)} />}
      {doing === 'remind' && <RemindForm about={{ prayer_list_id: id }} onDone={() => setDoing(null)} />}
      {doing === 'delete' && (
        <div className="stack">
          <p>{t('delete_text')}</p>
          <div className="row">
            <Button
              variant="danger"
              onClick={() =>
                void run('prayer_lists.delete', { id }, { announced: t('deleted') }).then((done) =>
                  done ? navigate('/prayer-lists') : undefined,
                )
              }
            >
              {t('delete_sure')}
            </Button>
            <Button onClick={() => setDoing(null)}>{t('cancel')}</Button>
          </div>
        </div>
      )}
      {doing === null && (
        <div className="row">
          {readable > 0 && (
            <ButtonLink variant="primary" to={`/pray?list=${id}`}>
              <Candle />
              {t('pray_through')}
            </ButtonLink>
          )}
          <Button onClick={() => setDoing('remind')}>
            <Icon name="bell" />
            {t('remind')}
          </Button>
          <Button onClick={() => setDoing('rename')}>
            <Icon name="pencil" />
            {t('rename')}
          </Button>
          <Button onClick={() => setDoing('delete')}>
            <Icon name="trash" />
            {t('delete')}
          </Button>
        </div>
      )}
      {items.length === 0 && <p className="secondary">{t('empty_list')}</p>}
      <ol className={itemListStyles.list}>
        {items.map((item, index) => {
          const { prayer_request_id, prayer } = item
          const name = prayer ? truncate(prayer.title ?? prayer.content, EXCERPT_LENGTH).slice(0, 40) : t('gone')
          return (
            <Fragment key={prayer_request_id}>
              <li className={itemListStyles.item} {...dragging(prayer_request_id)}>
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
                <IconButton
                  className={itemListStyles.action}
                  aria-label={t('remove', { name })}
                  onClick={() =>
                    void run(
                      'prayer_lists.remove',
                      { id, prayerId: prayer_request_id },
                      { announced: t('removed', { list: data.name }) },
                    )
                  }
                >
                  <Icon name="x" />
                </IconButton>
              </li>
              {adAfter(index) && <AdSlot place="middle" />}
            </Fragment>
          )
        })}
      </ol>
    </Card>
  )
}
