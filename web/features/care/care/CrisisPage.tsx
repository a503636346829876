import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type MouseEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { AlertKind } from '../../../../contract/prayers.ts'
import { Brand } from '../../../layout/Brand.tsx'
import { ELSEWHERE } from '../../../layout/links.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { CountryLines, Line } from './CountryLines.tsx'
import { helplinesQuery, PATIENCE_MS, type Country } from './help.ts'
import aloneStyles from '../../../layout/Alone.module.css'
import brandStyles from '../../../layout/Brand.module.css'
import styles from './CrisisPage.module.css'

/** Takes the place of this page in the history, so that Back does not return here. */
function leave(event: MouseEvent): void {
  event.preventDefault()
  location.replace(ELSEWHERE)
}

const inBold = (words: ReactNode) => <bdi className="strong">{words}</bdi>

/** The name of a country within an English sentence. */
const toEnglish = (name: string): string => (/^(?:United|Netherlands|Philippines)/.test(name) ? `the ${name}` : name)

interface Help {
  /** Code of the country whose numbers are shown; of an unknown country, the list of countries is open. */
  country: string
  countries: Country[]
  kind: AlertKind
}

/** Says whom to call where no number has come: at once when none will, else after a moment. */
function NotLoaded({ isError }: { isError: boolean }) {
  const t = useTranslations('crisis')
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (isError || isLate) && <p role="alert">{t('not_loaded')}</p>
}

/** The numbers of one country, and the way to those of others: the address names them as `country`. */
function Numbers({ country: code, countries, kind }: Help) {
  const t = useTranslations('crisis')
  const isEnglish = useLocale() === 'en'
  const { data, isError } = useQuery(helplinesQuery)
  if (!data) return <NotLoaded isError={isError} />
  const country = countries.find((one) => one.code === code)
  const lines = data.items.filter((line) => line.country === country?.code)
  return (
    <>
      <div className={styles.numbers}>
        <div className={styles.where}>
          {country && (
            <p>{t.rich('help_in', { country: isEnglish ? toEnglish(country.name) : country.name, b: inBold })}</p>
          )}
          <details key={country?.code} className="only-screen" open={country === undefined}>
            <summary>{t('another')}</summary>
            <ul className={styles.countries}>
              {countries.map((one) => (
                <li key={one.code}>
                  <Link
                    to={`?country=${one.code}`}
                    replace
                    preventScrollReset
                    aria-current={one.code === country?.code || undefined}
                  >
                    <bdi>{one.name}</bdi>
                  </Link>
                </li>
              ))}
              <li>
                <a href={data.international} rel="noreferrer">
                  {t('elsewhere')}
                </a>
              </li>
            </ul>
          </details>
        </div>
        {country && <CountryLines lines={lines} kind={kind} />}
      </div>
      {kind !== 'unsafe_home' && (
        <section className={styles.home}>
          <h2>{t('home')}</h2>
          <p>{t('home_text')}</p>
          {lines
            .filter((line) => line.kind === 'home' || line.kind === 'police')
            .map((line) => (
              <Line key={line.name} line={line} />
            ))}
        </section>
      )}
    </>
  )
}

/**
 * A page for somebody in danger, which stands alone: who listens now, what to say, and a way to leave at once. `news`: what
 * their author must know first; `children`: what happens to a request.
 */
export function CrisisPage({
  heading,
  lead,
  news,
  children,
  ...help
}: Help & { heading: string; lead: string; news?: ReactNode; children: ReactNode }) {
  const t = useTranslations('crisis')
  return (
    <div className={`${styles.crisis} ${aloneStyles.alone}`}>
      <div className={styles.top}>
        <Link className={brandStyles.brand} to="/">
          <Brand />
        </Link>
        <a className={`only-screen ${styles.leave}`} href={ELSEWHERE} rel="noreferrer" onClick={leave}>
          <Icon name="leave" className="flip" />
          {t('leave')}
        </a>
      </div>
      <div className={styles.columns}>
        <div className={styles.lead}>
          <h1>{heading}</h1>
          <p>{lead}</p>
          {news}
        </div>
        <Numbers {...help} />
        <section className={styles.say}>
          <h2>{t('say')}</h2>
          <blockquote className="serif">{t('say_words')}</blockquote>
          <p className="secondary">{t('say_more')}</p>
        </section>
        <section className={styles.request}>{children}</section>
        <p className={`small muted only-screen ${styles.note}`}>{t('leave_text')}</p>
      </div>
    </div>
  )
}
