import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { MAX_PAUSE_DAYS } from '../../../contract/notifications.values.ts'
import { DAY_MS } from '../../../contract/time.values.ts'
import { isoDay, readNow, useNow } from '../../time.tsx'
import { Chip } from '../../ui/Chip.tsx'
import chipStyles from '../../ui/Chip.module.css'
import { Field } from '../../ui/Field.tsx'
import { formatterIn } from '../../ui/formatterIn.ts'
import { Switch } from '../../ui/Switch.tsx'

/** The spans that one press sets, in days. */
const SPANS = { day: 1, week: 7 } as const

/** Pauses all that leaves the site about notices: for a day at first, then for as long as the person says. */
export function Pause({
  paused_until,
  time_zone,
  onChange,
}: {
  paused_until: string | null
  time_zone: string
  onChange: (until: string | null) => void
}) {
  const t = useTranslations('reach')
  const locale = useLocale()
  const now = useNow()
  /** Holds the day while it is typed: the field stays where it is, with the focus in it. */
  const [typed, setTyped] = useState<string | null>(null)
  const isOn = paused_until !== null && Date.parse(paused_until) > now
  const last = new Date(now + MAX_PAUSE_DAYS * DAY_MS)
  const pauseFor = (days: number) => onChange(new Date(readNow() + days * DAY_MS).toISOString())
  /** Until that day begins on the clock in front of the person. */
  const pauseUntil = (day: string) => {
    const at = new Date(`${day}T00:00`)
    if (at.getTime() > readNow()) onChange(at.toISOString())
  }
  const end = (until: string) =>
    formatterIn(
      locale,
      { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' },
      time_zone,
    ).format(new Date(until))
  return (
    <div className="stack">
      <Switch
        label={t('pause')}
        hint={isOn ? t('paused_until', { date: end(paused_until) }) : t('pause_hint')}
        checked={isOn}
        onChange={(wanted) => (wanted ? pauseFor(SPANS.day) : onChange(null))}
      />
      {isOn && (
        <>
          <p className="small secondary">{t('pause_hint')}</p>
          <div className={chipStyles.chips}>
            {(['day', 'week'] as const).map((span) => (
              <Chip key={span} onClick={() => pauseFor(SPANS[span])}>
                {t(`pause_${span}`)}
              </Chip>
            ))}
          </div>
          <Field
            label={t('pause_date')}
            type="date"
            min={isoDay(new Date(now + DAY_MS))}
            max={isoDay(last)}
            value={typed ?? isoDay(new Date(paused_until))}
            onChange={({ target }) => {
              setTyped(target.value)
              pauseUntil(target.value)
            }}
            onBlur={() => setTyped(null)}
          />
        </>
      )}
    </div>
  )
}
