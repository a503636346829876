import { useTranslations } from 'use-intl'
import type { CareCase, CaseEntry } from '../../../../contract/cases.ts'
import { HOUR_MS } from '../../../../contract/time.values.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { useTime } from '../../../time.tsx'
import { useMoment } from '../../../useMoment.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import styles from './Case.module.css'

type Act = CaseEntry & { act: Exclude<CaseEntry['act'], 'note'> }
const isAct = (entry: CaseEntry): entry is Act => entry.act !== 'note'

/** The acts that show whether anybody had it until then. */
const TURNS: CaseEntry['act'][] = ['taken', 'handed_over', 'offered', 'unanswered', 'closed']

/**
 * Returns true when the account to which an act `handed_over` without a name went is gone, by what came `later`; false when its
 * holder had left the team, and nobody had it.
 */
function isTakenByGone(later: Act[]): boolean {
  const next = later.find(({ act }) => TURNS.includes(act))
  return next !== undefined && next.act !== 'taken' && (next.act !== 'closed' || next.by === null)
}

/** The sentence of what was done. `later`: what was done after it. */
function useAct(): (entry: Act, later: Act[]) => string {
  const t = useTranslations('case')
  const desk = useTranslations('staff')
  const nameOf = useNameOf()
  const { user } = useAuth()
  const called = (person: CaseEntry['by']) => (person === null ? desk('gone') : nameOf(person.display_name))
  const who = (person: CaseEntry['by']) => (person?.id === user?.id ? 'you' : person === null ? 'nobody' : 'other')
  return ({ act, by, to }, later) => {
    if (act === 'offered') return t('act_offered', { who: who(by), name: called(by), to: called(to) })
    if (act === 'handed_over') {
      if (to === null && !isTakenByGone(later)) return t('nobody')
      return t('act_handed_over', { who: who(to), name: called(to) })
    }
    if (act === 'unanswered') return t('act_unanswered', { who: who(to), name: called(to) })
    if (act === 'told') return t('act_told', { who: who(to), name: called(to) })
    return t(`act_${act}`, { who: who(by), name: called(by) })
  }
}

/** Says who has it, and what happened so far. */
export function CaseHistory({ of: { taken_by, taken_at, closed_at, entries, write_by } }: { of: CareCase }) {
  const t = useTranslations('case')
  const desk = useTranslations('staff')
  const act = useAct()
  const moment = useMoment()
  const nameOf = useNameOf()
  const { user } = useAuth()
  return (
    <Card as="section" tight className="stack" aria-labelledby="who">
      <CardTitle id="who">{t('who')}</CardTitle>
      {taken_by === null ? (
        (closed_at === null || taken_at !== null) && <p>{taken_at === null ? t('nobody') : desk('gone')}</p>
      ) : (
        <p className={styles.by}>
          <Avatar name={nameOf(taken_by.display_name)} />
          <span>
            <b className="strong">{taken_by.id === user?.id ? t('you') : <bdi>{nameOf(taken_by.display_name)}</bdi>}</b>
            {write_by !== null && (
              <small className="small secondary" suppressHydrationWarning>
                {t('write_by', {
                  who: taken_by.id === user?.id ? 'you' : 'other',
                  name: nameOf(taken_by.display_name),
                  time: moment(write_by),
                })}
              </small>
            )}
          </span>
        </p>
      )}
      <ol className={styles.history}>
        {entries.filter(isAct).map((entry, index, acts) => (
          <li key={entry.id}>
            <time dateTime={entry.created_at} suppressHydrationWarning>
              {moment(entry.created_at)}
            </time>
            <span>{act(entry, acts.slice(index + 1))}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Returns the time as the server shows it to moderators. */
const toHour = (iso: string): string => new Date(Math.floor(Date.parse(iso) / HOUR_MS) * HOUR_MS).toISOString()

/** Shows what those see who do not see the case. */
export function SeenByModerators({ of: { opened_at, taken_by, closed_at } }: { of: CareCase }) {
  const t = useTranslations('case')
  const ago = useTime()
  const isSeen = taken_by === null && closed_at === null
  return (
    <section className="stack stack--tight" aria-labelledby="seen">
      <CardTitle id="seen">{t('moderators')}</CardTitle>
      <div className={styles.seen}>
        <Icon name="care" />
        <div>
          <p className="strong">{t(isSeen ? 'moderators_see' : 'moderators_see_nothing')}</p>
          {isSeen && (
            <p className="small muted" suppressHydrationWarning>
              {t('moderators_age', { ago: ago(toHour(opened_at)) })}
            </p>
          )}
        </div>
      </div>
    </section>
  )
}
