import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { endpointQuery } from '../../../query.ts'
import { Time } from '../../../time.tsx'
import { Icon } from '../../../ui/Icon.tsx'

/** The numbers that people in danger are shown, and which of them somebody should look at again. */
export function HelplineCheck() {
  const t = useTranslations('site_settings')
  const heading = useId()
  const countries = new Intl.DisplayNames(useLocale(), { type: 'region' })
  const query = useQuery(endpointQuery('helplines.check', {}, true))
  const { data } = query
  const items = data?.items.toSorted((one, other) => Number(other.is_stale) - Number(one.is_stale))
  return (
    <section className="card stack" aria-labelledby={heading}>
      <div>
        <h2 className="card__title" id={heading}>
          {t('helplines')}
        </h2>
        <p className="small secondary">{t('helplines_text')}</p>
      </div>
      {!data && <QueryStatus query={query} />}
      {data && (
        <p className="iconline strong">
          <Icon name={data.stale === 0 ? 'okcircle' : 'alert'} />
          {t('stale', { count: data.stale, all: data.items.length })}
        </p>
      )}
      {items && (
        <details>
          <summary>{t('helplines_all')}</summary>
          <div className="table-box">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('country')}</th>
                  <th scope="col">{t('line')}</th>
                  <th scope="col">{t('number')}</th>
                  <th scope="col">{t('verified_until')}</th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ country, name, number, source, verified_until, is_stale }) => (
                  <tr key={`${country} ${name}`}>
                    <th scope="row">{countries.of(country)}</th>
                    <td>
                      <a href={source} rel="noopener noreferrer nofollow" target="_blank" dir="auto">
                        {name}
                      </a>
                    </td>
                    <td dir="ltr">{number}</td>
                    <td>
                      <span className={is_stale ? 'badge badge--accent' : undefined}>
                        <Time iso={verified_until} long />
                      </span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </section>
  )
}
