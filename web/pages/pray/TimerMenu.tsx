import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../../ui/Toast.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'

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
    <Menu label={t('timer')} icon="clock">
      {times.map((time) => (
        <MenuItem
          key={time}
          icon={time === minutes ? 'check' : undefined}
          aria-pressed={time === minutes}
          onClick={() => setMinutes(time)}
        >
          {t('minutes', { minutes: time })}
        </MenuItem>
      ))}
    </Menu>
  )
}
