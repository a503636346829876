import { useQuery } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { Link, redirect, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { localeOf } from '../../contract/languages.ts'
import { pageLanguage } from '../messages.ts'
import type { Helpline } from '../../contract/helplines.ts'
import { CountryLines, Line } from '../features/care/care/CountryLines.tsx'
import { ownCountry } from '../features/care/care/ownCountry.ts'
import { Brand } from '../layout/Brand.tsx'
import { FormMessages } from '../layout/FormMessages.tsx'
import { ELSEWHERE } from '../layout/links.ts'
import { endpointQuery, getQueryClient, preload, renderContext, useHydratedState, type RouteQueries } from '../query.ts'
import { Title } from '../site.tsx'
import { Icon } from '../ui/Icon.tsx'
import aloneStyles from '../layout/Alone.module.css'
import brandStyles from '../layout/Brand.module.css'
import type { Route } from './+types/help-now.ts'
import styles from './help-now.module.css'

const helplinesQuery = { ...endpointQuery('helplines.list', {}), staleTime: Infinity }
const queries: RouteQueries = () => [helplinesQuery]
const preloadHelplines = preload(queries)

/** Names the countries once: the server and the browser may know them by other names, and sort those otherwise. */
function nameCountries(items: Helpline[], language: string): { code: string; name: string }[] {
  const nameOf = new Intl.DisplayNames(localeOf(language), { type: 'region' })
  return [...new Set(items.map(({ country }) => country))]
    .map((code) => ({ code, name: nameOf.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language))
}

export async function loader(where: Route.LoaderArgs) {
  const { call, language } = where.context.get(renderContext)
  const [state, { items }] = await Promise.all([preloadHelplines(where), call('helplines.list', {})])
  return { state, countries: nameCountries(items, language) }
}

/** The address names the country. The server adds that of the browser's language in the same way. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const country = ownCountry()
  if (country !== '' && !url.searchParams.has('country')) throw redirect(`/help-now?country=${country}`)
  const data = await getQueryClient()
    .query(helplinesQuery)
    .catch(() => undefined)
  return { state: null, countries: nameCountries(data?.items ?? [], pageLanguage()) }
}

/** Takes the place of this page in the history, so that Back does not return here. */
function leave(event: MouseEvent): void {
  event.preventDefault()
  location.replace(ELSEWHERE)
}

const inBold = (words: ReactNode) => <bdi className="strong">{words}</bdi>

/** The numbers of the country that the address names, and the way to those of others. */
function Numbers({ countries }: { countries: { code: string; name: string }[] }) {
  const t = useTranslations('crisis')
  const [search] = useSearchParams()
  const { data, isError } = useQuery(helplinesQuery)
  if (isError) return <p role="alert">{t('not_loaded')}</p>
  if (!data) return null
  const country = countries.find(({ code }) => code === search.get('country'))
  const lines = data.items.filter((line) => line.country === country?.code)
  const home = lines.filter(({ kind }) => kind === 'home')
  return (
    <>
      <div className={styles.numbers}>
        {country && (
          <>
            <p>{t.rich('help_in', { country: country.name, b: inBold })}</p>
            <CountryLines lines={lines} kind="self_harm" />
          </>
        )}
        <details key={country?.code} open={country === undefined}>
          <summary>{t('another')}</summary>
          <ul className={styles.countries}>
            {countries.map(({ code, name }) => (
              <li key={code}>
                <Link to={`?country=${code}`} replace aria-current={code === country?.code || undefined}>
                  <bdi>{name}</bdi>
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

function Content({ countries }: { countries: { code: string; name: string }[] }) {
  const t = useTranslations('crisis')
  return (
    <div className={`${styles.crisis} ${aloneStyles.alone}`}>
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
        <Numbers countries={countries} />
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
  useHydratedState(loaderData.state)
  return (
    <FormMessages area="care">
      <Content countries={loaderData.countries} />
    </FormMessages>
  )
}
