import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../../../contract/languages.ts'
import type { Category } from '../../../../contract/categories.ts'
import type { Output } from '../../../../contract/schemas.ts'
import { MoveButtons } from '../../../layout/MoveButtons.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { ClassifierSentence } from '../../../layout/ServicesNote.tsx'
import { moveId, useDragOrder } from '../../../layout/useDragOrder.ts'
import { endpointQuery } from '../../../query.ts'
import { Title, useSite } from '../../../site.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { categoriesQuery, useCategoryName } from '../../community/categories/useCategoryName.ts'
import { useStaffMutation } from '../review/useStaffMutation.tsx'
import { CategoryForm } from './CategoryForm.tsx'
import { CategoryRemoval } from './CategoryRemoval.tsx'
import { RecategorizeJob } from './RecategorizeJob.tsx'
import { withStaffMessages } from './StaffMessages.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { Button } from '../../../ui/Button.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import itemListStyles from '../../../layout/ItemList.module.css'
import styles from './Categories.module.css'

type Share = Output<'classifications.shares'>[number]

function CategoryStats({ count, share }: { count: number; share: Share | undefined }) {
  const t = useTranslations('sections')
  const percent = new Intl.NumberFormat(localeOf(useLocale()), { style: 'percent' })
  const links = (share?.by_machine ?? 0) + (share?.by_people ?? 0)
  return (
    <span className={`small muted ${styles.sectionsLine}`}>
      {t('count', { count })}
      {share && links > 0 && (
        <>
          {' '}
          · {t('by_machine', { share: percent.format(share.by_machine / links) })} ·{' '}
          {t('corrected', { count: share.corrected })}
        </>
      )}
    </span>
  )
}

/** Describes in plain language the model that classifies the requests. */
function ModelCard() {
  const t = useTranslations('model')
  const { data } = useQuery(endpointQuery('models.models', {}, true))
  const active = data?.models.find(({ is_active }) => is_active)
  return (
    <Card as="section" tight className="stack" aria-labelledby="model">
      <CardTitle id="model">{t('title')}</CardTitle>
      {useSite().services.classifier ? (
        <ClassifierSentence />
      ) : (
        <>
          <p>{t('what')}</p>
          <p>{t('how')}</p>
        </>
      )}
      <p>{t('limits')}</p>
      {active && (
        <p className="small muted">
          {t('active')} <bdi>{[active.id, active.version].filter(Boolean).join(' · ')}</bdi>
        </p>
      )}
    </Card>
  )
}

const idsWithout = (all: string[], id: string): string => all.filter((one) => one !== id).join()

function List({ categories }: { categories: Category[] }) {
  const t = useTranslations('sections')
  const lists = useTranslations('lists')
  const nameOf = useCategoryName()
  const client = useQueryClient()
  // One after the other: a move is shown at once, and none may be left out that was made while another was on its way.
  const { run, note } = useStaffMutation({ queues: true })
  const counts = useQuery(endpointQuery('categories.counts', {}))
  const shares = useQuery(endpointQuery('classifications.shares', {}, true))
  const [editing, setEditing] = useState<string | null>(null)
  const left = useRef<string>(undefined)
  const [removing, setRemoving] = useState<Category | null>(null)
  const ids = categories.map(({ id }) => id)
  const countOf = (id: string) => counts.data?.find((one) => one.id === id)?.count ?? 0
  const move = (id: string, place: number) => {
    const order = moveId(ids, id, place)
    client.setQueryData(categoriesQuery.queryKey, (known) =>
      order.flatMap((one) => known?.find((category) => category.id === one) ?? []),
    )
    void run('categories.order', { id, order: place }, { done: t('moved', { place: place + 1, count: order.length }) })
  }
  // The dragged category is the one whose removal leaves the old and the new order equal.
  const save = (order: string[]) => {
    const id = order.find((one) => idsWithout(order, one) === idsWithout(ids, one))
    if (id !== undefined) move(id, order.indexOf(id))
  }
  const dragging = useDragOrder(ids, save)
  return (
    <>
      {note}
      <Card as="ol" tight className={`${itemListStyles.list} ${itemListStyles.card}`}>
        {categories.map((category, index) => {
          const name = nameOf(category)
          return (
            <li
              key={category.id}
              ref={keepFocus}
              className={itemListStyles.item}
              {...(editing === null && dragging(category.id))}
            >
              {editing === category.id ? (
                <div className={itemListStyles.words}>
                  <CategoryForm
                    category={category}
                    onDone={() => {
                      left.current = category.id
                      setEditing(null)
                    }}
                  />
                </div>
              ) : (
                <>
                  <span className={itemListStyles.words}>
                    {category.color !== null && (
                      <svg className={styles.categorySwatch} viewBox="0 0 1 1" aria-hidden="true">
                        <rect width="1" height="1" fill={category.color} />
                      </svg>
                    )}{' '}
                    <bdi className="strong">{name}</bdi>{' '}
                    <CategoryStats
                      count={countOf(category.id)}
                      share={shares.data?.find((one) => one.id === category.id)}
                    />
                    {category.description !== '' && (
                      <span className={`small secondary ${styles.sectionsLine}`} dir="auto">
                        {category.description}
                      </span>
                    )}
                  </span>
                  <MoveButtons
                    up={lists('up', { name })}
                    down={lists('down', { name })}
                    index={index}
                    count={categories.length}
                    onMove={(to) => move(category.id, to)}
                  />
                  <IconButton
                    className={itemListStyles.action}
                    aria-label={t('edit', { name })}
                    ref={(button) => {
                      if (!button || left.current !== category.id) return
                      left.current = undefined
                      button.focus()
                    }}
                    onClick={() => setEditing(category.id)}
                  >
                    <Icon name="pencil" />
                  </IconButton>
                  <IconButton
                    className={itemListStyles.action}
                    aria-label={t('remove', { name })}
                    onClick={() => setRemoving(category)}
                  >
                    <Icon name="trash" />
                  </IconButton>
                </>
              )}
            </li>
          )
        })}
      </Card>
      {removing && (
        <CategoryRemoval
          category={removing}
          others={categories.filter(({ id }) => id !== removing.id)}
          count={countOf(removing.id)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}

function Categories() {
  const t = useTranslations('sections')
  const feed = useTranslations('feed')
  const [adding, setAdding] = useState(false)
  const wasAdding = useRef(false)
  const query = useQuery(categoriesQuery)
  const { data } = query
  return (
    <>
      <Title>{feed('categories')}</Title>
      <PageHead title={feed('categories')} lead={t('lead')}>
        {!adding && (
          <Button
            variant="primary"
            ref={(button) => {
              if (wasAdding.current) button?.focus()
              wasAdding.current = false
            }}
            onClick={() => setAdding(true)}
          >
            <Icon name="plus" />
            {t('new')}
          </Button>
        )}
      </PageHead>
      {adding && (
        <Card>
          <CategoryForm
            onDone={() => {
              wasAdding.current = true
              setAdding(false)
            }}
          />
        </Card>
      )}
      {data ? <List categories={data} /> : <QueryStatus query={query} />}
      <ModelCard />
      <RecategorizeJob />
    </>
  )
}

export default withStaffMessages(Categories)
