import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Helpline } from '../../../../contract/helplines.ts'
import type { AlertKind } from '../../../../contract/prayers.ts'
import { endpointQuery } from '../../../query.ts'
import { Labelled } from '../../../ui/Field.tsx'
import { ownCountry } from './ownCountry.ts'
import fieldStyles from '../../../ui/Field.module.css'
import styles from './Helplines.module.css'

const order: Record<AlertKind, Helpline['kind'][]> = {
  self_harm: ['crisis', 'emergency', 'home'],
  third_person: ['crisis', 'emergency', 'home'],
  unsafe_home: ['home', 'emergency', 'crisis'],
}

/** Lists helpline numbers for the reader's country or for a country that they choose. */
export function Helplines({ kind }: { kind: AlertKind }) {
  const t = useTranslations('care')
  const locale = useLocale()
  const [country, setCountry] = useState(ownCountry)
  const { data, isError } = useQuery({ ...endpointQuery('helplines.list', {}), staleTime: Infinity })
  if (isError) return <p>{t('not_loaded')}</p>
  if (!data) return null
  const nameOf = new Intl.DisplayNames(locale, { type: 'region' })
  const countries = [...new Set(data.items.map((item) => item.country))]
    .map((code) => ({ code, name: nameOf.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
  const lines = data.items
    .filter((item) => item.country === country)
    .toSorted((one, other) => order[kind].indexOf(one.kind) - order[kind].indexOf(other.kind))
  return (
    <div className="stack helplines">
      <Labelled label={t('country')}>
        <select
          className={fieldStyles.input}
          value={lines.length > 0 ? country : ''}
          onChange={({ target }) => setCountry(target.value)}
        >
          <option value="">{t('elsewhere')}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </Labelled>
      <ul className={styles.list}>
        {lines.map(({ name, number, url, hours, kind: service }) => (
          <li key={name + service}>
            <span>{service === 'emergency' ? t('emergency') : <bdi>{name}</bdi>}</span>
            {number !== null && (
              <a className={styles.number} dir="ltr" href={`tel:${number.replace(/[^\d+*#]/g, '')}`}>
                {number}
              </a>
            )}
            {hours !== null && <span className="small secondary">{hours === '24/7' ? t('always') : hours}</span>}
            {url !== null && (
              <a className="small" dir="ltr" href={url} rel="noopener noreferrer" target="_blank">
                {new URL(url).host.replace(/^www\./, '')}
              </a>
            )}
          </li>
        ))}
        <li>
          <span>{t('international')}</span>
          <a dir="ltr" href={data.international} rel="noopener noreferrer" target="_blank">
            {new URL(data.international).host}
          </a>
        </li>
      </ul>
    </div>
  )
}
