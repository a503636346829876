import { use } from 'react'
import { IntlProvider, useLocale, useTranslations } from 'use-intl'
import { languageNames } from '../../../../contract/languages.ts'
import { Brand } from '../../../layout/Brand.tsx'
import { loadMessages } from '../../../messages.ts'
import { Candle } from '../../../ui/Candle.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { type Draft, toCssProperties } from './draft.ts'

interface Props {
  /** Colours that can be read, all of them. */
  colors: Record<string, string>
  draft: Pick<Draft, 'font' | 'tokens'>
  dark: boolean
  isRightToLeft: boolean
}

/** What most pages are made of, with nothing in it that can be pressed. */
function Sample() {
  const t = useTranslations()
  return (
    <>
      <div className="preview__head">
        <span className="brand">
          <Brand />
        </span>
        <span className="preview__links">
          <span>{t('nav.prayers')}</span>
          <span>{t('nav.groups')}</span>
        </span>
      </div>
      <div className="preview__body">
        <span className="row row--tight">
          <span className="chip" aria-current="true">
            <Icon name="check" />
            {t('look.sample_chosen')}
          </span>
          <span className="chip">{t('look.sample_other')}</span>
        </span>
        <div className="card">
          <div className="preview__who">
            <span className="avatar" aria-hidden="true">
              HW
            </span>
            <span>
              <b className="strong" dir="ltr">
                Hannah W.
              </b>
              <span className="small muted preview__when">{t('look.sample_when')}</span>
            </span>
            <span className="badge badge--success">
              <Icon name="sunrise" />
              {t('look.sample_answered')}
            </span>
          </div>
          <p className="serif preview__words">{t('look.sample_text')}</p>
          <span className="row row--tight">
            <span className="pray">
              <Candle />
              {t('look.sample_pray')}
            </span>
            <span className="small secondary">{t('look.sample_count')}</span>
          </span>
        </div>
        <span className="field">
          <span className="label">{t('look.sample_field')}</span>
          <span className="input" dir="ltr">
            name@example.org
          </span>
        </span>
        <span className="small muted">
          <span className="preview__link">{t('look.sample_link')}</span> {t('look.sample_muted')}
        </span>
      </div>
    </>
  )
}

/** A small page in the colours of the draft, read from the left or from the right, light or dark. */
export function ThemePreview({ colors, draft, dark, isRightToLeft }: Props) {
  const t = useTranslations('look')
  const locale = useLocale()
  // Words of the other direction come from a language that has it.
  const isOther = isRightToLeft !== (locale === 'ar')
  const language = !isOther ? locale : isRightToLeft ? 'ar' : 'en'
  const words = [loadMessages(language, 'app'), loadMessages(language, 'admin_look')] as const
  const messages = { ...use(words[0]), ...use(words[1]) }
  const isLatin = !['ar', 'hi', 'zh', 'ja', 'ko'].includes(language)
  return (
    <figure className="preview__box">
      <figcaption className="small secondary">{t(dark ? 'preview_dark' : 'preview_light')}</figcaption>
      <div
        className={dark ? 'preview dark' : 'preview'}
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
