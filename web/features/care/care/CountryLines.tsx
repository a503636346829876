import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Helpline } from '../../../../contract/helplines.ts'
import type { AlertKind } from '../../../../contract/prayers.ts'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './CountryLines.module.css'

/** The address of a link that rings a number. */
export const dial = (number: string): string => `tel:${number.replace(/[^\d+*#]/g, '')}`
/** The empty parameter makes older iPhones read the words too. */
const text = ({ number, keyword }: Helpline): string =>
  `sms:${number?.replaceAll(/[^\d+]/g, '')}${keyword === null ? '' : `?&body=${keyword}`}`

const isolated = (words: ReactNode) => <bdi>{words}</bdi>
const inDigits = (words: ReactNode) => <bdi dir="ltr">{words}</bdi>
const inBold = (words: ReactNode) => <b>{words}</b>

/** A service in one line: its number, then its name. */
export const Line = ({ line: { name, number } }: { line: Helpline }) =>
  number !== null && (
    <p>
      <a className={styles.unbroken} dir="ltr" href={dial(number)}>
        {number}
      </a>{' '}
      <bdi>{name}</bdi>
    </p>
  )

function CallCard({ line: { name, number, hours } }: { line: Helpline }) {
  const t = useTranslations('crisis')
  return (
    number !== null && (
      <a className={styles.call} href={dial(number)}>
        <span className={styles.disc}>
          <Icon name="phone" />
        </span>
        <span>
          <span className="strong">{t.rich('call', { name, bdi: isolated })}</span>
          <bdi className={styles.number} dir="ltr">
            {number}
          </bdi>
          {hours !== null && <span>{hours === '24/7' ? t('always') : hours}</span>}
        </span>
      </a>
    )
  )
}

const isAlwaysOpen = ({ hours }: Helpline): number => Number(hours === '24/7')

/** The ways to talk to somebody in one country, the fittest as one large button. `lines`: those of the country. */
export function CountryLines({ lines, kind }: { lines: Helpline[]; kind: AlertKind }) {
  const t = useTranslations('crisis')
  const locale = useLocale()
  const best = kind === 'unsafe_home' ? 'home' : 'crisis'
  const speaks = ({ languages }: Helpline) => Number(languages.includes(locale.slice(0, 2)))
  const [first, ...others] = lines
    .filter((line) => line.kind === 'crisis' || line.kind === best)
    .toSorted(
      (one, other) =>
        Number(other.kind === best) - Number(one.kind === best) ||
        speaks(other) - speaks(one) ||
        isAlwaysOpen(other) - isAlwaysOpen(one),
    )
  const texting = lines.find((line) => line.kind === 'text')
  const police = kind === 'unsafe_home' ? lines.find((line) => line.kind === 'police') : undefined
  const emergency = police ?? lines.find((line) => line.kind === 'emergency')
  return (
    <>
      {first && <CallCard line={first} />}
      <div className={styles.tiles}>
        {texting && texting.number !== null && (
          <a className={styles.tile} href={text(texting)}>
            <Icon name="mobile" />
            <span className="strong">
              {texting.keyword === null
                ? t.rich('text', { number: texting.number, bdi: inDigits })
                : t.rich('text_word', { word: texting.keyword, number: texting.number, bdi: inDigits })}
            </span>
            <bdi>{texting.name}</bdi>
          </a>
        )}
        {first && first.url !== null && (
          <a className={styles.tile} href={first.url} rel="noreferrer">
            <Icon name="chat" />
            <span className="strong">{t('write')}</span>
            <bdi dir="ltr">{new URL(first.url).host.replace(/^www\./, '')}</bdi>
          </a>
        )}
      </div>
      {others.map((line) => (
        <Line key={line.name} line={line} />
      ))}
      {emergency && emergency.number !== null && (
        <a className={styles.emergency} href={dial(emergency.number)}>
          <Icon name="phone" />
          <span>{t.rich('emergency', { number: emergency.number, b: inBold })}</span>
        </a>
      )}
    </>
  )
}
