import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { CaseSummary } from '../../../../contract/cases.ts'
import { QueryStatus, useAwaits } from '../../../layout/QueryStatus.tsx'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { Time } from '../../../time.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Plate, PlateRow } from '../../../ui/Plate.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { AlarmCard } from '../review/AlarmCard.tsx'
import { AuthorName } from '../review/AuthorName.tsx'
import { alarmStateQuery, rotaQuery } from '../review/queries.ts'
import { useStaffMutation } from '../review/useStaffMutation.tsx'
import { casesQuery } from './queries.ts'
import styles from './CasesTab.module.css'

/** Says who has it, and what it waits for. */
function State({
  of: { taken_by, offered_to, waits_for_answer, is_overdue, closed_at, outcome },
}: {
  of: CaseSummary
}) {
  const t = useTranslations('case')
  const desk = useTranslations('staff')
  const nameOf = useNameOf()
  const { user } = useAuth()
  const called = ({ id, display_name }: NonNullable<typeof taken_by>) => ({
    who: id === user?.id ? 'you' : 'other',
    name: nameOf(display_name),
  })
  if (closed_at !== null) {
    return (
      <>
        {outcome && t(`ended_${outcome}`)} · <Time iso={closed_at} />
      </>
    )
  }
  return (
    <>
      {taken_by === null ? <b className="strong">{t('nobody')}</b> : t('has', called(taken_by))}
      {offered_to && ` ${t('asked', called(offered_to))}`}{' '}
      {waits_for_answer && <Badge tone="accent">{t('wrote_back')}</Badge>}{' '}
      {is_overdue && <Badge tone="warning">{desk('overdue')}</Badge>}
    </>
  )
}

/** The id of the line that says who it is and since when. Each person stands in one row. */
const idOfWho = ({ id }: CaseSummary): string => `who-${id}`

/** One person: who they are as far as the reader may know, since when, and who has it. */
function Row({ of: one, children }: { of: CaseSummary; children?: ReactNode }) {
  const t = useTranslations('case')
  const alert = useTranslations('alert')
  const kind = useTranslations('queue')
  const { id, origins, excerpt, language, author, pseudonym, opened_at } = one
  const why = origins.map((origin) => (origin === 'words' ? kind(one.alert ?? 'crisis') : t(`origin_${origin}`)))
  return (
    <PlateRow>
      <div className={styles.words}>
        <p>
          {/* All rows begin alike: who and since when tell them apart, and no word of what was written is read out. */}
          <Link
            className="strong"
            id={`why-${id}`}
            aria-labelledby={`why-${id} ${idOfWho(one)}`}
            to={`/admin/care/${id}`}
          >
            {[...new Set(why)].join(' · ')}
          </Link>
        </p>
        {excerpt === null ? (
          <p className="secondary">{alert('no_words')}</p>
        ) : (
          <p className="serif as-written" dir="auto" lang={language ?? undefined}>
            {excerpt}
          </p>
        )}
        <p className="small secondary" id={idOfWho(one)}>
          {excerpt !== null && (
            <>
              <AuthorName author={author} pseudonym={pseudonym} /> ·{' '}
            </>
          )}
          <Time iso={opened_at} />
        </p>
        <p className="small">
          <State of={one} />
        </p>
      </div>
      {children}
    </PlateRow>
  )
}

function Cleared({ items }: { items: CaseSummary[] }) {
  const t = useTranslations('alert')
  const own = useTranslations('case')
  const queue = useTranslations('queue')
  const { run, isPending, note } = useStaffMutation()
  const publish = ({ id, version, last_word }: CaseSummary) =>
    run(
      'cases.close',
      { id, outcome: 'no_danger', version, ...(last_word !== null && { last_word }) },
      { done: queue('published') },
    )
  return (
    <section className="stack" aria-labelledby="cleared">
      <h2 id="cleared">{t('cleared')}</h2>
      <p className="secondary">{t('cleared_text')}</p>
      {note}
      <Plate>
        {items.map((one) => (
          <Row key={one.id} of={one}>
            <div className={styles.acts}>
              {/* What the author wrote back is read in the case. What they keep to themselves is published by nobody. */}
              {!one.waits_for_answer && one.excerpt !== null && (
                <Button
                  aria-describedby={idOfWho(one)}
                  aria-disabled={isPending || undefined}
                  onClick={() => void publish(one)}
                >
                  {queue('publish')}
                </Button>
              )}
              <ButtonLink variant="text" aria-describedby={idOfWho(one)} to={`/admin/care/${one.id}`}>
                {own('open')}
              </ButtonLink>
            </div>
          </Row>
        ))}
      </Plate>
    </section>
  )
}

/** Everybody who may be in danger, one row for each, for as long as it takes. */
export function CasesTab() {
  const t = useTranslations('alert')
  const own = useTranslations('case')
  const query = useQuery({ ...casesQuery, refetchOnMount: 'always', refetchOnWindowFocus: 'always' })
  const rotaAnswer = useQuery(rotaQuery)
  const awaits = useAwaits(rotaAnswer, useQuery(alarmStateQuery))
  const { data } = query
  // The card of the alarm stands above the people: coming later it would push them away from under a finger. They wait for no second try.
  if (!data || awaits) return <QueryStatus query={query} />
  const rota = rotaAnswer.data
  const { items, closed } = data
  const cleared = items.filter((one) => one.is_cleared && one.closed_at === null)
  const again = items.filter((one) => one.closed_at !== null)
  const open = items.filter((one) => one.closed_at === null && !one.is_cleared)
  return (
    <div className="stack">
      <AlarmCard oldest={open.find(({ taken_by }) => taken_by === null)?.opened_at} />
      {open.length === 0 ? (
        <Card as="p" className="secondary">
          {t(rota?.sees_alerts === false ? 'not_yours' : 'empty')}
        </Card>
      ) : (
        <Plate>
          {open.map((one) => (
            <Row key={one.id} of={one} />
          ))}
        </Plate>
      )}
      {again.length > 0 && (
        <section className="stack" aria-labelledby="again">
          <h2 id="again">{own('again')}</h2>
          <Plate>
            {again.map((one) => (
              <Row key={one.id} of={one} />
            ))}
          </Plate>
        </section>
      )}
      {cleared.length > 0 && <Cleared items={cleared} />}
      {closed.length > 0 && (
        <details className={styles.closed}>
          <summary>{own('closed_lately', { count: closed.length })}</summary>
          <Plate>
            {closed.map((one) => (
              <Row key={one.id} of={one} />
            ))}
          </Plate>
        </details>
      )}
    </div>
  )
}
