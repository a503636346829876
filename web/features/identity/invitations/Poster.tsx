import { useQuery } from '@tanstack/react-query'
import { Suspense, use, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Language } from '../../../../contract/fields.ts'
import { directionOf, isLanguage } from '../../../../contract/languages.ts'
import type messages from '../../../../messages/en/admin_site.json'
import { AddressNote } from '../../../layout/AddressNote.tsx'
import { Brand } from '../../../layout/Brand.tsx'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { loadMessages } from '../../../messages.ts'
import { Title, useSite } from '../../../site.tsx'
import { readStoredJson, writeStored } from '../../../storage.ts'
import { Arcade } from '../../../ui/Arcade.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Labelled } from '../../../ui/Field.tsx'
import { BackLink, PageHead } from '../../../ui/PageHead.tsx'
import { LanguageOptions, Select } from '../../../ui/Select.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import { codeQuery } from './InviteCode.tsx'
import styles from './Poster.module.css'

const QrCode = lazyPart<{ text: string; label: string }>(() => import('../../../ui/QrCode.tsx'))

type Words = (typeof messages)['poster']
type Own = Partial<Pick<Words, 'lead' | 'otherwise'>>

const MAX_LEAD = 160
const MAX_OTHERWISE = 120
/** The languages of the last line; that of the poster is left out. */
const others: Language[] = ['en', 'es', 'ar', 'pt']

/** The words of a poster in a language, which need not be that of the page. */
const usePosterWords = (language: Language): Words =>
  (use(loadMessages(language, 'admin_site')) as { poster: Words }).poster

const keyOf = (language: Language): string => `poster-${language}`

/** Words of one’s own; blank ones are those of the site. */
const wordsOf = (own: string | undefined, site: string): string => (own === undefined || own.trim() === '' ? site : own)

/** Returns what was changed in the words of a language, in this browser. */
const readOwn = (language: Language): Own => (readStoredJson(keyOf(language)) as Own | null) ?? {}

/** Where storage is blocked the words last as long as the page. */
const keepOwn = (language: Language, own: Own): boolean => writeStored(keyOf(language), JSON.stringify(own))

function Elsewhere({ language }: { language: Language }) {
  return (
    <span lang={language} dir={directionOf(language)}>
      {usePosterWords(language).ask}
    </span>
  )
}

/** The sheet as it is printed. */
function Sheet({
  language,
  own,
  code,
  link,
}: {
  language: Language
  own: Own
  code?: string | undefined
  link: string
}) {
  const words = usePosterWords(language)
  const { public_origin, default_theme } = useSite()
  return (
    <div className={styles.sheet} lang={language} dir={directionOf(language)} data-theme={default_theme} data-paper="">
      <div className={styles.inner}>
        <div className={styles.art}>
          <Arcade
            size={[696, 266]}
            arches={[
              [0, 188, 142],
              [216, 264, 132],
              [508, 188, 142],
            ]}
            sun={0.5}
          />
        </div>
        <h2>{words.ask}</h2>
        <p className={styles.lead}>{wordsOf(own.lead, words.lead)}</p>
        <div className={styles.qr}>
          <QrCode text={link} label={link} />
        </div>
        <p className={styles.address}>
          <bdi dir="ltr">{public_origin.replace(/^https?:\/\//, '')}</bdi>
          {code !== undefined && (
            <>
              <br />
              {words.code}: <bdi dir="ltr">{code}</bdi>
            </>
          )}
        </p>
        <p className={styles.otherwise}>{wordsOf(own.otherwise, words.otherwise)}</p>
        <div className={styles.foot}>
          <span className={styles.brand}>
            <Brand />
          </span>
          <span className={styles.others}>
            {others
              .filter((other) => other !== language)
              .slice(0, 3)
              .map((other) => (
                <Elsewhere key={other} language={other} />
              ))}
          </span>
        </div>
      </div>
    </div>
  )
}

/** Changes the words of a language. Empty ones are those of the site. */
function OwnWords({ language, own, onChange }: { language: Language; own: Own; onChange: (own: Own) => void }) {
  const t = useTranslations('invite')
  const words = usePosterWords(language)
  const fields = [
    ['lead', MAX_LEAD],
    ['otherwise', MAX_OTHERWISE],
  ] as const
  return fields.map(([name, most]) => (
    <TextAreaField
      key={name}
      label={t(`poster_${name}`)}
      rows={2}
      maxLength={most}
      lang={language}
      dir={directionOf(language)}
      value={own[name] ?? words[name]}
      placeholder={words[name]}
      onChange={({ target }) => onChange({ ...own, [name]: target.value })}
    />
  ))
}

/** A poster for the door: one sheet of A4 that leads to the site. */
export default function Poster() {
  const t = useTranslations('invite')
  const people = useTranslations('people')
  const nav = useTranslations('nav')
  const locale = useLocale()
  const { public_origin } = useSite()
  const query = useQuery(codeQuery)
  const code = query.data?.code
  const [language, setLanguage] = useState<Language>(locale)
  const [written, setWritten] = useState<Partial<Record<Language, Own>>>({})
  const own = written[language] ?? readOwn(language)
  return (
    <>
      <Title>{t('poster_title')}</Title>
      <div className={`stack only-screen ${styles.controls}`}>
        <BackLink to="/admin/users/invite?way=code">{people('invite_many')}</BackLink>
        <PageHead title={t('poster_title')} lead={t('poster_text')} />
        <AddressNote />
        <Labelled label={nav('language')}>
          <Select value={language} onChange={({ target }) => isLanguage(target.value) && setLanguage(target.value)}>
            <LanguageOptions />
          </Select>
        </Labelled>
        <Suspense>
          <OwnWords
            key={language}
            language={language}
            own={own}
            onChange={(next) => {
              keepOwn(language, next)
              setWritten({ ...written, [language]: next })
            }}
          />
        </Suspense>
        {query.data ? (
          <ButtonRow>
            <Button variant="primary" onClick={() => print()}>
              {t('poster_print')}
            </Button>
          </ButtonRow>
        ) : (
          <QueryStatus query={query} />
        )}
      </div>
      {/* Printed without the code that is there, it would let nobody in. */}
      {query.data && (
        <Suspense>
          <Sheet language={language} own={own} code={code?.code} link={code?.link ?? public_origin} />
        </Suspense>
      )}
    </>
  )
}
