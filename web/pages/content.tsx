import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { directionOf } from '../../contract/languages.ts'
import type { ContentItem } from '../../contract/content.ts'
import type { Language } from '../../contract/fields.ts'
import { PageError } from '../layout/PageError.tsx'
import { FormMessages } from '../layout/FormMessages.tsx'
import { preload, preloadInBrowser, endpointQuery, useHydratedState, type RouteQueries } from '../query.ts'
import { LinkPreview, Title, useSite } from '../site.tsx'
import { useTime } from '../time.tsx'
import { Note } from '../ui/Note.tsx'
import type { Route } from './+types/content.ts'
import { firstSentence } from '../features/site/content/addresses.ts'
import { ServedMarkdown } from '../features/site/content/ServedMarkdown.tsx'
import { ServicesNote, isPrivacyPage } from '../layout/ServicesNote.tsx'
import { Loading } from '../layout/Loading.tsx'
// The text itself is drawn by a part that arrives late; its styles come with the page.
import { Prose } from '../features/site/content/Prose.tsx'
import { BackendReason } from '../layout/BackendReason.tsx'
import styles from './content.module.css'
import { isMissing } from '../api.ts'

const contentQuery = (slug: string, language: Language) => endpointQuery('content.one', { slug, language })

const queries: RouteQueries = ({ params: { slug = '' }, language }) => [contentQuery(slug, language)]
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

function Head({ item }: { item: ContentItem }) {
  const { public_origin } = useSite()
  const path = `/content/${item.slug}`
  return (
    <>
      <Title>{item.title}</Title>
      <link rel="canonical" href={public_origin + path} />
      <LinkPreview path={path} title={item.title} description={firstSentence(item.content)} />
    </>
  )
}

function ContentArticle({ item }: { item: ContentItem }) {
  const t = useTranslations()
  const locale = useLocale()
  const time = useTime()
  const { content_type: type, language } = item
  const isDated = type === 'legal' || type === 'update'
  return (
    <article className={styles.content}>
      <Head item={item} />
      {(type === 'guide' || type === 'help' || type === 'legal') && (
        <p className={`small muted ${styles.kind}`}>{t(`site.${type}`)}</p>
      )}
      {item.slug === 'imprint' && (
        <p className="for-admins only-screen">
          <Link to="/admin/imprint">{t('content.fill_in')}</Link>
        </p>
      )}
      {language === 'en' && locale !== 'en' && <Note icon="translate" title={t('content.in_english')} />}
      <div lang={language} dir={directionOf(language)}>
        <h1>{item.title}</h1>
        <ServedMarkdown>{item.content}</ServedMarkdown>
      </div>
      {isPrivacyPage(item.slug) && (
        <Prose>
          <ServicesNote />
        </Prose>
      )}
      {isDated && (
        <p className={`small muted ${styles.changed}`} suppressHydrationWarning>
          {t('content.changed', { date: time(item.updated_at, true) })}
        </p>
      )}
    </article>
  )
}

function Page({ slug }: { slug: string }) {
  const t = useTranslations()
  const query = useQuery({
    ...contentQuery(slug, useLocale()),
    // Shows the previous page while the reader's new language loads.
    placeholderData: keepPreviousData,
  })
  const { data, error } = query
  if (error && isMissing(error)) return <PageError error={error} />
  if (data) return <ContentArticle item={data} />
  return (
    <>
      <Title>{t(error ? 'content.failed' : 'content.loading')}</Title>
      <Loading
        label={t('content.loading')}
        failed={t('content.failed')}
        reason={<BackendReason error={error} />}
        query={query}
      />
    </>
  )
}

export default function ContentRoute({ loaderData, params: { slug } }: Route.ComponentProps) {
  useHydratedState(loaderData)
  return (
    <FormMessages>
      <Page key={slug} slug={slug} />
    </FormMessages>
  )
}
