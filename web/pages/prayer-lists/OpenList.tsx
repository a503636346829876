import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useId, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { AdSlot } from '../../layout/AdSlot.tsx'
import { adAfter } from '../../layout/adRules.ts'
import { lazyPart } from '../../layout/lazyPart.tsx'
import { Loading } from '../../layout/Loading.tsx'
import { useEndpointMutation } from '../../layout/useEndpointMutation.ts'
import { moveId, useDragOrder } from '../../layout/useDragOrder.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Candle } from '../../ui/Candle.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { BackLink } from '../../ui/PageHead.tsx'
import { Plate } from '../../ui/Plate.tsx'
import { useMoreFocus } from '../../ui/useMoreFocus.ts'
import { ListEntry } from './ListEntry.tsx'
import { NameForm } from './NameForm.tsx'
import { OwnWordsForm } from './OwnWordsForm.tsx'
import { listQuery, remindersQuery } from '../../features/community/prayer-lists/queries.ts'
import { useListMutation } from '../../features/community/prayer-lists/useListMutation.ts'
import { useReminderTime } from '../../features/community/prayer-lists/useReminderTime.ts'
import styles from './OpenList.module.css'

/** Number of requests that a list begins with. */
const SHOWN_ITEMS = 20

const RemindDialog = lazyPart(() => import('../../features/community/prayer-lists/RemindDialog.tsx'))

/** Says when the list reminds, and leads to where it is changed. */
function Rhythm({ id }: { id: string }) {
  const t = useTranslations('lists')
  const when = useId()
  const { sentence } = useReminderTime()
  const { data = [] } = useQuery(remindersQuery)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const reminder = data.find(({ prayer_list_id, is_paused }) => prayer_list_id === id && !is_paused)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <p className={`secondary ${styles.rhythm}`}>
        {reminder && (
          <>
            <span id={when} suppressHydrationWarning>
              {sentence(reminder)}
            </span>
            {' · '}
          </>
        )}
        <button
          ref={button}
          type="button"
          className={styles.link}
          aria-describedby={reminder && when}
          onClick={() => setOpen(true)}
        >
          {t(reminder ? 'change' : 'remind')}
        </button>
      </p>
      {isOpen && <RemindDialog about={{ prayer_list_id: id }} onClose={close} />}
    </>
  )
}

