import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../../../contract/languages.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { Time } from '../../../time.tsx'
import { Button, ButtonAnchor, ButtonRow } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { dial } from '../care/CountryLines.tsx'
import { AlarmCure } from './AlarmCure.tsx'
import { alarmStateQuery } from './queries.ts'
import { useStaffMutation } from './useStaffMutation.tsx'

/** Shows how many people wait and since when (`oldest`: to the minute, for those who see the cases), whether an alarm would reach somebody, and the last drill. */
export function AlarmCard({ oldest }: { oldest: string | undefined }) {
  const t = useTranslations('alarm')
  const admin = useTranslations('admin')
  const locale = useLocale()
  const nameOf = useNameOf()
  const { user } = useAuth()
  const { data } = useQuery({ ...alarmStateQuery, refetchOnWindowFocus: 'always' })
  const { run, isPending: busy, note } = useStaffMutation()
  if (!data) return null
  const { waiting, oldest_at, reach, last_drill, may_drill } = data
  const ring = data.ring.filter(({ id }) => id !== user?.id)
  const since = oldest ?? oldest_at
  return (
    <Card as="section" className="stack">
      <p className="strong">{t('waiting', { count: waiting })}</p>
      {since !== null && (
        <p className="small secondary">
          {t('oldest')} <Time iso={since} />
        </p>
      )}
      {reach === 'reachable' ? (
        <p className="small secondary">{t('reachable')}</p>
      ) : (
        <>
          <Note kind="error" icon="alert" title={t(reach)} />
          <ButtonRow>
            <AlarmCure reach={reach} />
          </ButtonRow>
        </>
      )}
      {ring.length > 0 && (
        <ButtonRow>
          {ring.map(({ id, display_name, number }) => (
            <ButtonAnchor key={id} href={dial(number)}>
              <Icon name="phone" />
              {admin('ring', { name: nameOf(display_name) })} <bdi dir="ltr">{number}</bdi>
            </ButtonAnchor>
          ))}
        </ButtonRow>
      )}
      {last_drill !== null && (
        <p className="small secondary">
          {t('last_drill')} <Time iso={last_drill.started_at} /> ·{' '}
          {last_drill.told.length === 0
            ? t('drill_untold')
            : t('drill_told', {
                names: new Intl.ListFormat(localeOf(locale)).format(
                  last_drill.told.map(({ display_name }) => nameOf(display_name)),
                ),
              })}
          {' · '}
          {last_drill.answered_by === null
            ? t('unanswered')
            : t('answered', { name: nameOf(last_drill.answered_by.display_name) })}
        </p>
      )}
      {note}
      {may_drill && (
        <>
          <p className="small secondary">{t('drill_hint')}</p>
          <ButtonRow>
            <Button
              aria-disabled={busy || undefined}
              onClick={() => void run('alarms.drill', {}, { done: t('drill_started'), idempotent: true })}
            >
              {t('drill')}
            </Button>
          </ButtonRow>
        </>
      )}
    </Card>
  )
}
