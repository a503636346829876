import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../contract/languages.ts'
import type { DeskToday } from '../../contract/desk.ts'
import type { Role } from '../../contract/users.ts'
import { endpointQuery } from '../query.ts'
import { Badge } from '../ui/Badge.tsx'
import { Candle } from '../ui/Candle.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type Place, isOpenPart, isOpenPlace, placesFor } from './places.ts'
import styles from './AdminShell.module.css'

export const deskTodayQuery = endpointQuery('desk.today', {}, true)

/** People in danger whom nobody has, or the reader. */
const countDanger = ({ danger }: DeskToday): number => danger.waiting + danger.taken.length

/** Number of what cannot wait: the number beside Today. */
export const countNow = (today: DeskToday): number => countDanger(today) + (today.reports?.urgent.length ?? 0)

/** Numbers stand only where somebody waits. */
function countAt({ to }: Place, today: DeskToday): number {
  if (to === '/admin') return countNow(today)
  if (to === '/admin/care') return countDanger(today)
  if (to === '/admin/reports' && today.reports) return today.reports.urgent.length + today.reports.others.count
  return 0
}

function Count({ of, today }: { of: Place; today: DeskToday | undefined }) {
  const number = new Intl.NumberFormat(localeOf(useLocale()))
  const count = today ? countAt(of, today) : 0
  if (count === 0) return null
  return (
    <Badge className={styles.count} tone={of.to === '/admin/reports' ? undefined : 'error'}>
      {number.format(count)}
    </Badge>
  )
}

const PlaceIcon = ({ of: { icon } }: { of: Place }) => (icon === 'candle' ? <Candle /> : <Icon name={icon} />)

/** Pages of the open place, if it has several. */
function Parts({ of: { parts = [] } }: { of: Place }) {
  const t = useTranslations()
  const { pathname } = useLocation()
  if (parts.length < 2) return null
  return (
    <nav className={styles.parts} aria-label={t('places.parts')}>
      {parts.map((part) => (
        <Link key={part.to} to={part.to} aria-current={isOpenPart(pathname, part) ? 'page' : undefined}>
          {t(part.label)}
        </Link>
      ))}
    </nav>
  )
}

/**
 * Layout of the desk: its places beside the open one. On a narrow screen a button names the open place and unfolds all. Lists
 * only the places that the role may open.
 */
export function AdminShell({ role, children }: { role: Role; children: ReactNode }) {
  const t = useTranslations()
  const { pathname } = useLocation()
  const { data: today } = useQuery({ ...deskTodayQuery, refetchOnWindowFocus: 'always' })
  const id = useId()
  // Folds by itself once another place is open.
  const [unfoldedAt, setUnfoldedAt] = useState<string>()
  const isUnfolded = unfoldedAt === pathname
  const groups = placesFor(role, today?.danger.is_yours ?? false)
  const open = groups.flatMap(({ places }) => places).find((place) => isOpenPlace(pathname, place))
  return (
    <div className={styles.admin}>
      <div className={`${styles.places} only-screen`}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setUnfoldedAt(isUnfolded ? undefined : pathname)}
        >
          {open && (
            <>
              <PlaceIcon of={open} />
              <b>{t(open.label)}</b>
              <Count of={open} today={today} />
            </>
          )}
          <span className={styles.all}>
            {t('places.all')}
            <Icon name="down" className="icon--sm" />
          </span>
        </button>
        <nav
          id={id}
          className={isUnfolded ? `${styles.nav} ${styles.unfolded}` : styles.nav}
          aria-label={t('admin.nav')}
        >
          {groups.map(({ title, places }) => (
            <div key={title ?? 'every day'} role={title && 'group'} aria-labelledby={title && `${id}${title}`}>
              {title && <h2 id={`${id}${title}`}>{t(title)}</h2>}
              {places.map((place) => (
                <Link key={place.to} to={place.to} aria-current={place === open ? 'page' : undefined}>
                  <PlaceIcon of={place} />
                  <span>{t(place.label)}</span>
                  <Count of={place} today={today} />
                </Link>
              ))}
            </div>
          ))}
        </nav>
      </div>
      <div className={styles.main}>
        {open && <Parts of={open} />}
        {children}
      </div>
    </div>
  )
}
