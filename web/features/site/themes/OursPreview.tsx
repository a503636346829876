import { useState, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Theme } from '../../../../contract/themes.ts'
import { BrandMark } from '../../../layout/Brand.tsx'
import { Arcade } from '../../../ui/Arcade.tsx'
import { Candle } from '../../../ui/Candle.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { toCssProperties, toDraft } from './draft.ts'
import type { OursDraft } from './useOurs.ts'
import brandStyles from '../../../layout/Brand.module.css'
import prayStyles from '../../../ui/Pray.module.css'
import themeStyles from './ThemePreview.module.css'
import styles from './Ours.module.css'

type Shown = Pick<OursDraft, 'ours' | 'colors'>

const renderLine = (chunks: ReactNode) => <>{chunks} </>

type Words = Pick<Shown['ours'], 'name' | 'logo' | 'sentence'>

/** The home page as people will see it: the button works, and nothing is sent. */
function HomePage({ ours }: { ours: Words }) {
  const t = useTranslations()
  const [hasPrayed, setPrayed] = useState(false)
  return (
    <>
      <div className={themeStyles.head}>
        <span className={`${brandStyles.brand} ${themeStyles.brand}`}>
          <BrandMark name={ours.name} logo={ours.logo || null} />
        </span>
      </div>
      <div className={`${themeStyles.body} ${styles.page}`}>
        <div className={styles.hero}>
          <div className={styles.arches}>
            <Arcade
              size={[240, 90]}
              arches={[
                [0, 66, 45],
                [75, 90, 45],
                [174, 66, 45],
              ]}
            />
          </div>
          <b className="serif">{t.rich('feed.hero', { line: renderLine })}</b>
          <p dir="auto">{ours.sentence || t('feed.hero_text')}</p>
        </div>
        <Card tight>
          <p className={`serif ${styles.words}`}>{t('look.sample_text')}</p>
          <span className="row row--tight">
            <button
              type="button"
              className={prayStyles.pray}
              aria-pressed={hasPrayed}
              onClick={() => setPrayed(!hasPrayed)}
            >
              <Candle />
              {t('prayer.pray')}
            </button>
            <span className="small secondary">{t('look.sample_count')}</span>
          </span>
        </Card>
      </div>
    </>
  )
}

/** Shows the home page in a theme of the site, by day. */
export const HomePreview = ({ theme_id, ours }: { theme_id: string | undefined; ours: Words }) => (
  <div className={themeStyles.preview} data-theme={theme_id}>
    <HomePage ours={ours} />
  </div>
)

interface Props extends Shown {
  /** Gives it fonts and measures: it is the theme in use. */
  theme: Theme
}

/** Shows the draft by day and by night: side by side, or on a phone the one that is chosen. */
export function OursPreviews({ ours, colors, theme }: Props) {
  const t = useTranslations('ours')
  const isLatin = !['ar', 'hi', 'zh', 'ja', 'ko'].includes(useLocale())
  const [shown, setShown] = useState('day')
  const { font, tokens } = toDraft(theme)
  return (
    <section className={styles.previews} aria-label={t('seen')}>
      <div className={styles.mode}>
        <span className="small secondary">{t('seen')}</span>
        <Segmented
          label={t('seen')}
          value={shown}
          onChange={setShown}
          options={[
            ['day', t('day')],
            ['night', t('night')],
          ]}
        />
      </div>
      {(['day', 'night'] as const).map((time) => (
        <figure key={time} className={styles.preview} data-time={time} data-shown={time === shown || undefined}>
          <figcaption className="small secondary">{t(`by_${time}`)}</figcaption>
          <div
            className={`${themeStyles.preview} ${time === 'night' ? 'dark' : ''}`}
            data-theme="preview"
            style={toCssProperties(colors, { font, tokens }, { dark: time === 'night', isLatin })}
          >
            <HomePage ours={ours} />
          </div>
        </figure>
      ))}
    </section>
  )
}
