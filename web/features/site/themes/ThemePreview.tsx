import { Suspense, use, useState } from 'react'
import { IntlProvider, useLocale, useTranslations } from 'use-intl'
import { languageNames } from '../../../../contract/languages.ts'
import { Brand } from '../../../layout/Brand.tsx'
import { loadMessages } from '../../../messages.ts'
import { Candle } from '../../../ui/Candle.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { type Draft, toCssProperties } from './draft.ts'
import { Card } from '../../../ui/Card.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import avatarStyles from '../../../ui/Avatar.module.css'
import chipStyles from '../../../ui/Chip.module.css'
import fieldStyles from '../../../ui/Field.module.css'
import brandStyles from '../../../layout/Brand.module.css'
import prayStyles from '../../../ui/Pray.module.css'
import styles from './ThemePreview.module.css'

interface PreviewsProps {
  /** Valid colours only. */
  colors: Record<string, string>
  draft: Pick<Draft, 'font' | 'tokens'>
}

interface Props extends PreviewsProps {
  dark: boolean
  isRightToLeft: boolean
}

/** Sample of the elements that most pages use, none of them interactive. */
function Sample() {
  const t = useTranslations()
  return (
    <>
      <div className={styles.head}>
        <span className={`${brandStyles.brand} ${styles.brand}`}>
          <Brand />
        </span>
        <span className={styles.links}>
          <span>{t('nav.prayers')}</span>
          <span>{t('nav.groups')}</span>
        </span>
      </div>
      <div className={styles.body}>
        <span className="row row--tight">
          <span className={chipStyles.chip} aria-current="true">
            <Icon name="check" />
            {t('categories.health')}
          </span>
          <span className={chipStyles.chip}>{t('categories.family')}</span>
        </span>
        <Card>
          <div className={styles.who}>
            <span className={`${avatarStyles.avatar} ${avatarStyles.a}`} aria-hidden="true">
              HW
            </span>
            <span>
              <b className="strong" dir="ltr">
                Hannah W.
              </b>
              <span className={`small muted ${styles.when}`}>{t('look.sample_when')}</span>
            </span>
            <Badge tone="success" className={styles.badge}>
              <Icon name="sunrise" />
              {t('status.answered')}
            </Badge>
          </div>
          <p className={`serif ${styles.words}`}>{t('look.sample_text')}</p>
          <span className="row row--tight">
            <span className={prayStyles.pray}>
              <Candle />
              {t('prayer.pray')}
            </span>
            <span className="small secondary">{t('look.sample_count')}</span>
          </span>
        </Card>
        <span className={fieldStyles.field}>
          <span className={fieldStyles.label}>{t('look.sample_field')}</span>
          <span className={fieldStyles.input} dir="ltr">
            name@example.org
          </span>
        </span>
        <span className="small muted">
          <span className={styles.link}>{t('look.sample_link')}</span> {t('look.sample_muted')}
        </span>
      </div>
    </>
  )
}

/** Previews a small page in the colours of the draft: left-to-right or right-to-left, light or dark. */
function ThemePreview({ colors, draft, dark, isRightToLeft }: Props) {
  const t = useTranslations('appearance')
  const locale = useLocale()
  // The text for the other direction comes from a language that is written in it.
  const isOther = isRightToLeft !== (locale === 'ar')
  const language = !isOther ? locale : isRightToLeft ? 'ar' : 'en'
  const words = [loadMessages(language, 'app'), loadMessages(language, 'admin_look')] as const
  const messages = { ...use(words[0]), ...use(words[1]) }
  const isLatin = !['ar', 'hi', 'zh', 'ja', 'ko'].includes(language)
  return (
    <figure>
      <figcaption className="small secondary">{t(dark ? 'dark' : 'light')}</figcaption>
      <div
        className={`${styles.preview} ${dark ? 'dark' : ''}`}
        data-theme="preview"
        lang={language}
        title={languageNames[language]}
        dir={isRightToLeft ? 'rtl' : 'ltr'}
        style={toCssProperties(colors, draft, { dark, isLatin })}
      >
        <IntlProvider locale={language} messages={messages} timeZone="UTC">
          <Sample />
        </IntlProvider>
      </div>
    </figure>
  )
}

/** Previews the light and the dark colours of a draft, in the direction that is chosen above them. */
export function ThemePreviews({ colors, draft }: PreviewsProps) {
  const t = useTranslations('look')
  const admin = useTranslations('admin')
  const locale = useLocale()
  const [direction, setDirection] = useState(locale === 'ar' ? 'rtl' : 'ltr')
  return (
    <section className={styles.previews} aria-label={admin('preview')}>
      <Segmented
        label={t('direction')}
        value={direction}
        onChange={setDirection}
        options={[
          ['ltr', t('ltr')],
          ['rtl', t('rtl')],
        ]}
      />
      <Suspense fallback={<p className="muted">…</p>}>
        {[false, true].map((dark) => (
          <ThemePreview
            key={String(dark)}
            colors={colors}
            draft={draft}
            dark={dark}
            isRightToLeft={direction === 'rtl'}
          />
        ))}
      </Suspense>
      <p className="small muted">{t('dark_text')}</p>
    </section>
  )
}
