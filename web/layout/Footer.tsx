import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { ContentLink } from '../../contract/content.ts'
import { endpointQuery } from '../query.ts'
import { DiscreetContext, useShownName, useSite } from '../site.tsx'
import { Brand } from './Brand.tsx'
import brandStyles from './Brand.module.css'
import styles from './Footer.module.css'

/** The links are rendered with the page; the browser fetches them again only for another language. */
function useLinks() {
  const locale = useLocale()
  const { language, footer } = useSite()
  const { data } = useQuery({
    ...endpointQuery('content.footer', { language: locale }),
    enabled: footer !== null && locale !== language,
    staleTime: Infinity,
  })
  return (locale === language ? undefined : data) ?? footer
}

function Entry({ link: { title, slug, language } }: { link: ContentLink }) {
  return (
    <Link to={`/content/${slug}`} lang={language === useLocale() ? undefined : language}>
      <bdi>{title}</bdi>
    </Link>
  )
}

export function Footer() {
  const t = useTranslations('site')
  const { site_sentence, now } = useSite()
  const name = useShownName()
  const isDiscreet = use(DiscreetContext)
  const links = useLinks()
  const latest = links?.update[0]
  const columns = (['guide', 'help', 'legal'] as const).filter((type) => links && links[type].length > 0)
  return (
    <footer className={styles.footer}>
      <div className="container">
        <div className={styles.grid}>
          <div className={styles.lead}>
            <span className={`${brandStyles.brand} ${styles.brand}`}>
              <Brand />
            </span>
            {!isDiscreet && <p dir="auto">{site_sentence || t('about')}</p>}
            {latest && (
              <section className={styles.update}>
                <h2>{t('update')}</h2>
                <Entry link={latest} />
              </section>
            )}
          </div>
          {columns.map((type) => (
            <nav key={type} aria-label={t(type)}>
              <h2>{t(type)}</h2>
              <ul>
                {links?.[type].map((link) => (
                  <li key={link.slug}>
                    <Entry link={link} />
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className={styles.end}>
          <span>
            © {new Date(now).getUTCFullYear()} {name}
          </span>
          <Link to="/help-now">{t('help_now')}</Link>
          <span>{t('free')}</span>
        </div>
      </div>
    </footer>
  )
}
