import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { localeOf } from '../../../../contract/languages.ts'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { endpointQuery } from '../../../query.ts'
import { Time } from '../../../time.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { CardTitle } from '../../../ui/Card.tsx'
import { Table, TableHead } from '../../../ui/Table.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import tableStyles from '../../../ui/Table.module.css'

export const helplinesQuery = endpointQuery('helplines.check', {}, true)

/** Lists the helplines shown to people in danger, and marks those that are due for a check. */
export function HelplineCheck() {
  const t = useTranslations('site_settings')
  const heading = useId()
  const countries = new Intl.DisplayNames(localeOf(useLocale()), { type: 'region' })
  const query = useQuery(helplinesQuery)
  const { data } = query
  const items = data?.items.toSorted((one, other) => Number(other.is_stale) - Number(one.is_stale))
  return (
    <section className="stack" aria-labelledby={heading}>
      <div>
        <CardTitle as="h3" id={heading}>
          {t('helplines')}
        </CardTitle>
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
          <div className={tableStyles.box}>
            <Table name={t('helplines')}>
              <TableHead columns={[t('country'), t('line'), t('number'), t('verified_until')]} />
              <tbody>
                {items.map(({ country, kind, name, number, source, verified_until, is_stale }) => (
                  <tr key={`${country} ${kind} ${name}`}>
                    <th scope="row">{countries.of(country)}</th>
                    <td>
                      <a href={source} rel="noopener noreferrer nofollow" target="_blank" dir="auto">
                        {name}
                      </a>
                    </td>
                    <td dir="ltr">{number}</td>
                    <td>
                      {is_stale ? (
                        <Badge tone="accent">
                          <Time iso={verified_until} long />
                        </Badge>
                      ) : (
                        <span>
                          <Time iso={verified_until} long />
                        </span>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
        </details>
      )}
    </section>
  )
}
