import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useSite } from '../../../site.tsx'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { Arcade } from '../../../ui/Arcade.tsx'
import { CardArcade } from '../../../ui/CardArcade.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useCategoryName } from '../categories/useCategoryName.ts'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { answerOf } from './answers.ts'
import { excerpt } from '../../../../contract/excerpt.ts'
import { useAuthorName } from './PrayerMeta.tsx'
import { feedPath, recentlyAnsweredQuery, type Filter } from './queries.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import buttonStyles from '../../../ui/Button.module.css'
import cardStyles from '../../../ui/Card.module.css'
import feedStyles from './Feed.module.css'

const renderLine = (words: ReactNode) => <span>{words}</span>

const GUIDE_SLUG = 'writing-a-prayer-request'

interface ColumnsProps {
  /** Stands before the requests where there is room for three columns. */
  before: ReactNode
  /** Stands after them where there is room for two. */
  after: ReactNode
  children: ReactNode
}

/** The columns of the wall. */
export const FeedColumns = ({ before, after, children }: ColumnsProps) => (
  <div className={feedStyles.layout}>
    <div className={feedStyles.left}>{before}</div>
    <div>{children}</div>
    <aside className={feedStyles.right}>{after}</aside>
  </div>
)

export function Hero() {
  const t = useTranslations()
  const { footer, site_sentence } = useSite()
  return (
    <section className={`${feedStyles.hero} for-visitors`}>
      <div className={feedStyles.heroText}>
        <h1>{t.rich('feed.hero', { line: renderLine })}</h1>
        <p dir="auto">{site_sentence || t('feed.hero_text')}</p>
        <div className="row">
          <ButtonLink variant="primary" to="/signup">
            {t('nav.sign_up')}
          </ButtonLink>
          {footer?.guide.some(({ slug }) => slug === GUIDE_SLUG) && (
            <ButtonLink to={`/content/${GUIDE_SLUG}`}>{t('feed.how')}</ButtonLink>
          )}
        </div>
      </div>
      <div className={feedStyles.heroArt}>
        <Arcade
          size={[480, 290]}
          arches={[
            [0, 73.9, 129.7],
            [87.9, 82.7, 99.4],
            [184.6, 110.8, 64.1],
            [309.4, 82.7, 99.4],
            [406.1, 73.9, 129.7],
          ]}
        />
      </div>
    </section>
  )
}

/** Links to the form for a new request. Phones have the plus button of the bottom bar instead. */
export function SharePrompt() {
  const t = useTranslations('feed')
  const nameOf = useNameOf()
  const { user } = useAuth()
  return (
    <Link className={`${cardStyles.card} ${feedStyles.composerPrompt} for-members only-desktop`} to="/new-prayer">
      <Avatar name={nameOf(user?.display_name ?? '')} />
      <span className="serif">{t('prompt')}</span>
      <span className={`${buttonStyles.button} ${buttonStyles.primary}`}>
        <Icon name="plus" />
        {t('new')}
      </span>
    </Link>
  )
}

const EXCERPT_LENGTH = 90

/** Leads to the quiet view, which shows the requests of the page one at a time. */
export function PrayOneByOne({
  filter,
  to = feedPath({ ...filter, page: 0 }).replace(/^\/(answered)?/, '/pray'),
}: {
  filter?: Filter
  to?: string
}) {
  const t = useTranslations('feed')
  return (
    <Card as="section" className={feedStyles.prayOne}>
      <div className={feedStyles.prayOneArt}>
        <CardArcade />
      </div>
      <div>
        <h2>{t('pray_one')}</h2>
        <p className="small secondary">{t('pray_one_text')}</p>
      </div>
      <ButtonLink to={to}>{t('begin')}</ButtonLink>
      <Link className="for-members" to="/today">
        {t('today')}
      </Link>
    </Card>
  )
}

export function RecentlyAnswered() {
  const t = useTranslations('feed')
  const authorName = useAuthorName()
  const categoryName = useCategoryName()
  const { data } = useQuery(recentlyAnsweredQuery)
  // The answer in the author's words, and never the sorrow that it answered.
  const told = (data?.items ?? []).flatMap((prayer) => {
    const answer = answerOf(prayer)
    return answer ? [{ prayer, answer }] : []
  })
  if (told.length === 0) return null
  return (
    <Card as="section" tight>
      <div className={feedStyles.cardHead}>
        <CardTitle>{t('recently_answered')}</CardTitle>
        <Link to={feedPath({ view: 'answered' })}>{t('see_all')}</Link>
      </div>
      {told.map(({ prayer, answer }) => (
        <div key={prayer.id} className={feedStyles.mini}>
          <p dir="auto" lang={answer.language ?? undefined}>
            <Link className="plain" to={`/prayers/${prayer.id}`}>
              <q suppressHydrationWarning>{excerpt(answer.content, EXCERPT_LENGTH)}</q>
            </Link>
          </p>
          <span className="xs muted">
            <bdi>{authorName(prayer)}</bdi>
            {prayer.categories.slice(0, 1).map((category) => ` · ${categoryName(category)}`)}
          </span>
        </div>
      ))}
    </Card>
  )
}

export function BeforeYouShare() {
  const t = useTranslations('feed')
  return (
    <Card as="section" tight quiet className="for-visitors">
      <CardTitle>{t('before')}</CardTitle>
      <ul className={`stack small secondary ${feedStyles.checklist}`}>
        {(
          [
            ['lock', 'before_audience'],
            ['veil', 'before_name'],
            ['clock', 'before_edit'],
          ] as const
        ).map(([icon, words]) => (
          <li key={icon} className="iconline">
            <Icon name={icon} />
            {t(words)}
          </li>
        ))}
      </ul>
    </Card>
  )
}
