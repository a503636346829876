import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useSyncExternalStore } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { Helpline } from '../../contract/helplines.ts'
import { Brand } from '../layout/Brand.tsx'
import { FormMessages } from '../layout/FormMessages.tsx'
import { endpointQuery, preload, preloadInBrowser, useHydratedState, type RouteQueries } from '../query.ts'
import { Title } from '../site.tsx'
import { Icon } from '../ui/Icon.tsx'
import { noopSubscribe } from '../ui/noopSubscribe.ts'
import { ownCountry } from '../features/care/care/ownCountry.ts'
import brandStyles from '../layout/Brand.module.css'
import type { Route } from './+types/help-now.ts'
import styles from './help-now.module.css'

const helplinesQuery = { ...endpointQuery('helplines.list', {}), staleTime: Infinity }
const queries: RouteQueries = () => [helplinesQuery]
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

/** Where "Leave this page" leads: a page that anybody could have open. */
const ELSEWHERE = 'https://weather.com'

/** Takes the place of this page in the history, so that Back does not return here. */
function leave(event: MouseEvent): void {
  event.preventDefault()
  location.replace(ELSEWHERE)
}

const dial = (number: string): string => `tel:${number.replace(/[^\d+*#]/g, '')}`

function CallCard({ line: { name, number, hours } }: { line: Helpline }) {
  const t = useTranslations('crisis')
  if (number === null) return null
  return (
    <a className={styles.call} href={dial(number)}>
      <Icon name="phone" />
      <span>
        <span className="strong">{t('call', { name })}</span>
        <bdi className={styles.number} dir="ltr">
          {number}
        </bdi>
        {hours === '24/7' ? <span>{t('always')}</span> : hours !== null && <span>{hours}</span>}
      </span>
    </a>
  )
}

/** The ways to talk to somebody in one country. */
function Lines({ lines }: { lines: Helpline[] }) {
  const t = useTranslations('crisis')
  const of = (kind: Helpline['kind']) => lines.filter((line) => line.kind === kind)
  const [crisis] = of('crisis')
  const [emergency] = of('emergency')
  return (
    <>
      {crisis && <CallCard line={crisis} />}
      {crisis && crisis.url !== null && (
        <a className={styles.write} href={crisis.url} rel="noreferrer">
          <Icon name="mail" />
          <span className="strong">{t('write')}</span>
          <span dir="ltr">{new URL(crisis.url).host.replace(/^www\./, '')}</span>
        </a>
      )}
      {emergency && emergency.number !== null && (
        <a className={styles.emergency} href={dial(emergency.number)}>
          <Icon name="phone" />
          <span>{t.rich('emergency', { number: emergency.number, b: (words) => <b>{words}</b> })}</span>
        </a>
      )}
    </>
  )
}

function Content() {
  const t = useTranslations('crisis')
  const locale = useLocale()
  const [search] = useSearchParams()
  const own = useSyncExternalStore(noopSubscribe, ownCountry, () => '')
  const { data } = useQuery(helplinesQuery)
  const nameOf = new Intl.DisplayNames(locale, { type: 'region' })
  const countries = [...new Set(data?.items.map((item) => item.country))]
    .map((code) => ({ code, name: nameOf.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
  const wanted = search.get('country') ?? own
  const country = countries.find(({ code }) => code === wanted)
  const lines = data?.items.filter((line) => line.country === country?.code) ?? []
  const home = lines.filter(({ kind, number }) => kind === 'home' && number !== null)
  return (
    <div className={styles.crisis}>
      <Title>{t('page')}</Title>
      <div className={styles.top}>
        <Link className={brandStyles.brand} to="/">
          <Brand />
        </Link>
        <a className={styles.leave} href={ELSEWHERE} rel="noreferrer" onClick={leave}>
          <Icon name="right" />
          {t('leave')}
        </a>
      </div>
      <div className={styles.columns}>
        <div className="stack">
          <h1>{t('title')}</h1>
          <p className="lead">{t('lead')}</p>
          <div className={styles.numbers}>
            {country && <p>{t.rich('help_in', { country: country.name, b: (words) => <b>{words}</b> })}</p>}
            <Lines lines={lines} />
            <details open={data !== undefined && country === undefined}>
              <summary>{t('another')}</summary>
              <ul className={styles.countries}>
                {countries.map(({ code, name }) => (
                  <li key={code}>
                    <Link to={`?country=${code}`} replace preventScrollReset>
                      {name}
                    </Link>
                  </li>
                ))}
                <li>
                  <a href={data?.international} rel="noreferrer">
                    {t('elsewhere')}
                  </a>
                </li>
              </ul>
            </details>
          </div>
        </div>
        <div className="stack">
          <section>
            <h2>{t('say')}</h2>
            <blockquote className="serif">{t('say_words')}</blockquote>
            <p className="secondary">{t('say_more')}</p>
          </section>
          <section>
            <h2>{t('home')}</h2>
            <p>{t('home_text')}</p>
            {home.map(({ name, number }) => (
              <p key={name}>
                <a dir="ltr" href={dial(number ?? '')}>
                  {number}
                </a>{' '}
                <bdi>{name}</bdi>
              </p>
            ))}
          </section>
          <section>
            <h2>{t('request')}</h2>
            <p>{t('request_text')}</p>
          </section>
          <p className="small muted">{t('leave_text')}</p>
        </div>
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
