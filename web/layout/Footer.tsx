import { useTranslations } from 'use-intl'
import { useSite } from '../site.tsx'
import { Brand } from './Brand.tsx'

export function Footer() {
  const t = useTranslations('site')
  const { site_name, now } = useSite()
  return (
    <footer className="footer">
      <div className="container">
        <div className="footer__lead">
          <span className="brand">
            <Brand />
          </span>
          <p>{t('about')}</p>
        </div>
        <div className="footer__end">
          <span>
            © {new Date(now).getUTCFullYear()} {site_name}
          </span>
          <span>{t('free')}</span>
        </div>
      </div>
    </footer>
  )
}