function DeleteList({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('lists')
  const navigate = useNavigate()
  const { run, isPending, failure } = useEndpointMutation({ invalidates: ['prayer_lists'] })
  return (
    <ConfirmDialog
      title={t('delete')}
      text={t('delete_text')}
      confirm={t('delete_sure')}
      failure={failure === null ? null : { title: t('failed'), text: failure }}
      isBusy={isPending}
      onConfirm={async () => {
        if (!(await run('prayer_lists.delete', { id }, { announced: t('deleted'), idempotent: true }))) return false
        await navigate('/prayer-lists')
        return true
      }}
      onClose={onClose}
    />
  )
}

/** The name of a list, its rhythm, and what can be done with it. */
function ListHead({
  id,
  name,
  isPrayable,
  isRenaming,
  onAct,
  onRename,
  onCancel,
}: {
  id: string
  name: string
  isPrayable: boolean
  isRenaming: boolean
  onAct: (act: 'rename' | 'delete') => void
  onRename: (name: string) => Promise<void>
  onCancel: () => void
}) {
  const t = useTranslations('lists')
  return (
    <div className={styles.head}>
      <div className={styles.about}>
        {isRenaming ? (
          <NameForm name={name} label={t('name')} submit={t('save')} save={onRename} onCancel={onCancel} />
        ) : (
          <>
            {/* The page of a list on a phone; beside all lists on a wide screen. */}
            <h1 className={styles.narrow}>
              <bdi>{name}</bdi>
            </h1>
            <h2 className={styles.wide}>
              <bdi>{name}</bdi>
            </h2>
          </>
        )}
        <Rhythm id={id} />
      </div>
      <Menu label={t('more', { name })}>
        <MenuItem icon="pencil" onClick={() => onAct('rename')}>
          {t('rename')}
        </MenuItem>
        <MenuItem icon="trash" onClick={() => onAct('delete')}>
          {t('delete')}
        </MenuItem>
      </Menu>
      {isPrayable && (
        <ButtonLink variant="primary" size="large" className={styles.pray} to={`/pray?list=${id}`}>
          <Candle />
          {t('pray_for', { list: name })}
        </ButtonLink>
      )}
    </div>
  )
}

/** Shows one list: its requests in their order, to pray through. */
export function OpenList({ id }: { id: string }) {
  const t = useTranslations('lists')
  const all = useTranslations('today')
  const feed = useTranslations('feed')
  const [search, setSearch] = useSearchParams()
  const client = useQueryClient()
  const { run } = useListMutation()
  const query = useQuery(listQuery(id))
  const { data } = query
  const [doing, setDoing] = useState<'rename' | 'delete' | 'add' | null>(null)
  const section = useRef<HTMLElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const items = data?.items ?? []
  const ids = items.map((item) => item.prayer_request_id)
  const shown = search.get('items') === 'all' ? items : items.slice(0, SHOWN_ITEMS)
  const onMore = useMoreFocus(shown.map((item) => item.prayer_request_id))
  const everything = `?${new URLSearchParams({ list: id, items: 'all' })}`
  const showAll = () => {
    if (shown.length < items.length) setSearch(everything, { replace: true, preventScrollReset: true })
  }
  const save = (order: string[], message = t('moved')) => {
    client.setQueryData(
      listQuery(id).queryKey,
      (it) =>
        it && { ...it, items: order.flatMap((one) => it.items.find((item) => item.prayer_request_id === one) ?? []) },
    )
    void run('prayer_lists.order_items', { id, ids: order }, { announced: message })
  }
  const dragging = useDragOrder(ids, save)
  if (!data) {
    return <Loading label={t('loading')} failed={t('load_failed')} query={query} />
  }
  const { name } = data
  const stop = () => {
    setDoing(null)
    requestAnimationFrame(() => (add.current ?? section.current)?.focus())
  }
  const focusMenu = () => {
    setDoing(null)
    requestAnimationFrame(() => section.current?.querySelector('summary')?.focus())
  }
  const remove = (prayerId: string) => {
    // Its row, and what has the focus in it, is about to go.
    section.current?.focus()
    void run('prayer_lists.remove', { id, prayerId }, { announced: t('removed', { list: name }) })
  }
  return (
    <section ref={section} className={styles.open} tabIndex={-1} aria-label={name}>
      <div className={styles.narrow}>
        <BackLink to="/prayer-lists">{all('lists')}</BackLink>
      </div>
      <ListHead
        id={id}
        name={name}
        isPrayable={items.some(({ prayer }) => prayer !== null)}
        isRenaming={doing === 'rename'}
        onAct={setDoing}
        onRename={async (to) => {
          if (await run('prayer_lists.rename', { id, name: to }, { announced: t('renamed') })) focusMenu()
        }}
        onCancel={focusMenu}
      />
      {doing === 'delete' && <DeleteList id={id} onClose={focusMenu} />}
      <div className={styles.frame}>
        {items.length === 0 && <p className={`secondary ${styles.nothing}`}>{t('empty_list')}</p>}
        <Plate className={styles.entries}>
          {shown.map((item, index) => {
            const { prayer_request_id } = item
            return (
              <Fragment key={prayer_request_id}>
                <ListEntry
                  item={item}
                  index={index}
                  count={items.length}
                  onMove={(to, message) => {
                    if (to >= shown.length) showAll()
                    save(moveId(ids, prayer_request_id, to), message)
                  }}
                  onRemove={() => remove(prayer_request_id)}
                  onKeep={() =>
                    void run('prayer_lists.add', { id, prayer_request_id }, { announced: t('kept', { list: name }) })
                  }
                  {...(items.length > 1 && dragging(prayer_request_id))}
                />
                {adAfter(index) && <AdSlot place="middle" />}
              </Fragment>
            )
          })}
        </Plate>
        {shown.length < items.length && (
          <p className={styles.rest}>
            <Link to={everything} replace preventScrollReset onClick={onMore}>
              {feed('more')}
            </Link>
          </p>
        )}
        {doing === 'add' ? (
          <OwnWordsForm list={data} onDone={stop} />
        ) : (
          <Button
            ref={add}
            variant="text"
            className={styles.add}
            onClick={() => {
              // An entry that is added comes last.
              showAll()
              setDoing('add')
            }}
          >
            <Icon name="plus" />
            {t('add_words')}
          </Button>
        )}
      </div>
    </section>
  )
}
