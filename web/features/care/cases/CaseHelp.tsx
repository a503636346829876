import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Helpline } from '../../../../contract/helplines.ts'
import { useMedia } from '../../../layout/useMedia.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useIsHydrated } from '../../../ui/useIsHydrated.ts'
import { Options, Select } from '../../../ui/Select.tsx'
import { helplinesQuery, nameCountries } from '../care/help.ts'
import { countryOf, ownCountry } from '../care/ownCountry.ts'
import styles from './Case.module.css'

const inDigits = (words: ReactNode) => <bdi dir="ltr">{words}</bdi>

/** As it is put into a message: nothing in it is translated. */
const inWords = ({ name, number, keyword }: Helpline): string => {
  if (name === number) return name
  return keyword === null ? `${name}: ${number}` : `${name}: ${number} (${keyword})`
}

/** The numbers of the reader’s own country, if one writes this language there; else of that in which most live who do. `onAdd`: null where nobody can be written to. */
export function CaseHelp({ language, onAdd }: { language: string | null; onAdd: ((words: string) => void) | null }) {
  const t = useTranslations('case')
  const crisis = useTranslations('crisis')
  const isWide = useMedia('(min-width: 1024px)')
  const { data, isError } = useQuery(helplinesQuery)
  const [chosen, setChosen] = useState<string>()
  const countries = nameCountries(data?.items ?? [], useLocale())
  const here = useIsHydrated() ? ownCountry() : ''
  // Most live where those do who look after them.
  const isHere = data?.items.some((line) => line.country === here && line.languages.includes(language ?? ''))
  const code = chosen ?? (isHere === true ? here : countryOf(language))
  const country = countries.find((one) => one.code === code)
  const about = ({ kind, hours }: Helpline): string | null => {
    if (kind === 'emergency' || kind === 'police') return t('emergency')
    return hours === '24/7' ? crisis('always') : hours
  }
  const how = ({ kind, number, keyword }: Helpline): ReactNode => {
    if (kind !== 'text') return <bdi dir="ltr">{number}</bdi>
    const values = { number: number ?? '', bdi: inDigits }
    return keyword === null ? crisis.rich('text', values) : crisis.rich('text_word', { ...values, word: keyword })
  }
  return (
    <Card as="details" tight className={styles.fold} open={isWide}>
      <summary>
        <Icon name="phone" />
        {country ? t('help_in', { country: country.name }) : t('help')}
        <Icon name="down" className="icon--sm" />
      </summary>
      {isError && <p role="alert">{crisis('not_loaded')}</p>}
      {data && !country && <p className="small secondary">{t('no_country')}</p>}
      <ul className={styles.lines}>
        {data?.items
          .filter((line) => line.country === country?.code && line.number !== null)
          .map((line) => (
            <li key={`${line.kind} ${line.name}`}>
              <span>
                <b>{how(line)}</b>
                <small>
                  {line.name !== line.number && <bdi>{line.name}</bdi>}
                  {line.name !== line.number && about(line) !== null && ' · '}
                  {about(line)}
                </small>
              </span>
              {onAdd && (
                <Button size="small" onClick={() => onAdd(inWords(line))}>
                  {t('add')}
                  <span className="vh"> {line.name}</span>
                </Button>
              )}
            </li>
          ))}
      </ul>
      {onAdd && country && <p className="small muted">{t('add_hint')}</p>}
      <details className={`small ${styles.another}`} open={data !== undefined && !country ? true : undefined}>
        <summary>{crisis('another')}</summary>
        <Select
          aria-label={crisis('another')}
          value={country?.code ?? ''}
          onChange={({ target }) => setChosen(target.value)}
        >
          {!country && <option value="">{t('no_country')}</option>}
          <Options of={countries.map((one) => [one.code, one.name])} />
        </Select>
      </details>
    </Card>
  )
}
