import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { Link, redirect, useSearchParams } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { CountryLines, Line } from '../features/care/care/CountryLines.tsx'
import { ownCountry } from '../features/care/care/ownCountry.ts'
import { Brand } from '../layout/Brand.tsx'
import { FormMessages } from '../layout/FormMessages.tsx'
import { endpointQuery, preload, preloadInBrowser, useHydratedState, type RouteQueries } from '../query.ts'
import { Title } from '../site.tsx'
import { Icon } from '../ui/Icon.tsx'
import brandStyles from '../layout/Brand.module.css'
import type { Route } from './+types/help-now.ts'
import styles from './help-now.module.css'

const helplinesQuery = { ...endpointQuery('helplines.list', {}), staleTime: Infinity }
const queries: RouteQueries = () => [helplinesQuery]
export const loader = preload(queries)

/** The address names the country. The server adds that of the browser's language in the same way. */
export function clientLoader(where: Route.ClientLoaderArgs) {
  const country = ownCountry()
  if (country !== '' && !new URL(where.request.url).searchParams.has('country'))
    throw redirect(`/help-now?country=${country}`)
  return preloadInBrowser(queries)(where)
}

/** Where "Leave this page" leads: a page that anybody could have open. */
const ELSEWHERE = 'https://weather.com'

/** Takes the place of this page in the history, so that Back does not return here. */
function leave(event: MouseEvent): void {
  event.preventDefault()
  location.replace(ELSEWHERE)
}

/** The numbers of the country that the address names, and the way to those of others. */
function Numbers() {
  const t = useTranslations('crisis')
  const locale = useLocale()
  const [search] = useSearchParams()
  const { data, isError } = useQuery(helplinesQuery)
  if (isError) return <p role="alert">{t('not_loaded')}</p>
  if (!data) return <div className={styles.numbers} aria-busy="true" />
  const nameOf = new Intl.DisplayNames(locale, { type: 'region' })
  const countries = [...new Set(data.items.map((item) => item.country))]
    .map((code) => ({ code, name: nameOf.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
  const country = countries.find(({ code }) => code === search.get('country'))
  const lines = data.items.filter((line) => line.country === country?.code)
  const home = lines.filter(({ kind }) => kind === 'home')
  return (
    <>
      <div className={styles.numbers}>
        {country && (
          <>
            <p>{t.rich('help_in', { country: country.name, b: (words) => <b>{words}</b> })}</p>
            <CountryLines lines={lines} kind="self_harm" />
          </>
        )}
        <details key={country?.code} open={country === undefined}>
          <summary>{t('another')}</summary>
          <ul className={styles.countries}>
            {countries.map(({ code, name }) => (
              <li key={code}>
                <Link to={`?country=${code}`} replace aria-current={code === country?.code || undefined}>
                  {name}
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
      <section className={styles.home}>
        <h2>{t('home')}</h2>
        <p>{t('home_text')}</p>
        {home.map((line) => (
          <Line key={line.name} line={line} />
        ))}
      </section>
    </>
  )
}

function Content() {
  const t = useTranslations('crisis')
  return (
    <div className={styles.crisis}>
      <Title>{t('page')}</Title>
      <div className={styles.top}>
        <Link className={brandStyles.brand} to="/">
          <Brand />
        </Link>
        <a className={styles.leave} href={ELSEWHERE} rel="noreferrer" onClick={leave}>
          <Icon name="leave" className="flip" />
          {t('leave')}
        </a>
      </div>
      <div className={styles.columns}>
        <div className={styles.lead}>
          <h1>{t('title')}</h1>
          <p>{t('lead')}</p>
        </div>
        <Numbers />
        <section className={styles.say}>
          <h2>{t('say')}</h2>
          <blockquote className="serif">{t('say_words')}</blockquote>
          <p className="secondary">{t('say_more')}</p>
        </section>
        <section className={styles.request}>
          <h2>{t('request')}</h2>
          <p>{t('request_text')}</p>
        </section>
        <p className={`small muted ${styles.note}`}>{t('leave_text')}</p>
      </div>
    </div>
  )
}

export default function HelpNowRoute({ loaderData }: Route.ComponentProps) {
  useHydratedState(loaderData)
  return (
    <FormMessages area="care">
      <Content />
    </FormMessages>
  )
}
