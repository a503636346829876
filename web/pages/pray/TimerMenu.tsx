import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/Icon.tsx'
import { Popup } from '../../ui/Popup.tsx'
import { toast } from '../../ui/Toast.tsx'
import popupStyles from '../../ui/Popup.module.css'

const MINUTE_MS = 60_000
const times = [0, 5, 10, 20] as const

/** Chooses how long to pray. The end is announced in text, without a sound; no countdown is shown. */
export function TimerMenu() {
  const t = useTranslations('pray_mode')
  const [minutes, setMinutes] = useState<(typeof times)[number]>(0)
  useEffect(() => {
    if (minutes === 0) return undefined
    const timer = setTimeout(() => {
      toast(t('time_over'))
      setMinutes(0)
    }, minutes * MINUTE_MS)
    return () => clearTimeout(timer)
  }, [minutes, t])
  return (
    <Popup label={t('timer')} summary={<Icon name="clock" />}>
      <div className={`${popupStyles.panel} ${popupStyles.menuPanel} ${popupStyles.menu}`}>
        {times.map((time) => (
          <button
            key={time}
            type="button"
            data-closes=""
            aria-pressed={time === minutes}
            onClick={() => setMinutes(time)}
          >
            {t('minutes', { minutes: time })}
            {time === minutes && <Icon name="check" className="icon--sm" />}
          </button>
        ))}
      </div>
    </Popup>
  )
}
